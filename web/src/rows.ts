/** Solutions as they come from a search: rows of digits, one for each cell. */

/** More rows than this are only counted. */
export const MOST_ROWS = 100_000;

export class Rows {
  /** How many rows are here. */
  count = 0;
  /** The values that the puzzle asks to be shown, one for each row, if it does. */
  show: string[] = [];
  private bytes: Uint8Array = new Uint8Array(0);
  private sorted: { bytes: Uint8Array; show: string[] } | undefined;

  /** `width`: how many digits a row has. */
  constructor(readonly width: number) {}

  /** Takes rows from a number on: as they are found, or all once more in order. */
  take(order: "engine" | "sorted", from: number, count: number, bytes: Uint8Array, show: string[] = []): void {
    if (order === "engine") {
      const end = (from + count) * this.width;
      if (end > this.bytes.length) {
        const room = new Uint8Array(Math.max(end, 2 * this.bytes.length));
        room.set(this.bytes.subarray(0, this.count * this.width));
        this.bytes = room;
      }
      this.bytes.set(bytes, from * this.width);
      for (const value of show) this.show.push(value);
      this.count = from + count;
      return;
    }
    this.sorted ??= { bytes: new Uint8Array(this.count * this.width), show: [] };
    this.sorted.bytes.set(bytes, from * this.width);
    for (const value of show) this.sorted.show.push(value);
    if (from + count === this.count) {
      this.bytes = this.sorted.bytes;
      this.show = this.sorted.show;
      this.sorted = undefined;
    }
  }

  digit(row: number, cell: number): number {
    return this.bytes[row * this.width + cell] ?? 0;
  }

  row(row: number): number[] {
    return [...this.bytes.subarray(row * this.width, (row + 1) * this.width)];
  }
}

/** A condition on rows such as `E=5` or `E≠5`. */
export interface Filter {
  cell: number;
  digit: number;
  is: boolean;
}

/** The numbers of the rows that fulfil all filters, by a column if one is given; `undefined` if these are all as they came. */
export function chosen(
  rows: Rows,
  filters: Filter[],
  sort: { cell: number; down: boolean } | null,
): Uint32Array | undefined {
  if (filters.length === 0 && !sort) return undefined;
  const found: number[] = [];
  for (let row = 0; row < rows.count; row++) {
    if (filters.every(({ cell, digit, is }) => (rows.digit(row, cell) === digit) === is)) found.push(row);
  }
  const numbers = Uint32Array.from(found);
  if (sort) {
    const sign = sort.down ? -1 : 1;
    numbers.sort((a, b) => sign * (rows.digit(a, sort.cell) - rows.digit(b, sort.cell)) || a - b);
  }
  return numbers;
}
