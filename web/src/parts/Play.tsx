/** The puzzle to be played: its places, a pad of digits, marks, hints, checking. */
import { useEffect, useRef, useState } from "preact/hooks";
import { several } from "../bases.ts";
import { digitOf, nameOf } from "../digits.ts";
import type { Parsed } from "../engine/messages";
import { keep } from "../kept.ts";
import * as play from "../play.ts";
import {
  about,
  blanks,
  check,
  clashes,
  erase,
  game,
  hint,
  isAsking,
  isSolved,
  lit,
  nextLevel,
  now,
  pencil,
  put,
  remember,
  type Selected,
  STRENGTHS,
  type Strength,
  selected,
  stopAsking,
  strength,
  tidy,
  told,
  undo,
  writeDigit,
  wrong,
} from "../playing.ts";
import { drawn, mistake } from "../state.ts";
import { isNarrow } from "../theme.ts";
import { t, word } from "../words/index.ts";
import { Blank, Late, Stale } from "./Blank.tsx";
import { Face } from "./Face.tsx";
import { cellLabel } from "./Rows.tsx";
import { baseOf, hasColumns, Sheet, type Place as SheetPlace } from "./Sheet.tsx";

/** A table of more cells than this is folded at first. */
const MOST_OPEN = 12;

export function Play() {
  const parsed = about.value;
  if (!parsed || !drawn.value || several.value) return <Blank />;
  const classes = `stack play${mistake.value ? " stale" : ""}`;
  return (
    <section class={classes} aria-label={t("tab.play")} onKeyDown={(event) => beside(event, baseOf(parsed))}>
      <Stale />
      <Board parsed={parsed} />
      <Tools parsed={parsed} />
      <details class="table" open={!isNarrow.value && parsed.cells.length <= MOST_OPEN}>
        <summary>{t("play.table")}</summary>
        <Table parsed={parsed} />
      </details>
    </section>
  );
}

/** Keys beside the sheet: digits and undoing, but no letters, which belong to the sheet alone. */
function beside(event: KeyboardEvent, base: number): void {
  const { key, ctrlKey, metaKey, altKey, target } = event;
  if (event.defaultPrevented || altKey || !(target as HTMLElement).matches("button")) return;
  const letter = key.toLowerCase();
  if (ctrlKey || metaKey) {
    if (letter === "z") undo(event.shiftKey ? 1 : -1);
    else if (letter === "y") undo(1);
    else return;
  } else if (/^\d$/.test(key) && Number(key) < base) writeDigit(Number(key));
  else if (key === "Backspace") erase();
  else return;
  event.preventDefault();
}

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

