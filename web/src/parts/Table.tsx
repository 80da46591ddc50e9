/** Symbols by digits: the same board, to be read and written the other way. */
import { useEffect, useRef, useState } from "preact/hooks";
import { nameOf } from "../digits.ts";
import type { Parsed } from "../engine/answers";
import * as play from "../play.ts";
import { now, pencil, writeDigit } from "../playing.ts";
import { t } from "../words/index.ts";
import { baseOf, cellLabel } from "./Sheet.tsx";

export function Table({ parsed }: { parsed: Parsed }) {
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
