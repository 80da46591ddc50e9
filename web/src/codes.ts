/** Codes that a phone reads, fetched when a sheet with them is printed. */
import { toSvgPath } from "lean-qr/extras/svg";
import { generate } from "lean-qr/nano";

/** A code of `size` squares each way; `path` is drawn in the units of these. */
export interface Code {
  link: string;
  size: number;
  path: string;
}

/** With longer links squares would be too small, or the code larger than its puzzle. */
const MOST = 500;

export function codeOf(link: string): Code | null {
  if (link.length > MOST) return null;
  const bitmap = generate(link);
  return { link, size: bitmap.size, path: toSvgPath(bitmap) };
}
