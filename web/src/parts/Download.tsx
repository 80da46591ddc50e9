/** The puzzle, its solution and its explanation as files, and copied. */
import { useState } from "preact/hooks";
import { copy, copyPicture, drawing, rasterized } from "../copying.ts";
import { textOf } from "../drawing.ts";
import type { DrawFormat } from "../engine/answers";
import { explain } from "../engine/hands.ts";
import type { Board } from "../play.ts";
import { about, now as played } from "../playing.ts";
import { inWords, isFresh, parsed, question, search, veiled } from "../state.ts";
import { t } from "../words/index.ts";
import { chosenRow } from "./Answer.tsx";
import { Dialog } from "./Dialog.tsx";
import { csvOf } from "./Rows.tsx";
import { save } from "./save.ts";

const DRAWINGS: [DrawFormat, string, string][] = [
  ["svg", "svg", "image/svg+xml"],
  ["latex", "tex", "text/x-tex"],
  ["markdown", "md", "text/markdown"],
  ["text", "txt", "text/plain"],
];

/** The entry of each place, as a drawing expects it; undefined if there is none. */
function written(board: Board): (number | number[])[] | null {
  const isEmpty = board.every(({ digit, marks }) => digit === null && marks.length === 0);
  return isEmpty ? null : board.map(({ digit, marks }) => digit ?? [...marks]);
}

export function Download() {
  const [open, setOpen] = useState(false);
  const [isAnswer, setAnswer] = useState(false);
  const [isPlayed, setPlayed] = useState(false);
  const [said, setSaid] = useState("");
  const now = search.value;
  const found = now && isFresh.value && now.rows.count > 0 && !veiled.value ? now : null;
  const row = found ? found.rows.row(Math.min(chosenRow.value, found.rows.count - 1)) : null;
  const wanted = isAnswer && row ? { row } : {};
  const name = isAnswer && row ? "solution" : "puzzle";
  // The digits entered while playing this puzzle, if there are any. Only pictures have room for them.
  const board = about.value && about.value === parsed.value ? written(played.value) : null;
  const drawn = (format: DrawFormat) =>
    drawing(format, { ...wanted, ...(format === "svg" && isPlayed && board && !isAnswer ? { marks: board } : {}) });
  const attempt = async (work: () => Promise<string>) => {
    setSaid("");
    try {
      setSaid(await work());
    } catch (error) {
      setSaid((error instanceof Error && error.message) || t("download.failed"));
    }
  };
  const file = (format: DrawFormat, ending: string, type: string) =>
    attempt(async () => {
      save(`${name}.${ending}`, type, await drawn(format));
      return t("download.done", { name: `${name}.${ending}` });
    });
  const png = (scale: number) =>
    attempt(async () => {
      save(`${name}@${scale}x.png`, "image/png", await rasterized(await drawn("svg"), scale));
      return t("download.done", { name: `${name}@${scale}x.png` });
    });
  const explanation = (style: "markdown" | "html", ending: string, type: string) =>
    attempt(async () => {
      const outcome = await explain({ do: "explain", ...inWords.value, style }).ended;
      if (outcome.is !== "answer" || !outcome.answer.document) return t("download.failed");
      save(`explanation.${ending}`, type, outcome.answer.document);
      return t("download.done", { name: `explanation.${ending}` });
    });
  const json = () =>
    attempt(async () => {
      if (!found?.answer) return t("download.failed");
      const { parsed: about, rows, answer } = found;
      const solutions = Array.from({ length: rows.count }, (_, at) => ({
        digits: Object.fromEntries(
          about.order.flatMap((cell) =>
            about.cells[cell]?.kind === "symbol" ? [[about.cells[cell]?.name ?? "", rows.digit(at, cell)]] : [],
          ),
        ),
        text: textOf(about, rows.row(at)),
      }));
      save(
        "answer.json",
        "application/json",
        JSON.stringify({ puzzle: question.value.text, ...answer, solutions }, null, 2),
      );
      return t("download.done", { name: "answer.json" });
    });
  return (
    <>
      <button type="button" disabled={!parsed.value} onClick={() => setOpen(true)}>
        {t("download")}
      </button>
      <Dialog open={open} close={() => setOpen(false)} title={t("download")}>
        {row && (
          <label class="row tight">
            <input type="checkbox" checked={isAnswer} onChange={(event) => setAnswer(event.currentTarget.checked)} />
            {t("download.answer")}
          </label>
        )}
        {board && (
          <label class="row tight">
            <input
              type="checkbox"
              checked={isPlayed && !isAnswer}
              disabled={isAnswer && row !== null}
              onChange={(event) => setPlayed(event.currentTarget.checked)}
            />
            {t("download.marks")}
          </label>
        )}
        <h3>{t("download.drawing")}</h3>
        <div class="row">
          {DRAWINGS.map(([format, ending, type]) => (
            <button type="button" key={format} onClick={() => file(format, ending, type)}>
              {t(`download.${format}`)}
            </button>
          ))}
          {[2, 4].map((scale) => (
            <button type="button" key={scale} onClick={() => png(scale)}>
              PNG × {scale}
            </button>
          ))}
        </div>
        {found && (
          <>
            <h3>{t("rows")}</h3>
            <div class="row">
              <button type="button" onClick={json}>
                JSON
              </button>
              <button type="button" onClick={() => save("solutions.csv", "text/csv", csvOf(found))}>
                CSV
              </button>
            </div>
          </>
        )}
        {!veiled.value && (
          <>
            <h3>{t("download.explanation")}</h3>
            <div class="row">
              <button type="button" onClick={() => explanation("markdown", "md", "text/markdown")}>
                Markdown
              </button>
              <button type="button" onClick={() => explanation("html", "html", "text/html")}>
                HTML
              </button>
            </div>
          </>
        )}
        <h3>{t("download.copy")}</h3>
        <div class="row">
          <button
            type="button"
            onClick={() =>
              attempt(async () => {
                await copyPicture(drawn("svg"));
                return t("copied");
              })
            }
          >
            {t("download.picture")}
          </button>
          <button
            type="button"
            onClick={() =>
              attempt(async () => {
                await copy(await drawn("text"));
                return t("copied");
              })
            }
          >
            {t("download.text")}
          </button>
        </div>
        <p role="status" class="soft">
          {said}
        </p>
      </Dialog>
    </>
  );
}
