/** The box: a plain text field, with a layer behind it that marks one mistake. */
import { signal, useSignalEffect } from "@preact/signals";
import { useRef } from "preact/hooks";
import { solveHere } from "../bases.ts";
import { unitAt } from "../bytes.ts";
import { read } from "../engine/hands.ts";
import { composing, key, mistake, parsed, put, question, reform, tab, text } from "../state.ts";
import { isNarrow } from "../theme.ts";
import { t } from "../words/index.ts";
import { ofError } from "../words/messages.ts";
import { Later } from "./Later.tsx";
import { Said, settingOf } from "./Said.tsx";

const MOST_LINES = 24;

/** A text with a longer line than this is no drawing yet, but sentences, which are better read if they wrap. */
const LONGEST_DRAWN = 60;

/** In a longer text no place is underlined: the browser would lay all of it out twice with each key. */
const LONGEST_MARKED = 20_000;

/** Why a puzzle has no other form. */
const refused = signal<{ key: string; message: string } | null>(null);

export function Editor() {
  const field = useRef<HTMLTextAreaElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  const value = text.value;
  // Against the text as it is now: this runs a little later, when more may have been typed.
  useSignalEffect(() => {
    if (field.current && field.current.value !== text.value) replace(field.current, text.value);
  });
  useSignalEffect(() => {
    // Another text may have other lines, which the browser has scrolled by itself.
    if (mistake.value) requestAnimationFrame(scroll);
  });
  const type = () => {
    const now = field.current?.value ?? "";
    if (now !== text.value) text.value = now;
  };
  // The beginning of what was pasted is seen, not its end.
  const pasted = () => {
    put(field.current?.value ?? "");
    if (field.current && field.current.selectionStart === field.current.value.length) field.current.scrollLeft = 0;
  };
  const scroll = () => {
    if (!field.current || !layer.current) return;
    layer.current.scrollTop = field.current.scrollTop;
    layer.current.scrollLeft = field.current.scrollLeft;
  };
  // Several bases are no mistake: they are asked one by one.
  const isWrong = mistake.value !== null && !mistake.value.bases;
  const lines = value.split("\n");
  const rows = Math.min(MOST_LINES, Math.max(4, lines.length + 1));
  const isDrawing =
    lines.length > 1 && (parsed.value ? parsed.value.drawn : lines.every((line) => line.length <= LONGEST_DRAWN));
  return (
    <section class="stack editor" aria-label={t("puzzle")}>
      <div class="spread">
        <h2>
          <label for="text">{t("puzzle")}</label>
        </h2>
        <span>
          <Forms />
          {value !== "" && (
            <button
              type="button"
              class="quiet"
              onClick={() => {
                put("", {});
                field.current?.focus();
              }}
            >
              {t("puzzle.new")}
            </button>
          )}
        </span>
      </div>
      <div class={`box${isDrawing ? " drawing" : ""}${isWrong ? " wrong" : ""}`}>
        <div class="marks" ref={layer} aria-hidden="true">
          <Marked />
        </div>
        <textarea
          id="text"
          ref={field}
          rows={rows}
          spellcheck={false}
          autocapitalize="off"
          autocomplete="off"
          dir="auto"
          placeholder={t("puzzle.placeholder")}
          aria-describedby="said"
          aria-invalid={isWrong ? "true" : undefined}
          onInput={type}
          onPaste={() => setTimeout(pasted)}
          onScroll={scroll}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.isComposing) return;
            event.preventDefault();
            solveHere();
          }}
          onCompositionStart={() => {
            composing.value = true;
          }}
          onCompositionEnd={() => {
            type();
            composing.value = false;
          }}
        />
      </div>
      {isNarrow.value && tab.value === "solve" && <Later name="Brief" />}
      {isNarrow.value && tab.value === "play" && parsed.value && (
        <button type="button" onClick={() => document.querySelector(".play")?.scrollIntoView()}>
          {t("skip")}
        </button>
      )}
      <Later name="Bunch" />
      <Said />
    </section>
  );
}

/** A longer text is put in as it is: a browser takes minutes to type thousands of lines. */
const LONGEST_TYPED = 2_000;

/** Puts a text into the box. One that a button has changed is typed there, so that it can be undone like what a person typed. */
function replace(field: HTMLTextAreaElement, next: string): void {
  const focused = document.activeElement;
  const isTyped = field.value !== "" && Math.max(field.value.length, next.length) < LONGEST_TYPED;
  // On a screen without keys, the focus would bring a keyboard up.
  if (isTyped && matchMedia("(pointer: fine)").matches) {
    field.focus({ preventScroll: true });
    field.select();
    document.execCommand("insertText", false, next);
    if (focused instanceof HTMLElement && focused !== field) focused.focus({ preventScroll: true });
  }
  if (field.value !== next) field.value = next;
}

/** The text of the layer, its mistake underlined. */
function Marked() {
  const span = mistake.value?.span;
  if (!span || settingOf(mistake.value)) return null;
  const value = text.value;
  if (value.length > LONGEST_MARKED) return null;
  const from = unitAt(value, span[0]);
  const to = Math.max(unitAt(value, span[1]), from);
  const at = value.slice(from, to);
  // A line break, and the end of the text, have nothing that could be underlined.
  const seen = at === "" || at === "\n" ? ` ${at}` : at;
  return (
    <>
      {value.slice(0, from)}
      <mark>{seen}</mark>
      {value.slice(to)}
    </>
  );
}

/** Writes the puzzle as a drawing, or on one line, if it has such a form. */
function Forms() {
  const now = parsed.value;
  if (!now) return null;
  const as = now.drawn ? "one-line" : "drawing";
  if (refused.value?.key === key.value) return <span class="soft">{refused.value.message}</span>;
  const write = async () => {
    const about = key.value;
    const isWanted = () => about === key.value;
    const outcome = await read({ do: "draw", ...question.value, format: "text", as }, isWanted);
    if (!isWanted()) return;
    if (outcome.is === "answer") reform(outcome.answer.text.replace(/\n+$/, ""));
    else if (outcome.is === "refused") refused.value = { key: key.value, message: ofError(outcome.error) };
  };
  return (
    <button type="button" class="quiet" onClick={write}>
      {t(now.drawn ? "form.line" : "form.drawing")}
    </button>
  );
}
