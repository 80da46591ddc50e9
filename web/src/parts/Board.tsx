/** The sheet that is played: its places, and the keys in it. */
import { useEffect, useRef } from "preact/hooks";
import { digitOf, nameOf } from "../digits.ts";
import type { Parsed } from "../engine/answers";
import { blanks, check, hint, isSolved, lit, wrong } from "../judging.ts";
import type * as play from "../play.ts";
import { clashes, erase, now, pencil, type Selected, selected, undo, writeDigit } from "../playing.ts";
import { t, word } from "../words/index.ts";
import { Face } from "./Face.tsx";
import { baseOf, cellLabel, hasColumns, Sheet, type Place as SheetPlace } from "./Sheet.tsx";

/** All places of the sheet, in rows. */
function placesOf(parsed: Parsed): Selected[] {
  return parsed.sheet.rows.flatMap(({ glyphs }, row) =>
    glyphs.flatMap(({ column, cell }) => (cell === null ? [] : [{ row, column, cell }])),
  );
}

/** The place that arrows lead to. */
function next(parsed: Parsed, from: Selected, key: string): Selected | undefined {
  const places = placesOf(parsed);
  const at = places.findIndex((place) => place.row === from.row && place.column === from.column);
  if (key === "ArrowRight") return places[at + 1];
  if (key === "ArrowLeft") return places[at - 1];
  if (key === "Home") return places.find(({ row }) => row === from.row);
  if (key === "End") return places.findLast(({ row }) => row === from.row);
  const step = key === "ArrowDown" ? 1 : -1;
  const rows = [...new Set(places.map(({ row }) => row))].filter((row) => (row - from.row) * step > 0);
  const row = step > 0 ? Math.min(...rows) : Math.max(...rows);
  const distance = (place: Selected) => Math.abs(place.column - from.column);
  return places.filter((place) => place.row === row).sort((a, b) => distance(a) - distance(b))[0];
}

export function Board({ parsed }: { parsed: Parsed }) {
  const grid = useRef<HTMLDivElement>(null);
  const first = placesOf(parsed)[0];
  const chosen = selected.value ?? first;
  const focus = (place: Selected | undefined) => {
    if (!place) return;
    selected.value = place;
    requestAnimationFrame(() =>
      grid.current?.querySelector<HTMLElement>(`[data-at="${place.row},${place.column}"]`)?.focus(),
    );
  };
  const keys = (event: KeyboardEvent) => {
    if (!chosen || event.defaultPrevented) return;
    if (!selected.value) selected.value = chosen;
    const { key, code, altKey, metaKey } = event;
    const isControl = event.ctrlKey || metaKey;
    const typed = /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1];
    const letter = key.toLowerCase();
    const digit = digitOf(key, baseOf(parsed));
    if (/^(Arrow|Home$|End$)/.test(key)) focus(next(parsed, chosen, key));
    else if (isControl && letter === "z") undo(event.shiftKey ? 1 : -1);
    else if (isControl && letter === "y") undo(1);
    else if ((isControl || (event.shiftKey && !altKey)) && typed && Number(typed) < baseOf(parsed))
      writeDigit(Number(typed), true);
    else if (isControl || altKey) return;
    else if (digit !== undefined) writeDigit(digit);
    else if (key === "Backspace" || key === "Delete") erase();
    else if (letter === "p") pencil.value = !pencil.value;
    else if (letter === "h") hint();
    else if (letter === "c") check();
    else return;
    event.preventDefault();
  };
  // Digits and undoing go to the chosen place from wherever nothing else takes keys: nobody has to click it first. Letters
  // belong to the sheet alone.
  const elsewhere = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    const { key } = event;
    const isOurs = /^(\d|Backspace)$/.test(key) || ((event.ctrlKey || event.metaKey) && /^[zy]$/i.test(key));
    if (!isOurs || target.closest(".board, input:not([type=radio], [type=checkbox]), textarea, select, dialog")) return;
    keys(event);
    // From the page itself, and from a tab, arrows go on from there. A button beside the sheet keeps the focus.
    if (event.defaultPrevented && !target.closest(".play")) focus(chosen);
  };
  useEffect(() => {
    addEventListener("keydown", elsewhere);
    return () => removeEventListener("keydown", elsewhere);
  });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys come from the places inside
    <div
      class={`card board${hasColumns(parsed) ? "" : " on-line"}${isSolved.value ? " solved" : ""}`}
      ref={grid}
      onKeyDown={keys}
    >
      <Sheet
        parsed={parsed}
        label={t("play.board")}
        lit={lit.value}
        place={(place) => <One parsed={parsed} place={place} chosen={chosen} focus={focus} />}
      />
    </div>
  );
}

