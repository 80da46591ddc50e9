/** The explanation for a wall or a class: one step large, the drawing beside it, and what is known so far. */
import { useEffect } from "preact/hooks";
import { nameOf } from "../digits.ts";
import type { Explained, Parsed } from "../engine/answers";
import { go, left } from "../explaining.ts";
import { step } from "../state.ts";
import { t } from "../words/index.ts";
import { Dialog } from "./Dialog.tsx";
import { baseOf } from "./Sheet.tsx";
import { Controls, Drawing } from "./Stage.tsx";

/** How many steps each key goes on; as in other programs that show slides. */
const KEYS: Record<string, number> = {
  ArrowRight: 1,
  ArrowDown: 1,
  PageDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
  PageUp: -1,
  Home: -1e6,
  End: 1e6,
};

/** The digits that are certain after a step: `S=9 M=1`. */
function known(parsed: Parsed, answer: Explained, at: number): string {
  const open = left(parsed, answer, at);
  const base = baseOf(parsed);
  const found = answer.places.flatMap(({ name, cell }) => {
    const [digit, ...others] = open[cell] ?? [];
    const isFound = digit !== undefined && others.length === 0 && (parsed.cells[cell]?.digits.length ?? 0) > 1;
    return isFound ? [`${name}=${nameOf(digit, base)}`] : [];
  });
  return [...new Set(found)].join(" ");
}

interface Props {
  parsed: Parsed;
  answer: Explained;
  isOpen: boolean;
  close: () => void;
}

export function Slides({ parsed, answer, isOpen, close }: Props) {
  const at = step.value;
  const last = answer.paragraphs.length;
  useEffect(() => {
    if (!isOpen) return;
    const keys = (event: KeyboardEvent) => {
      const by = KEYS[event.key];
      if (!by || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      go(by);
    };
    addEventListener("keydown", keys);
    return () => removeEventListener("keydown", keys);
  }, [isOpen]);
  const digits = isOpen ? known(parsed, answer, at) : "";
  const title = at === 0 ? t("explain.slides") : t("explain.at", { n: at, all: last });
  return (
    <Dialog open={isOpen} close={close} title={title} class="slides">
      <div class="slide">
        <Drawing parsed={parsed} answer={answer} />
        <div class="stack" role="status" aria-live="polite">
          <p class="telling">{answer.paragraphs[at - 1]?.text ?? t("explain.begin")}</p>
          {digits && (
            <p class="key" dir="ltr">
              {digits}
            </p>
          )}
          {at === last && <p class="pre">{answer.closing}</p>}
        </div>
        <Controls />
      </div>
    </Dialog>
  );
}
