/** The worksheet: what is on it, and the paper, which only the printer sees. */
import { useEffect } from "preact/hooks";
import { nameOf } from "../digits.ts";
import type { CellInfo, Parsed } from "../engine/messages";
import { parsed, rules, tab, text } from "../state.ts";
import { called, number, t, valued } from "../words/index.ts";
import {
  add,
  change,
  coded,
  EACH,
  entries,
  fillForClass,
  has,
  isOpen,
  isPreparing,
  KEYS,
  MOST,
  type Options,
  options,
  PAPERS,
  prepare,
  type Ready,
  ready,
} from "../worksheet.ts";
import { Dialog } from "./Dialog.tsx";
import { baseOf, hasColumns, Sheet } from "./Sheet.tsx";

export function Print() {
  const now = { text: text.value, rules: rules.value };
  const print = async () => {
    await prepare();
    // Once the paper is there.
    requestAnimationFrame(() => requestAnimationFrame(() => window.print()));
  };
  const set = (changes: Partial<Options>) => {
    options.value = { ...options.value, ...changes };
  };
  const show = () => {
    if (parsed.value && entries.value.length === 0) add(now);
    isOpen.value = true;
  };
  const isOnSheet = has(now);
  // The puzzle in the box is not seen beside those that are made.
  const isSeen = tab.value !== "make";
  const { title, each, paper, key, word, boxes } = options.value;
  return (
    <>
      <button type="button" onClick={show}>
        {t("print")}
      </button>
      <Dialog
        open={isOpen.value}
        close={() => {
          isOpen.value = false;
        }}
        title={t("sheet")}
      >
        {entries.value.length === 0 && <p class="soft">{t("sheet.empty")}</p>}
        <ol class="entries">
          {entries.value.map((entry, index) => (
            <li key={entry.text + JSON.stringify(entry.rules)}>
              <pre>{entry.text}</pre>
              <button
                type="button"
                class="quiet"
                aria-label={t("sheet.remove", { n: index + 1 })}
                onClick={() => change(entries.value.filter((other) => other !== entry))}
              >
                ×
              </button>
            </li>
          ))}
        </ol>
        <div class="row">
          <button type="button" onClick={fillForClass}>
            {t("sheet.class")}
          </button>
          {isSeen && (
            <button
              type="button"
              disabled={!parsed.value || entries.value.length >= MOST || isOnSheet}
              onClick={() => add(now)}
            >
              {t("sheet.add")}
            </button>
          )}
          <span class="soft">
            {isSeen && isOnSheet ? t("make.added") : t("sheet.count", { n: entries.value.length, most: MOST })}
          </span>
        </div>
        <div class="fields">
          <label>
            {t("sheet.title")}
            <input value={title} onInput={(event) => set({ title: event.currentTarget.value })} />
          </label>
          <Choice
            name="each"
            values={EACH.map(String)}
            value={String(each)}
            set={(value) => set({ each: Number(value) as Options["each"] })}
          />
          <Choice
            name="paper"
            values={PAPERS}
            value={paper}
            set={(value) => set({ paper: value as Options["paper"] })}
          />
          <Choice name="key" values={KEYS} value={key} set={(value) => set({ key: value as Options["key"] })} />
          <label>
            {t("sheet.word")}
            <input value={word} onInput={(event) => set({ word: event.currentTarget.value })} />
          </label>
          <label class="row tight">
            <input type="checkbox" checked={boxes} onChange={(event) => set({ boxes: event.currentTarget.checked })} />
            {t("sheet.boxes")}
          </label>
        </div>
        <div class="row">
          <button
            type="button"
            class="primary"
            disabled={entries.value.length === 0 || isPreparing.value}
            onClick={print}
          >
            {t(isPreparing.value ? "sheet.preparing" : "sheet.print")}
          </button>
          <span class="soft">{t("sheet.pdf")}</span>
        </div>
      </Dialog>
    </>
  );
}

interface ChoiceProps {
  name: "each" | "paper" | "key";
  values: readonly string[];
  value: string;
  set: (value: string) => void;
}

function Choice({ name, values, value, set }: ChoiceProps) {
  const label = (one: string) =>
    name === "each" ? number(Number(one)) : t(`sheet.${name}.${one}` as "sheet.key.page");
  return (
    <label>
      {t(`sheet.${name}`)}
      <select value={value} onChange={(event) => set(event.currentTarget.value)}>
        {values.map((one) => (
          <option key={one} value={one}>
            {label(one)}
          </option>
        ))}
      </select>
    </label>
  );
}

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

/** The printed pages: puzzles, and their key. */
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
  const { title, each, paper, key, word } = options.value;
  const pages: Ready[][] = [];
  for (let from = 0; from < all.length; from += each) pages.push(all.slice(from, from + each));
  const code = coded(word, all);
  return (
    <div class={`paper ${paper}`} aria-hidden="true">
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

/** How wide a box to write in is with the space around it: 7 mm are what children need. */
const BOX = "7.6mm";

/** Whether there are boxes to write in, and room for them: a page is 182 mm wide, and about 230 high. */
function isBoxed(parsed: Parsed, each: Options["each"]): boolean {
  const most = 182 / beside(each) / 7.6 - 2;
  const high = (230 * beside(each)) / each / 9 - 2;
  const { columns, rows } = parsed.sheet;
  return options.value.boxes && hasColumns(parsed) && columns <= most && rows.length <= high;
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
  return (
    <div class="slot">
      <p>
        <strong>{number(own)}.</strong> {words && <em>{words}</em>}
      </p>
      <div class="room" style={{ "--rows": heightOf(one.parsed, each), "--columns": one.parsed.sheet.columns }}>
        {isBoxed(one.parsed, each) ? (
          <Sheet parsed={one.parsed} least={BOX} place={({ cell }) => <Box cell={one.parsed.cells[cell]} />} />
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
