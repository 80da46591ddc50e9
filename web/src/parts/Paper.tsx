/** The printed pages, which only the printer sees: puzzles, and their key. */
import { useEffect } from "preact/hooks";
import type { Code } from "../codes.ts";
import { nameOf } from "../digits.ts";
import type { CellInfo, Parsed } from "../engine/answers";
import { called, number, t, valued } from "../words/index.ts";
import { coded, type Options, options, type Ready, ready } from "../worksheet.ts";
import { baseOf, hasColumns, Sheet } from "./Sheet.tsx";

/** The rules that are not usual, in words. */
export function rulesInWords({ changed }: Parsed): string {
  const words = Object.entries(changed)
    .filter(([name]) => name !== "layout")
    .map(([name, values]) => {
      if (name === "base") return t("sheet.base", { base: values.join(", ") });
      // A button that is on has the name of its effect.
      const own = values.filter((value) => value !== "true").map(valued);
      return own.length > 0 ? t("sheet.rule", { name: called(name), value: own.join(", ") }) : called(name);
    });
  return words.join("; ");
}

export function Paper() {
  const all = ready.value;
  // The browser may print something else next.
  useEffect(() => {
    const empty = () => {
      ready.value = [];
    };
    addEventListener("afterprint", empty);
    return () => removeEventListener("afterprint", empty);
  }, []);
  if (all.length === 0) return null;
  const { title, each, paper, key, word, large } = options.value;
  const pages: Ready[][] = [];
  for (let from = 0; from < all.length; from += each) pages.push(all.slice(from, from + each));
  const code = coded(word, all);
  return (
    <div class={`paper ${paper}${large ? " large" : ""}`}>
      {pages.map((page, at) => (
        <section class="print-page" key={page[0]?.entry.text}>
          <header>
            <span class="print-title">{title}</span>
            <span>{t("sheet.name")} ______________________</span>
            <span>{t("sheet.date")} ____________</span>
            <span>
              {t("sheet.points")} ____ / {number(all.length)}
            </span>
          </header>
          <div class="slots" data-each={each} style={{ gridTemplateRows: rowsOf(page, each) }}>
            {page.map((one, index) => (
              <Slot key={one.entry.text} one={one} number={at * each + index + 1} each={each} />
            ))}
          </div>
          {code && at === pages.length - 1 && (
            <p class="code">
              {t("sheet.code", { n: code.number })}{" "}
              {code.digits.map((digit, index) => (
                <span key={index}>
                  {nameOf(digit, 36)}
                  <br />_
                </span>
              ))}
            </p>
          )}
          {key === "turned" && (
            <footer class="turned">
              <Key all={page} from={at * each + 1} />
            </footer>
          )}
        </section>
      ))}
      {key === "page" && (
        <section class="print-page key-page">
          <header>
            <span class="print-title">{t("sheet.answers")}</span>
          </header>
          <Key all={all} from={1} />
        </section>
      )}
    </div>
  );
}

/** The least that a puzzle is counted as, in lines; and what stands above it. */
const LEAST = 10;
const ABOVE = 4.5;
/** About how many signs stand on a line, where two puzzles are side by side. */
const ON_LINE = 27;

/** How many puzzles are side by side. */
function beside(each: Options["each"]): number {
  return each > 2 ? 2 : 1;
}

/** How high a puzzle is, in its own letters: a rule alone is lower than a row. What is no drawing wraps. */
function heightOf(parsed: Parsed, each: Options["each"]): number {
  const { rows } = parsed.sheet;
  if (hasColumns(parsed))
    return rows.reduce((all, { glyphs, rules }) => all + (glyphs.length === 0 && rules.length > 0 ? 0.6 : 1.35), 0);
  const most = (2 * ON_LINE) / beside(each);
  return rows.reduce((all, { glyphs }) => all + 1.5 * Math.ceil(((glyphs.at(-1)?.column ?? 0) + 1) / most), 0);
}

/** Higher puzzles have more of the page, and all have room to work. */
function rowsOf(page: readonly Ready[], each: Options["each"]): string {
  const heights = Array.from({ length: each / beside(each) }, (_, row) => {
    const here = page.slice(row * beside(each), (row + 1) * beside(each));
    return Math.max(LEAST, ...here.map(({ parsed }) => heightOf(parsed, each) + ABOVE));
  });
  return heights.map((height) => `minmax(0, ${height}fr)`).join(" ");
}

