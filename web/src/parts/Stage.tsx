/** The sheet after a step of the explanation, and the buttons that lead on. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Explained, Parsed } from "../engine/answers";
import { go, isAtEnd, left } from "../explaining.ts";
import { letters } from "../letters.ts";
import { step } from "../state.ts";
import { t } from "../words/index.ts";
import { Face } from "./Face.tsx";
import { baseOf, hasColumns, Sheet } from "./Sheet.tsx";

const PACE = 2500;
/** How much is seen around the places of a step. */
const ROUND = 4;

export function Drawing({ parsed, answer }: { parsed: Parsed; answer: Explained }) {
  const at = step.value;
  const lit = new Set(answer.paragraphs[at - 1]?.marks.map(({ row, column }) => `${row},${column}`));
  const open = left(parsed, answer, at);
  const names = letters(parsed, answer.lettered);
  const board = useRef<HTMLDivElement>(null);
  // A drawing that is higher than its room shows what the step is about, without moving the page.
  useLayoutEffect(() => {
    const room = board.current?.querySelector(".scroller");
    if (!room) return;
    const box = room.getBoundingClientRect();
    const places = [...room.querySelectorAll(".lit")].map((place) => place.getBoundingClientRect());
    const top = Math.min(...places.map((place) => place.top));
    const bottom = Math.min(Math.max(...places.map((place) => place.bottom)), top + box.height);
    if (top < box.top) room.scrollTop -= box.top - top + ROUND;
    else if (bottom > box.bottom) room.scrollTop += bottom - box.bottom + ROUND;
  }, [at]);
  return (
    <div class={`card board${hasColumns(parsed) ? "" : " on-line"}`} ref={board}>
      <Sheet
        parsed={parsed}
        lit={lit}
        label={t("explain.board")}
        least="1rem"
        place={({ glyph, row, cell }) => {
          const digits = open[cell] ?? [];
          const place = `${row},${glyph.column}`;
          const isOne = digits.length === 1;
          const isNew = digits.length < (parsed.cells[cell]?.digits.length ?? 0);
          return (
            <span class={`place still${lit.has(place) ? " lit" : ""}`} role="gridcell" data-at={place}>
              <Face
                cell={parsed.cells[cell]}
                base={baseOf(parsed)}
                digit={isOne ? (digits[0] ?? null) : null}
                marks={isNew ? digits : []}
                letter={names.get(place)}
              />
            </span>
          );
        }}
      />
    </div>
  );
}

/** As beside the sheet that is played, no button loses the focus at either end. */
export function Controls() {
  const [isPlaying, setPlaying] = useState(false);
  const isEnd = isAtEnd.value;
  useEffect(() => {
    if (!isPlaying) return;
    const timer = setInterval(() => go(1), PACE);
    return () => clearInterval(timer);
  }, [isPlaying]);
  useEffect(() => {
    if (isEnd) setPlaying(false);
  }, [isEnd]);
  return (
    <div class="row" role="toolbar" aria-label={t("explain.steps")}>
      <button type="button" aria-disabled={step.value === 0} onClick={() => go(-1e6)} aria-label={t("explain.first")}>
        |◂
      </button>
      <button type="button" aria-disabled={step.value === 0} onClick={() => go(-1)}>
        {t("explain.back")}
      </button>
      <button type="button" class="primary" aria-disabled={isEnd} onClick={() => go(1)}>
        {t("explain.next")}
      </button>
      <button type="button" aria-disabled={isEnd} onClick={() => go(1e6)} aria-label={t("explain.last")}>
        ▸|
      </button>
      <button
        type="button"
        aria-disabled={isEnd}
        aria-pressed={isPlaying}
        onClick={() => setPlaying(!isPlaying && !isEnd)}
      >
        {t(isPlaying ? "explain.pause" : "explain.play")}
      </button>
    </div>
  );
}
