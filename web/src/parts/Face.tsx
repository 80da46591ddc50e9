/** The face of a place: its symbol, and its digit or its pencil marks in fixed places. */
import { nameOf } from "../digits.ts";
import type { CellInfo } from "../engine/answers";

interface Props {
  cell: CellInfo | undefined;
  base: number;
  digit: number | null;
  marks: readonly number[];
  /** The letter that an explanation gives to a blank. */
  letter?: string | undefined;
}

export function Face({ cell, base, digit, marks, letter }: Props) {
  const name = letter ?? (cell?.kind === "symbol" ? cell.name : cell?.kind === "wrong" ? cell.shown : "");
  const size = base > 16 ? "many" : base > 10 ? "more" : "ten";
  const digits = Array.from({ length: marks.length > 0 ? base : 0 }, (_, mark) => mark);
  return (
    <>
      <bdi class="of">{name}</bdi>
      {digit !== null ? (
        <span class="written">{nameOf(digit, base)}</span>
      ) : (
        <span class="pencil" data-base={size}>
          {digits.map((mark) => (
            <span key={mark}>{marks.includes(mark) ? nameOf(mark, base) : ""}</span>
          ))}
        </span>
      )}
    </>
  );
}