/** The name of a place: `place 4 from the right, addend 1, S, 9`. */
function spokenPlace(parsed: Parsed, { glyph, row, cell }: SheetPlace, { digit, marks }: play.Place): string {
  const glyphs = parsed.sheet.rows[row]?.glyphs ?? [];
  const at = glyphs.indexOf(glyph);
  let power = 0;
  const isDigit = (index: number) => {
    const other = glyphs[index];
    return other !== undefined && (other.cell !== null || /^\p{Nd}$/u.test(other.text));
  };
  for (
    let i = at + 1;
    isDigit(i) && glyphs[i]?.column === (glyphs[i - 1]?.column ?? 0) + (glyphs[i - 1]?.width ?? 1);
    i++
  )
    power++;
  const called = glyph.role && (word(`role.${glyph.role.kind}`) ?? glyph.role.kind);
  const role = called ? `${called} ${glyph.role?.index ?? ""}`.trim() : "";
  const pencilled = marks.map((mark) => nameOf(mark, baseOf(parsed))).join(" ");
  const parts = [
    t("place.power", { n: power + 1 }),
    role,
    cellLabel(parsed, cell),
    digit === null ? t("place.empty") : nameOf(digit, baseOf(parsed)),
    digit === null && pencilled ? t("place.marks", { marks: pencilled }) : "",
  ];
  return parts.filter(Boolean).join(", ");
}

interface OneProps {
  parsed: Parsed;
  place: SheetPlace;
  chosen: Selected | undefined;
  focus: (place: Selected) => void;
}

function One({ parsed, place, chosen, focus }: OneProps) {
  const { glyph, row, cell } = place;
  const own = now.value[cell] ?? { digit: null, marks: [] };
  const { digit, marks } = own;
  const isHere = chosen?.row === row && chosen.column === glyph.column;
  const isTwin = selected.value?.cell === cell;
  const isLit = lit.value.has(`${row},${glyph.column}`);
  const isBad = wrong.value.has(cell);
  const isClash = clashes.value.has(cell);
  const base = baseOf(parsed);
  const classes = ["place", isTwin && "twin", isLit && "lit", (isBad || isClash) && "bad"].filter(Boolean).join(" ");
  const said = spokenPlace(parsed, place, own) + (isBad || isClash ? `, ${t("place.wrong")}` : "");
  return (
    <button
      type="button"
      role="gridcell"
      class={classes}
      data-at={`${row},${glyph.column}`}
      tabIndex={isHere ? 0 : -1}
      aria-selected={isTwin}
      aria-label={said}
      onClick={() => focus({ row, column: glyph.column, cell })}
      onFocus={() => {
        if (selected.value?.row !== row || selected.value.column !== glyph.column)
          selected.value = { row, column: glyph.column, cell };
      }}
    >
      <Face
        cell={parsed.cells[cell]}
        base={base}
        digit={digit}
        marks={marks}
        letter={blanks.value.get(`${row},${glyph.column}`)}
      />
      {(isBad || isClash) && (
        <span class="cross" aria-hidden="true">
          ×
        </span>
      )}
    </button>
  );
}
