/** Units: no page is needed. */
import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { spliced, unitAt } from "../src/bytes";
import { digitOf, nameOf } from "../src/digits";
import { clusters, words } from "../src/engine/unicode.js";
import { ASKS, EMPTY, type Linked, LONG, open, readable, TABS, WAYS, write } from "../src/link";
import { chosen, Rows } from "../src/rows";
import { catalogue, entries, inOwnWords } from "../src/words/messages";

/** The same numbers in every run. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const SIGNS = [..."ABCxyz09+-*/=()[]{}<>&#%?;:,.'\"\\`~^_| \n\t□√×÷≠あ算𝟙😀é"];

test("@quick a browser that cannot part texts has letters with their marks, and words", () => {
  for (const known of [null, new Intl.Segmenter("en", { granularity: "grapheme" })]) {
    expect(clusters("Ae\u0301\r\n\u0301तीन算😀", known)).toEqual([
      "A",
      "e\u0301",
      "\r\n",
      "\u0301",
      "ती",
      "न",
      "算",
      "😀",
    ]);
    expect(clusters("", known)).toEqual([]);
  }
  for (const known of [null, new Intl.Segmenter("en", { granularity: "word" })]) {
    const parts = words("It isn't (3.14) é, end.", known);
    expect(parts.filter(({ is }) => is).map(({ segment }) => segment)).toEqual(["It", "isn't", "3.14", "é", "end"]);
    expect(parts.map(({ segment }) => segment).join("")).toBe("It isn't (3.14) é, end.");
  }
});

test("@quick a link says what it was made of, 1,000 times", async () => {
  const below = random(1);
  const text = (most: number) => Array.from({ length: below(most) }, () => SIGNS[below(SIGNS.length)]).join("");
  for (let i = 0; i < 1000; i++) {
    const rules: Linked["rules"] = {};
    for (const name of ["base", "digits", "where", "distinct-blanks"]) {
      if (below(3) === 0) rules[name] = below(2) ? text(9) : [text(5), text(5)];
    }
    const ask = ASKS[below(ASKS.length)] ?? "all";
    const state: Linked = {
      text: text(i % 10 === 0 ? 900 : 40),
      rules,
      tab: TABS[below(4)] ?? "solve",
      ask,
      first: ask === "first" ? 1 + below(9) : 1,
      goal: below(3) === 0 ? { way: WAYS[below(2)] ?? "maximize", of: text(9) } : null,
      essentially: below(2) === 0,
      step: below(3) === 0 ? below(50) : 0,
      play: false,
      bare: below(2) === 0,
    };
    const link = await write(state);
    expect(link).toMatch(/^[\w%=&+/,:.-]*$/);
    expect(await open(`#${link}`)).toEqual({ state, left: [] });
    if (readable(state).length > LONG) expect(link.startsWith("z=")).toBe(true);
  }
});

test("one of each form of link opens for ever", async () => {
  const three = { ...EMPTY, text: "A/BC+D/EF+G/HI=1", rules: { digits: "1-9" } };
  for (const [link, state] of [
    ["#t=SEND+MORE=MONEY", { ...EMPTY, text: "SEND+MORE=MONEY" }],
    ["#t=SEND%2BMORE%3DMONEY&tab=play", { ...EMPTY, text: "SEND+MORE=MONEY", tab: "play" }],
    ["#t=A/BC+D/EF+G/HI=1&digits=1-9", three],
    ["#t=TWO+TWO=FOUR&play", { ...EMPTY, text: "TWO+TWO=FOUR", tab: "play", play: true }],
    ["#t=TWO+TWO=FOUR&tab=explain&s=4", { ...EMPTY, text: "TWO+TWO=FOUR", tab: "explain", step: 4 }],
    [
      "#t=A+B=C&where=A%3CB&where=A%3E2&ask=count",
      { ...EMPTY, text: "A+B=C", ask: "count", rules: { where: ["A<B", "A>2"] } },
    ],
    ["#t=TWO+TWO=FOUR&ask=first&first=3", { ...EMPTY, text: "TWO+TWO=FOUR", ask: "first", first: 3 }],
    ["#t=TWO+TWO=FOUR&maximize=FOUR", { ...EMPTY, text: "TWO+TWO=FOUR", goal: { way: "maximize", of: "FOUR" } }],
    ["#z=K7F11Hdy1nbRd3XTdtf38LQ1VEvJTM8sKbY11LUEAA", three],
  ] as [string, Linked][]) {
    const opened = await open(link);
    expect(opened, link).toEqual({ state, left: [] });
  }
});