function Board({ parsed }: { parsed: Parsed }) {
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
    if (!chosen) return;
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

/** The answer: below the buttons that ask, which would otherwise move away under the finger. */
function Told() {
  const said = told.value;
  const place = useRef<HTMLDivElement>(null);
  // Below a tall drawing it would be off the screen.
  useEffect(() => {
    if (said) place.current?.scrollIntoView({ block: "nearest" });
  }, [said]);
  return (
    <div ref={place} role="status" aria-live="polite" class="told">
      {said && <p class={`badge ${said.tone} pre`}>{said.text}</p>}
      {isAsking.value && (
        <Late>
          <div class="row">
            <span>{t("play.looking")}</span>
            <progress aria-label={t("progress")} />
            <button
              type="button"
              onClick={() => {
                stopAsking();
                // The button is gone then, and the focus with it.
                document.querySelector<HTMLElement>(".play .primary")?.focus();
              }}
            >
              {t("stop")}
            </button>
          </div>
        </Late>
      )}
    </div>
  );
}

/** Buttons without effect now are not disabled: the browser would take the focus from the button that was just pressed. */
function Tools({ parsed }: { parsed: Parsed }) {
  const base = baseOf(parsed);
  const cell = selected.value?.cell;
  const possible = cell === undefined ? null : play.open(parsed, now.value, cell);
  const here = cell === undefined ? undefined : now.value[cell];
  const isMarked = pencil.value && here?.digit === null;
  const { boards, at, checkpoints, hints } = game.value;
  return (
    <div class="stack">
      <div class="row">
        <fieldset class="segments">
          <legend class="unseen">{t("play.with")}</legend>
          {([false, true] as const).map((one) => (
            <label key={String(one)} class="segment">
              <input
                type="radio"
                name="pencil"
                class="unseen"
                checked={pencil.value === one}
                onChange={() => {
                  pencil.value = one;
                }}
              />
              <span>{t(one ? "play.pencil" : "play.pen")}</span>
            </label>
          ))}
        </fieldset>
        <button type="button" aria-disabled={at === 0} onClick={() => undo(-1)}>
          {t("play.undo")}
        </button>
        <button type="button" aria-disabled={at === boards.length - 1} onClick={() => undo(1)}>
          {t("play.redo")}
        </button>
      </div>
      <fieldset class="pad">
        <legend class="unseen">{t("play.pad")}</legend>
        {Array.from({ length: base }, (_, digit) => {
          const isIn = isMarked ? here?.marks.includes(digit) : here?.digit === digit;
          return (
            <button
              type="button"
              key={digit}
              class={possible && !possible.has(digit) ? "pale" : ""}
              aria-pressed={Boolean(isIn)}
              aria-disabled={!here || (pencil.value && !isMarked)}
              onClick={() => writeDigit(digit)}
            >
              {nameOf(digit, base)}
            </button>
          );
        })}
        <button type="button" disabled={cell === undefined} onClick={erase} aria-label={t("keys.clear")}>
          ⌫
        </button>
      </fieldset>
      <div class="row">
        <button type="button" class="primary" aria-disabled={isAsking.value} onClick={hint}>
          {t(`hint.${nextLevel.value as 1 | 2 | 3}`)}
        </button>
        <span class="row checks">
          <button type="button" aria-disabled={isAsking.value} onClick={check}>
            {t("check")}
          </button>
          <label class="unseen" for="strength">
            {t("check.how")}
          </label>
          <select
            id="strength"
            value={strength.value}
            onChange={(event) => {
              strength.value = event.currentTarget.value as Strength;
              keep("strength", strength.value);
            }}
          >
            {STRENGTHS.map((one) => (
              <option key={one} value={one}>
                {t(`check.${one}`)}
              </option>
            ))}
          </select>
        </span>
        {hints > 0 && <span class="soft">{t("hint.count", { n: hints })}</span>}
      </div>
      <Told />
      <div class="row">
        <button type="button" onClick={() => put(play.allMarks(parsed, now.value))}>
          {t("play.all-marks")}
        </button>
        <button type="button" onClick={() => put(play.cleared(now.value))}>
          {t("play.clear")}
        </button>
        <button type="button" onClick={remember}>
          {t("play.remember")}
        </button>
        {checkpoints.length > 0 && (
          <select
            aria-label={t("play.back-to")}
            value=""
            onChange={(event) => {
              const found = checkpoints[Number(event.currentTarget.value)];
              if (found && event.currentTarget.value) put(found.board);
              event.currentTarget.value = "";
            }}
          >
            <option value="">{t("play.back-to")}</option>
            {checkpoints.map(({ name }, index) => (
              <option key={name} value={index}>
                {name}
              </option>
            ))}
          </select>
        )}
      </div>
      <label class="row tight">
        <input
          type="checkbox"
          checked={tidy.value}
          onChange={(event) => {
            tidy.value = event.currentTarget.checked;
            keep("tidy", tidy.value ? "on" : "off");
          }}
        />
        {t("play.tidy")}
      </label>
    </div>
  );
}

/** Symbols by digits: the same board, to be read and written the other way. */
function Table({ parsed }: { parsed: Parsed }) {
  const base = baseOf(parsed);
  const table = useRef<HTMLTableElement>(null);
  const [here, setHere] = useState<[number, number]>([0, 0]);
  useEffect(() => setHere([0, 0]), [parsed]);
  const keys = (event: KeyboardEvent) => {
    const by: Record<string, [number, number]> = {
      ArrowUp: [-1, 0],
      ArrowDown: [1, 0],
      ArrowLeft: [0, -1],
      ArrowRight: [0, 1],
    };
    const step = by[event.key];
    if (!step) return;
    event.preventDefault();
    const row = Math.max(0, Math.min(parsed.order.length - 1, here[0] + step[0]));
    const digit = Math.max(0, Math.min(base - 1, here[1] + step[1]));
    setHere([row, digit]);
    table.current?.querySelector<HTMLElement>(`[data-to="${row},${digit}"]`)?.focus();
  };
  return (
    <div class="scroller">
      <table class="marks-table" ref={table} onKeyDown={keys}>
        <thead>
          <tr>
            <td />
            {Array.from({ length: base }, (_, digit) => (
              <th key={digit} scope="col">
                {nameOf(digit, base)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {parsed.order.map((cell, row) => {
            const { digit, marks } = now.value[cell] ?? { digit: null, marks: [] };
            const possible = play.open(parsed, now.value, cell);
            return (
              <tr key={cell}>
                <th scope="row">
                  <bdi>{cellLabel(parsed, cell)}</bdi>
                </th>
                {Array.from({ length: base }, (_, other) => {
                  const state =
                    digit === other ? "is" : marks.includes(other) ? "mark" : possible.has(other) ? "open" : "no";
                  return (
                    <td key={other}>
                      <button
                        type="button"
                        class={`to ${state}`}
                        data-to={`${row},${other}`}
                        tabIndex={here[0] === row && here[1] === other ? 0 : -1}
                        aria-label={t(`table.${state}`, { name: cellLabel(parsed, cell), digit: nameOf(other, base) })}
                        onClick={() => {
                          setHere([row, other]);
                          writeDigit(other, pencil.value, cell);
                        }}
                      >
                        {state === "is" ? "●" : state === "mark" ? nameOf(other, base) : state === "no" ? "–" : ""}
                      </button>
                    </td>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
