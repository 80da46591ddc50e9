/** The drawing of a puzzle: glyphs in their columns, real rules and brackets. What is on one line flows, and may wrap. */
import type { ComponentChildren } from "preact";
import { nameOf } from "../digits.ts";
import { textOf } from "../drawing.ts";
import type { Glyph, Parsed, SheetRow } from "../engine/answers";
import { t } from "../words/index.ts";

export interface Place {
  glyph: Glyph;
  row: number;
  cell: number;
}

interface Props {
  parsed: Parsed;
  /** The digit in the place of each hidden digit, or its name. */
  digits?: readonly (number | undefined)[] | undefined;
  /** The places that are lit, as `row,column`. */
  lit?: ReadonlySet<string>;
  /** Draws the place of a hidden digit in another way. */
  place?: (place: Place) => ComponentChildren;
  label?: string;
  large?: boolean;
  /** How narrow such a place may be, where the drawing would be wider than its room; as wide as a finger needs without it. */
  least?: string;
}

export function baseOf(parsed: Parsed): number {
  return Number(parsed.rules.base);
}

/** The name of a cell: its symbol, or the number of its blank. */
export function cellLabel(parsed: Parsed, cell: number): string {
  const own = parsed.cells[cell];
  if (own?.kind === "symbol") return own.name;
  const blanks = parsed.order.filter((other) => parsed.cells[other]?.kind !== "symbol");
  return `${own?.name ?? ""}${blanks.indexOf(cell) + 1}`;
}

/** Whether a puzzle has columns that must stay above each other. */
export function hasColumns(parsed: Parsed): boolean {
  return parsed.drawn && parsed.sheet.rows.length > 1;
}

/** The text for screen readers: the rows with their digits. */
export function spoken(parsed: Parsed, digits?: readonly (number | undefined)[]): string {
  const line = (row: SheetRow) => {
    let text = "";
    let end = 0;
    for (const glyph of row.glyphs) {
      if (glyph.column > end) text += " ";
      text += shown(glyph, baseOf(parsed), digits);
      end = glyph.column + glyph.width;
    }
    return text.trim();
  };
  return parsed.sheet.rows.map(line).filter(Boolean).join("; ");
}

function shown(glyph: Glyph, base: number, digits?: readonly (number | undefined)[]): string {
  const digit = glyph.cell === null ? undefined : digits?.[glyph.cell];
  return digit === undefined ? glyph.text : nameOf(digit, base);
}

/** How wide a column is that has no place, and how narrow it may be if it has no sign either. */
const COLUMN = "1.1ch";
const GAP = "0.35ch";
/** How narrow a place may be that a finger is to hit. The table of symbols and digits has larger ones. */
const FINGER = "1.625rem";
/** The room of a drawing within its margins. */
const ROOM = "100cqi - 0.75rem";

/**
 * The widths of the columns if digits are to be written in: those of places are wide enough for that. Where a drawing would be
 * wider than its room, they are narrower, and then the gaps. The last column of a place has the room that its others leave.
 */
function widths({ sheet }: Parsed, least: string): Record<string, string> {
  const ends = new Map<number, number>();
  const used = new Set<number>();
  for (const { glyphs } of sheet.rows) {
    for (const { column, width, cell } of glyphs) {
      const end = column + width - 1;
      if (cell !== null) ends.set(end, Math.min(width, ends.get(end) ?? width));
      for (let at = column; at <= end; at++) used.add(at);
    }
  }
  const signs = [...used].filter((column) => !ends.has(column)).length;
  const gaps = sheet.columns - ends.size - signs;
  const within = [...ends.values()].reduce((all, width) => all + width - 1, 0);
  const others = Math.max(0, signs + gaps - within);
  const place = `clamp(${least}, (${ROOM} - ${others} * ${COLUMN}) / ${Math.max(1, ends.size)}, var(--widest, 2.25rem))`;
  const spared = `${ROOM} - ${ends.size} * ${least} - ${Math.max(0, signs - within)} * ${COLUMN}`;
  const gap = `clamp(${GAP}, (${spared}) / ${Math.max(1, gaps)}, ${COLUMN})`;
  const columns = Array.from({ length: sheet.columns }, (_, column) => {
    const width = ends.get(column);
    if (width === undefined) return used.has(column) ? COLUMN : gap;
    return `calc(var(--place) - ${width - 1} * ${COLUMN})`;
  });
  return { "--place": place, gridTemplateColumns: columns.join(" ") };
}

