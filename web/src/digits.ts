/** Digits as the library writes them: `7`, `B`, or `[37]` in bases that have more digits than there are letters. */

export function nameOf(digit: number, base: number): string {
  if (digit < 10) return String(digit);
  return base <= 36 ? String.fromCharCode(55 + digit) : `[${digit}]`;
}

/** The digit that a key or a text stands for, in a base; `undefined` for none. */
export function digitOf(name: string, base: number): number | undefined {
  const inside = /^\[(\d{1,2})\]$/.exec(name)?.[1];
  const digit = inside ? Number(inside) : /^[0-9a-z]$/i.test(name) ? Number.parseInt(name, 36) : Number.NaN;
  return digit < base ? digit : undefined;
}