/** How wide boxes to write in may be with the space around them, in mm; 7 mm are what children need. */
const BOXES = [9.5, 7.6];
const LARGE_BOX = 11.4;
/** How high they are, compared with their width. */
const HIGH = 1.1;
/** How large a square of a code is, in mm: smaller ones are hard to read for a phone. */
const SQUARE = 0.4;

/** How wide a puzzle may be, in mm: the page has 182. */
function room(each: Options["each"]): number {
  return 182 / beside(each) - 8;
}

/** How wide its boxes are, if there are boxes to write in, and room for them; a page is about 230 mm high. */
function boxOf({ parsed, code }: Ready, each: Options["each"]): number | null {
  const { boxes, large } = options.value;
  const { columns, rows } = parsed.sheet;
  if (!boxes || !hasColumns(parsed)) return null;
  const fits = (box: number) => {
    const above = isBeside(columns * box, code, each) ? 18 : 12 + (code?.size ?? 0) * SQUARE;
    const high = (230 * beside(each)) / each - above;
    return columns <= room(each) / box - 1 && rows.length <= high / (box * HIGH);
  };
  return (large ? [LARGE_BOX, ...BOXES] : BOXES).find(fits) ?? null;
}

/** How wide a puzzle is, in mm, at most: digits are as large as `print.css` has them. */
function widthOf({ parsed }: Ready, box: number | null, each: Options["each"]): number {
  if (!hasColumns(parsed)) return room(each);
  return parsed.sheet.columns * (box ?? (options.value.large ? 4.8 : 3.1));
}

/** Whether a code has its place beside a puzzle that is so wide, in mm, and not above it. */
function isBeside(wide: number, code: Code | null, each: Options["each"]): boolean {
  return wide + 6 + (code?.size ?? 0) * SQUARE <= room(each);
}

function Box({ cell }: { cell: CellInfo | undefined }) {
  return (
    <span class="write">
      <bdi class="of">{cell?.kind === "symbol" ? cell.name : cell?.kind === "wrong" ? cell.shown : ""}</bdi>
    </span>
  );
}

function Slot({ one, number: own, each }: { one: Ready; number: number; each: Options["each"] }) {
  const words = rulesInWords(one.parsed);
  const { code } = one;
  const box = boxOf(one, each);
  const side = `${(code?.size ?? 0) * SQUARE}mm`;
  const isAbove = !isBeside(widthOf(one, box, each), code, each);
  return (
    <div class="slot" style={{ "--box": `${box}mm`, "--high": HIGH, "--side": side }}>
      {code && (
        <a class="qr" href={code.link}>
          <svg viewBox={`0 0 ${code.size} ${code.size}`}>
            <title>{t("share.link")}</title>
            <path d={code.path} />
          </svg>
        </a>
      )}
      <p class={isAbove ? "below" : ""}>
        <strong>{number(own)}.</strong> {words && <em>{words}</em>}
      </p>
      <div class="room" style={{ "--rows": heightOf(one.parsed, each), "--columns": one.parsed.sheet.columns }}>
        {box ? (
          <Sheet parsed={one.parsed} least={`${box}mm`} place={({ cell }) => <Box cell={one.parsed.cells[cell]} />} />
        ) : (
          <Sheet parsed={one.parsed} />
        )}
      </div>
    </div>
  );
}

function Key({ all, from }: { all: readonly Ready[]; from: number }) {
  return (
    <div class="key">
      {all.map((one, index) => (
        <div key={one.entry.text} class="key-one">
          <strong>{number(from + index)}.</strong>
          {one.digits ? (
            <Sheet parsed={one.parsed} digits={one.digits} />
          ) : (
            <span>{t(one.has === "none" ? "badge.none" : "sheet.no-key")}</span>
          )}
          {one.has === "several" && <small>{t("sheet.several")}</small>}
          {one.digits && one.parsed.cells.some(({ kind }) => kind === "symbol") && (
            <small>
              {one.parsed.order
                .filter((cell) => one.parsed.cells[cell]?.kind === "symbol")
                .map((cell) => `${one.parsed.cells[cell]?.name}=${nameOf(one.digits?.[cell] ?? 0, baseOf(one.parsed))}`)
                .join(" ")}
            </small>
          )}
        </div>
      ))}
    </div>
  );
}