export function Sheet(props: Props) {
  const { parsed, place, label, large, least = FINGER } = props;
  const grid = hasColumns(parsed);
  const classes = `sheet ${grid ? "columns" : "flow"}${large ? " large" : ""}`;
  const role = place ? "grid" : "img";
  const name = label ?? spoken(parsed, props.digits);
  const style = !grid ? {} : place ? widths(parsed, least) : { "--columns": parsed.sheet.columns };
  // Copied as it stands, a drawing would be one digit on each line.
  const copy = (event: ClipboardEvent) => {
    const within = getSelection()?.rangeCount && getSelection()?.getRangeAt(0).commonAncestorContainer;
    if (!within || !(event.currentTarget as Element).contains(within)) return;
    event.clipboardData?.setData("text/plain", textOf(parsed, props.digits));
    event.preventDefault();
  };
  return (
    <div class="scroller">
      <div class={classes} dir="ltr" role={role} aria-label={name} style={style} onCopy={copy}>
        {parsed.sheet.rows.map((row, index) => (
          <Row key={index} {...props} grid={grid} row={row} index={index} />
        ))}
      </div>
      {parsed.sheet.isCut && <p class="soft">{t("sheet.cut")}</p>}
    </div>
  );
}

function Row({ row, index, grid, ...props }: Props & { row: SheetRow; index: number; grid: boolean }) {
  const line = `${index + 1}`;
  // A row without a place, such as a rule alone, is skipped when someone goes through places.
  const hasPlace = row.glyphs.some(({ cell }) => cell !== null);
  const onlyRules = row.glyphs.length === 0 && row.rules.length > 0;
  const parts: ComponentChildren[] = [];
  // On one line the places of a number stay together where they can.
  let word: ComponentChildren[] = [];
  const role = props.place ? "presentation" : undefined;
  const close = (): void => {
    if (word.length > 0)
      parts.push(
        <span key={`word ${parts.length}`} class="word" role={role}>
          {word}
        </span>,
      );
    word = [];
  };
  let end = 0;
  for (const glyph of row.glyphs) {
    // So do a fraction, and a function with its brackets.
    const isWithin = /^[/_(),]$/.test(glyph.text) && word.length > 0;
    const isNumber = !grid && (glyph.cell !== null || isWithin || /^[\p{L}\p{N}]/u.test(glyph.text));
    if (!isNumber || glyph.column > end) close();
    if (!grid && glyph.column > end) parts.push(" ".repeat(glyph.column - end));
    end = glyph.column + glyph.width;
    const style = grid ? { gridRow: line, gridColumn: `${glyph.column + 1} / span ${glyph.width}` } : {};
    (isNumber ? word : parts).push(
      <span key={glyph.column} class="at" style={style} role={role}>
        <One {...props} glyph={glyph} index={index} grid={grid} />
      </span>,
    );
    if (glyph.text === ",") close();
  }
  close();
  if (grid) {
    for (const { from, to, sign } of row.rules) {
      const style = { gridRow: line, gridColumn: `${from + 1} / ${to + 1}` };
      const kind = onlyRules ? (sign === "_" ? "low" : "alone") : "beside";
      parts.push(<span key={`rule ${from}`} class={`rule ${kind}`} style={style} />);
    }
    if (row.glyphs.length + row.rules.length === 0)
      parts.push(<span key="gap" class="gap" style={{ gridRow: line, gridColumn: "1" }} />);
  }
  return (
    <div class="line" role={props.place && (hasPlace ? "row" : "presentation")}>
      {parts}
    </div>
  );
}

function One({
  glyph,
  index,
  grid,
  parsed,
  digits,
  lit,
  place,
}: Props & { glyph: Glyph; index: number; grid: boolean }) {
  const isLit = lit?.has(`${index},${glyph.column}`);
  if (glyph.cell !== null && place) return <>{place({ glyph, row: index, cell: glyph.cell })}</>;
  if (grid && glyph.cell === null && glyph.text === ")" && parsed.layout !== "grid") {
    return <span class={`bracket${isLit ? " lit" : ""}`} />;
  }
  const found = glyph.cell !== null && digits?.[glyph.cell] !== undefined;
  const kind = glyph.cell === null ? "given" : found ? "found" : "hidden";
  return <bdi class={`glyph ${kind}${isLit ? " lit" : ""}`}>{shown(glyph, baseOf(parsed), digits)}</bdi>;
}
