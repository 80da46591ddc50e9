/** The library counts bytes of UTF-8, the page units of UTF-16. */

/** The place in a text that is so many bytes from its start. */
export function unitAt(text: string, byte: number): number {
  let bytes = 0;
  let unit = 0;
  for (const sign of text) {
    if (bytes >= byte) return unit;
    const code = sign.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    unit += sign.length;
  }
  return unit;
}

/** A text with a stretch of its bytes replaced. */
export function spliced(text: string, [from, to]: [number, number], by: string): string {
  return text.slice(0, unitAt(text, from)) + by + text.slice(unitAt(text, to));
}
