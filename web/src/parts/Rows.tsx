/** The solutions as a table; only its visible rows are drawn. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { copy as write } from "../copying.ts";
import { digitOf, nameOf } from "../digits.ts";
import { textOf } from "../drawing.ts";
import type { Parsed } from "../engine/answers";
import type { Filter } from "../rows.ts";
import { chosen } from "../rows.ts";
import type { Search } from "../state.ts";
import { number, t } from "../words/index.ts";
import { chosenRow } from "./Answer.tsx";
import { baseOf, cellLabel, hasColumns } from "./Sheet.tsx";

const HEIGHT = 30;
const SEEN = 10;
const MARGIN = 8;
/** Puzzles with more cells than this have no column for each. */
const MOST_COLUMNS = 24;

/** The filters that a text such as `E=5 N≠3` says; `undefined` if it says none. */
export function filtersOf(text: string, parsed: Parsed): Filter[] | undefined {
  const filters: Filter[] = [];
  for (const part of text.split(/[\s,;]+/).filter(Boolean)) {
    const [, name = "", sign = "", value = ""] = /^(.+?)(=|≠|!=)(.+)$/.exec(part) ?? [];
    const digit = digitOf(value, baseOf(parsed));
    const cell = parsed.cells.findIndex((cell, index) => cell.name === name || cellLabel(parsed, index) === name);
    if (cell < 0 || digit === undefined) return undefined;
    filters.push({ cell, digit, is: sign === "=" });
  }
  return filters;
}

export function RowTable({ now }: { now: Search }) {
  const { rows, parsed, version } = now;
  const [filter, setFilter] = useState("");
  const [sort, setSort] = useState<{ cell: number; down: boolean } | null>(null);
  const [top, setTop] = useState(0);
  const scroller = useRef<HTMLDivElement>(null);
  const filters = useMemo(() => filtersOf(filter, parsed), [filter, parsed]);
  const numbers = useMemo(() => chosen(rows, filters ?? [], sort), [rows, version, filters, sort]);
  useEffect(() => {
    chosenRow.value = 0;
    setTop(0);
    setSort(null);
    setFilter("");
    if (scroller.current) scroller.current.scrollTop = 0;
  }, [rows]);
  if (rows.count < 2) return null;
  const count = numbers?.length ?? rows.count;
  const rowAt = (place: number) => numbers?.[place] ?? place;
  const hasCells = parsed.cells.length <= MOST_COLUMNS;
  const cells = hasCells ? parsed.order : [];
  const hasText = !hasColumns(parsed) && !parsed.sheet.isCut;
  const from = Math.max(0, Math.floor(top / HEIGHT) - MARGIN);
  const to = Math.min(count, Math.ceil(top / HEIGHT) + SEEN + MARGIN);
  const choose = (place: number) => {
    if (place < 0 || place >= count) return;
    chosenRow.value = rowAt(place);
    const box = scroller.current;
    if (!box) return;
    const y = place * HEIGHT;
    if (y < box.scrollTop) box.scrollTop = y;
    else if (y + 2 * HEIGHT > box.scrollTop + box.clientHeight) box.scrollTop = y + 2 * HEIGHT - box.clientHeight;
  };
  const place = numbers ? numbers.indexOf(chosenRow.value) : chosenRow.value;
  const keys = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: SEEN, PageUp: -SEEN };
    const by = steps[event.key];
    if (event.key === "Home") choose(0);
    else if (event.key === "End") choose(count - 1);
    else if (by) choose(Math.max(0, Math.min(count - 1, place + by)));
    else return;
    event.preventDefault();
  };
  const sortBy = (cell: number) =>
    setSort(sort?.cell !== cell ? { cell, down: false } : sort.down ? null : { cell, down: true });
  return (
    <section class="stack" aria-label={t("rows")}>
      <div class="row">
        <label class="row tight">
          <span>{t("rows.filter")}</span>
          <input
            value={filter}
            size={12}
            placeholder={`${cellLabel(parsed, parsed.order[0] ?? 0)}=5`}
            aria-invalid={filters ? undefined : "true"}
            autocomplete="off"
            spellcheck={false}
            onInput={(event) => setFilter(event.currentTarget.value)}
          />
        </label>
        <span class="soft" role="status">
          {filters ? t("rows.count", { n: count, all: rows.count }) : t("rows.wrong-filter")}
        </span>
        <CopyCsv now={now} numbers={numbers} />
      </div>
      <div
        class="rows"
        ref={scroller}
        role="grid"
        aria-label={t("rows")}
        aria-rowcount={count + 1}
        aria-colcount={cells.length + (hasText ? 2 : 1)}
        tabIndex={0}
        onKeyDown={keys}
        onScroll={(event) => setTop(event.currentTarget.scrollTop)}
      >
        <div class="row-head" role="row" aria-rowindex={1}>
          <span role="columnheader" class="nr">
            #
          </span>
          {cells.map((cell) => (
            <span
              key={cell}
              role="columnheader"
              class="digit"
              aria-sort={sort?.cell === cell ? (sort.down ? "descending" : "ascending") : "none"}
            >
              <button
                type="button"
                onClick={() => sortBy(cell)}
                aria-label={t("rows.sort", { name: cellLabel(parsed, cell) })}
              >
                <bdi>{cellLabel(parsed, cell)}</bdi>
                <span aria-hidden="true">{sort?.cell === cell ? (sort.down ? "↓" : "↑") : ""}</span>
              </button>
            </span>
          ))}
          {hasText && (
            <span role="columnheader" class="text">
              {t("rows.text")}
            </span>
          )}
        </div>
        <div class="tall" role="presentation" style={{ height: `${count * HEIGHT}px` }}>
          {Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i).map((at) => {
            const row = rowAt(at);
            const digits = rows.row(row);
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the grid has the focus, and its keys choose rows
              <div
                key={at}
                role="row"
                class="one"
                aria-rowindex={at + 2}
                aria-selected={row === chosenRow.value}
                style={{ top: `${at * HEIGHT}px` }}
                onClick={() => choose(at)}
              >
                <span role="gridcell" class="nr">
                  {number(row + 1)}
                </span>
                {cells.map((cell) => (
                  <span key={cell} role="gridcell" class="digit">
                    {nameOf(digits[cell] ?? 0, baseOf(parsed))}
                  </span>
                ))}
                {hasText && (
                  <span role="gridcell" class="text">
                    {textOf(parsed, digits).replaceAll("\n", ", ")}
                  </span>
                )}
              </div>
            );
          })}
        </div>
      </div>
    </section>
  );
}

/** The rows as comma-separated values. */
export function csvOf(now: Search, numbers?: Uint32Array): string {
  const { parsed, rows } = now;
  const quoted = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const lines = [parsed.order.map((cell) => quoted(cellLabel(parsed, cell))).join(",")];
  const count = numbers?.length ?? rows.count;
  for (let place = 0; place < count; place++) {
    const row = numbers?.[place] ?? place;
    lines.push(parsed.order.map((cell) => rows.digit(row, cell)).join(","));
  }
  return `${lines.join("\r\n")}\r\n`;
}

function CopyCsv({ now, numbers }: { now: Search; numbers: Uint32Array | undefined }) {
  const [done, setDone] = useState(false);
  const copy = async () => {
    await write(csvOf(now, numbers));
    setDone(true);
    setTimeout(() => setDone(false), 2000);
  };
  return (
    <button type="button" class="quiet" onClick={copy}>
      {done ? t("copied") : t("rows.csv")}
    </button>
  );
}
