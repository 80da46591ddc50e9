/** The box: a plain text field, with a layer behind it that marks one mistake. */
import { signal, useSignalEffect } from "@preact/signals";
import { useRef } from "preact/hooks";
import { read } from "../engine/hands.ts";
import { spliced, unitAt } from "../bytes.ts";
import { broken, composing, key, mistake, parsed, put, question, reading, text } from "../state.ts";
import { t } from "../words/index.ts";

const MOST_LINES = 24;

/** Why a puzzle has no other form. */
const refused = signal<{ key: string; message: string } | null>(null);

export function Editor() {
  const field = useRef<HTMLTextAreaElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  const value = text.value;
  // Against the text as it is now: this runs a little later, when more may have been typed.
  useSignalEffect(() => {
    if (field.current && field.current.value !== text.value) field.current.value = text.value;
  });
  const type = () => {
    const now = field.current?.value ?? "";
    if (now !== text.value) text.value = now;
  };
  const scroll = () => {
    if (!field.current || !layer.current) return;
    layer.current.scrollTop = field.current.scrollTop;
    layer.current.scrollLeft = field.current.scrollLeft;
  };
  const lines = value.split("\n").length;
  const rows = Math.min(MOST_LINES, Math.max(4, lines + 1));
  const isDrawing = lines > 1;
  return (
    <section class="stack" aria-label={t("puzzle")}>
      <div class="spread">
        <h2>
          <label for="text">{t("puzzle")}</label>
        </h2>
        <Forms />
      </div>
      <div class={`box${isDrawing ? " drawing" : ""}${mistake.value ? " wrong" : ""}`}>
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
          aria-invalid={mistake.value ? "true" : undefined}
          onInput={type}
          onPaste={() => queueMicrotask(() => put(field.current?.value ?? ""))}
          onScroll={scroll}
          onCompositionStart={() => {
            composing.value = true;
          }}
          onCompositionEnd={() => {
            type();
            composing.value = false;
          }}
        />
      </div>
      <Said />
    </section>
  );
}

/** The text of the layer, its mistake underlined. */
function Marked() {
  const span = mistake.value?.span;
  if (!span) return null;
  const value = text.value;
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

/** What the library says of the text. */
function Said() {
  const error = mistake.value;
  const parsedNow = parsed.value;
  const repair = error?.repair;
  return (
    <div id="said" class="said" role="status" aria-live="polite">
      {error && (
        <div class="note bad">
          <p>
            <strong>{error.message}</strong>
            {error.label && <span> — {error.label}</span>}
          </p>
          {error.help && <p>{error.help}</p>}
          {repair && (
            <p>
              <button type="button" onClick={() => put(spliced(text.value, repair.span, repair.text))}>
                {t("repair", { text: spliced(text.value, repair.span, repair.text) })}
              </button>
            </p>
          )}
        </div>
      )}
      {parsedNow?.notes.map((note) => (
        <p key={note.key} class="note">
          {note.text}
        </p>
      ))}
      {!error && !parsedNow && text.value.trim() && reading.value && !broken.value && (
        <span class="unseen">{t("reading")}</span>
      )}
    </div>
  );
}

/** Writes the puzzle as a drawing, or on one line, if it has such a form. */
function Forms() {
  const now = parsed.value;
  if (!now) return null;
  const as = now.drawn ? "one-line" : "drawing";
  if (refused.value?.key === key.value) return <span class="soft">{refused.value.message}</span>;
  const write = async () => {
    const outcome = await read({ do: "draw", ...question.value, format: "text", as });
    if (outcome.is === "answer") put(outcome.answer.text.replace(/\n+$/, ""));
    else if (outcome.is === "refused") refused.value = { key: key.value, message: outcome.error.message };
  };
  return (
    <button type="button" class="quiet" onClick={write}>
      {t(now.drawn ? "form.line" : "form.drawing")}
    </button>
  );
}
