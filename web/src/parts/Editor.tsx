/** The box: a plain text field, with a layer behind it that marks one mistake. */
import { signal, useSignalEffect } from "@preact/signals";
import { useRef } from "preact/hooks";
import { spliced, unitAt } from "../bytes.ts";
import { read } from "../engine/hands.ts";
import type { Mistake } from "../engine/messages";
import { broken, composing, key, mistake, parsed, put, question, reading, rules, text } from "../state.ts";
import { t } from "../words/index.ts";
import { inOwnWords, ofError } from "../words/messages.ts";

const MOST_LINES = 24;

/** The only line of a text that is a puzzle by itself, where the whole is none. */
const alone = signal<{ key: string; line: string; whole: string } | null>(null);
/** Texts of more lines than this are no puzzle with a few sentences around it. */
const MOST_TO_TRY = 12;

/** Looks for a line that can be read by itself, such as a sum between the sentences of a newspaper. */
async function lookForLine(): Promise<void> {
  const about = key.value;
  const lines = text.value.split("\n").map((line) => line.trim());
  const settings = lines.filter((line) => line.startsWith("@"));
  const likely = lines.filter((line) => !line.startsWith("@") && /[=<>≠≤≥]/.test(line));
  if (lines.length < 2 || likely.length > MOST_TO_TRY) return;
  const found: string[] = [];
  for (const line of likely) {
    const outcome = await read({
      do: "parse",
      text: [...settings, line].join("\n").toWellFormed(),
      rules: rules.value,
    });
    if (about !== key.value) return;
    if (outcome.is === "answer" && outcome.answer.cells.length > 1) found.push(line);
  }
  const [line] = found;
  if (line !== undefined && found.length === 1)
    alone.value = { key: about, line, whole: [...settings, line].join("\n") };
}

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
  useSignalEffect(() => {
    const { value } = mistake;
    if (value && !value.repair && !value.bases && !value.setting) lookForLine();
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
  if (!span || settingOf(mistake.value)) return null;
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

/** The setting whose value a mistake is in, if it is not in the text: its place is one in that value. */
function settingOf(error: Mistake | null): string | null {
  const origin = error?.origin ?? "puzzle";
  return origin === "puzzle" || origin === "setting" ? null : origin;
}

/** What a repair makes of the text, or of the one value of a setting, and how it is shown; nothing if it is not clear of which. */
function mended(error: Mistake): { shown: string; apply: () => void } | null {
  const repair = error.repair;
  if (!repair) return null;
  const name = settingOf(error);
  if (name === null) {
    const whole = spliced(text.value, repair.span, repair.text);
    return { shown: lineAround(whole, unitAt(text.value, repair.span[0])), apply: () => put(whole) };
  }
  const values = [rules.value[name] ?? []].flat();
  const [value] = values;
  if (value === undefined || values.length > 1) return null;
  const next = spliced(value, repair.span, repair.text);
  return { shown: `${name} ${next}`, apply: () => put(text.value, { ...rules.value, [name]: next }) };
}

/** The line of a text that has a place in it. */
function lineAround(text: string, at: number): string {
  const end = text.indexOf("\n", at);
  return text.slice(text.lastIndexOf("\n", at - 1) + 1, end < 0 ? text.length : end);
}

/** The label of a mistake, which has a key of its own. */
function labelled(error: Mistake) {
  return { key: `${error.key}.label`, params: error.params };
}

/** What the library says of the text. */
function Said() {
  // Several bases are no mistake here: they are asked one by one.
  const error = mistake.value?.bases ? null : mistake.value;
  const parsedNow = parsed.value;
  const repair = error && mended(error);
  return (
    <div id="said" class="said" role="status" aria-live="polite">
      {error && (
        <div class="note bad">
          <p>
            <strong>{ofError(error)}</strong>
            {error.label && <span> — {inOwnWords(labelled(error), error.label)}</span>}
          </p>
          {error.help && <p>{inOwnWords({ key: error.help_key, params: error.help_params }, error.help)}</p>}
          {repair && (
            <p>
              <button type="button" onClick={repair.apply}>
                {t("repair", { text: repair.shown })}
              </button>
            </p>
          )}
        </div>
      )}
      {error && alone.value?.key === key.value && (
        <p>
          <button type="button" onClick={() => put(alone.value?.whole ?? "")}>
            {t("puzzle.line", { text: alone.value.line })}
          </button>
        </p>
      )}
      {parsedNow?.notes.map((note) => (
        <p key={note.key} class="note">
          {inOwnWords(note, note.text)}
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
    else if (outcome.is === "refused") refused.value = { key: key.value, message: ofError(outcome.error) };
  };
  return (
    <button type="button" class="quiet" onClick={write}>
      {t(now.drawn ? "form.line" : "form.drawing")}
    </button>
  );
}