test("nonsense in a link is left out, and named", async () => {
  expect(await open("#z=!!!")).toEqual({ state: EMPTY, left: [], isCut: true });
  expect((await open("#t=A+B=C&tab=nowhere&%E0=1&s=x")).left).toEqual(["tab=nowhere", "%E0=1", "s=x"]);
  expect((await open("#t=%E0%A4%A")).left).toEqual(["t=%E0%A4%A"]);
});

test("@quick the lock has all that its packages name, those for other systems too: else npm refuses it", () => {
  interface Locked {
    dependencies?: Record<string, string>;
    optionalDependencies?: Record<string, string>;
  }
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as { packages: Record<string, Locked> };
  for (const [from, { dependencies, optionalDependencies }] of Object.entries(packages))
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies }))
      expect(
        [`${from}/node_modules/${name}`, `node_modules/${name}`].some((path) => path in packages),
        `${from}: ${name}`,
      ).toBe(true);
});

test("@quick all languages have the same keys, and the same values in them", () => {
  const read = (name: string) => JSON.parse(readFileSync(`src/words/${name}.json`, "utf8")) as Record<string, unknown>;
  const holes = (entry: unknown) =>
    [
      ...new Set(
        JSON.stringify(typeof entry === "string" ? entry : (entry as { other: string }).other).match(/\{\w+\}/g),
      ),
    ].sort();
  const en = read("en");
  for (const name of ["ja", "pl", "zh"]) {
    const words = read(name);
    // The library has these in English.
    const own = Object.keys(words).filter((key) => key in en || !/^(option|technique)\./.test(key));
    expect(own.sort(), name).toEqual(Object.keys(en).sort());
    for (const key of Object.keys(en)) expect(holes(words[key]), `${name}: ${key}`).toEqual(holes(en[key]));
    // Each kind of plural that the language has, but for "one" where the others do.
    const { pluralCategories } = new Intl.PluralRules(name).resolvedOptions();
    for (const [key, entry] of Object.entries(words))
      if (typeof entry === "object") expect(Object.keys(entry ?? {}).sort(), key).toEqual(pluralCategories.sort());
  }
});

test("a message within a message is said in the language, too", () => {
  catalogue.value = entries("order-value = {option}: {expected}!\nexpected-file = ファイル\n# a comment");
  const error = { key: "order-value", params: { option: "'list'", expected: "a file" } };
  expect(inOwnWords(error, "?")).toBe("'list': a file!");
  expect(inOwnWords({ ...error, within: { expected: { key: "expected-file", params: {} } } }, "?")).toBe(
    "'list': ファイル!",
  );
  expect(inOwnWords({ ...error, within: { expected: { key: "unknown" } } }, "?")).toBe("'list': a file!");
  expect(inOwnWords({ key: "none" }, "in English")).toBe("in English");
  catalogue.value = new Map();
});

test("bytes become units", () => {
  const text = "aé□😀b";
  expect([0, 1, 3, 6, 10, 11].map((byte) => unitAt(text, byte))).toEqual([0, 1, 2, 3, 5, 6]);
  expect(spliced(text, [3, 6], "?")).toBe("aé?😀b");
});

test("digits have the names of the library", () => {
  expect([nameOf(7, 10), nameOf(11, 12), nameOf(35, 36), nameOf(12, 40)]).toEqual(["7", "B", "Z", "[12]"]);
  expect([digitOf("b", 12), digitOf("c", 12), digitOf("[37]", 40), digitOf("", 10)]).toEqual([
    11,
    undefined,
    37,
    undefined,
  ]);
});

test("rows come as found, then in order, and are chosen", () => {
  const rows = new Rows(2);
  rows.take("engine", 0, 2, Uint8Array.of(3, 1, 1, 2));
  rows.take("engine", 2, 1, Uint8Array.of(2, 2));
  expect([...Array(3).keys()].map((row) => rows.row(row))).toEqual([
    [3, 1],
    [1, 2],
    [2, 2],
  ]);
  expect([...(chosen(rows, [{ cell: 1, digit: 2, is: true }], { cell: 0, down: true }) ?? [])]).toEqual([2, 1]);
  rows.take("sorted", 0, 3, Uint8Array.of(1, 2, 2, 2, 3, 1));
  expect(rows.row(0)).toEqual([1, 2]);
  expect(chosen(rows, [], null)).toBeUndefined();
});
