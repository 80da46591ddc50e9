/** The puzzle, its solution and its explanation as files, and copied. */
import { useState } from "preact/hooks";
import { explain, read } from "../engine/hands.ts";
import type { DrawFormat } from "../engine/messages";
import type { Board } from "../play.ts";
import { about, now as played } from "../playing.ts";
import { inWords, isFresh, parsed, question, search, veiled } from "../state.ts";
import { t } from "../words/index.ts";
import { ofError } from "../words/messages.ts";
import { chosenRow } from "./Answer.tsx";
import { Dialog } from "./Dialog.tsx";
import { csvOf, lineOf } from "./Rows.tsx";
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
  const drawing = async (format: DrawFormat): Promise<string | null> => {
    const marks = format === "svg" && isPlayed && board && !isAnswer ? { marks: board } : {};
    const outcome = await read({ do: "draw", ...question.value, format, ...wanted, ...marks }, () => true);
    if (outcome.is === "answer") return outcome.answer.text;
    setSaid(outcome.is === "refused" ? ofError(outcome.error) : t("download.failed"));
    return null;
  };
  const attempt = async (work: () => Promise<string>) => {
    setSaid("");
    try {
      setSaid(await work());
    } catch (error) {
      setSaid(`${t("download.failed")} ${error instanceof Error ? error.message : ""}`);
    }
  };
  const file = (format: DrawFormat, ending: string, type: string) =>
    attempt(async () => {
      const text = await drawing(format);
      if (text !== null) save(`${name}.${ending}`, type, text);
      return text === null ? t("download.failed") : t("download.done", { name: `${name}.${ending}` });
    });
  const picture = async (scale: number): Promise<Blob> => {
    const svg = await drawing("svg");
    if (svg === null) throw new Error();
    return rasterized(svg, scale);
  };
  const png = (scale: number) =>
    attempt(async () => {
      save(`${name}@${scale}x.png`, "image/png", await picture(scale));
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
        text: lineOf(about, rows.row(at)),
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
                await navigator.clipboard.write([new ClipboardItem({ "image/png": picture(2) })]);
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
                await navigator.clipboard.writeText((await drawing("text")) ?? "");
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

/** The picture of a drawing, on white paper. */
async function rasterized(svg: string, scale: number): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = Math.ceil((image.naturalWidth || 300) * scale);
    canvas.height = Math.ceil((image.naturalHeight || 150) * scale);
    const context = canvas.getContext("2d");
    if (!context) throw new Error("no canvas");
    context.fillStyle = "#ffffff";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
    if (!blob) throw new Error("no picture");
    return blob;
  } finally {
    URL.revokeObjectURL(address);
  }
}
