/** The corpus through the WebAssembly file: the counts that it names, and the answers of the native program (`FUKUMEN`). */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { parse } from "smol-toml";
import { library, rowsOf } from "./library.mjs";

const folder = new URL("../../../tests/puzzles/", import.meta.url);
const read = (name) => readFileSync(new URL(name, folder), "utf8");
const entries = ["corpus.toml", "layouts.toml"].flatMap((name) => parse(read(name)).puzzle);
/** One solution each, as they were published, but for those in `SEVERAL` of the library's own test. */
const bulk = read("unique.txt").split("\n").filter(Boolean);
const native = process.env.FUKUMEN;

/** The digits of a row as the native program writes them. */
function written(row, cells) {
  const of = (kind) => cells.flatMap((cell, index) => (cell.kind === kind ? [[cell, row[index]]] : []));
  return {
    digits: Object.fromEntries(of("symbol").map(([cell, digit]) => [cell.name, digit])),
    blanks: of("blank").map(([, digit]) => digit),
    wrong: of("wrong").map(([cell, digit]) => [cell.shown, digit]),
  };
}

/** The native answer to the same question, with the same digits in the same order. */
function nativeAnswer({ text, settings = {} }) {
  const options = Object.entries(settings).flatMap(([name, values]) => values.map((value) => `--${name}=${value}`));
  const command = ["solve", "--format=jsonl", "--threads=1", "--quiet", ...options, "--", text];
  const answer = JSON.parse(standardOutput(command));
  const solutions = answer.solutions.map(({ digits, blanks = [], wrong = [] }) => ({ digits, blanks, wrong }));
  return { ...answer, solutions };
}

function standardOutput(command) {
  try {
    return execFileSync(native, command, { encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "ignore"] });
  } catch (error) {
    // Without a solution, its status is 1.
    if (error.status === 1) return error.stdout;
    throw error;
  }
}

test("the corpus has its counts, and its rows are those of the native program", () => {
  const { ask, memory } = library();
  let seconds = 0;
  let compared = 0;
  for (const [index, entry] of entries.entries()) {
    const question = { text: entry.text, rules: entry.settings ?? {} };
    const parsed = ask({ do: "parse", ...question }).answer;
    assert.equal(parsed.error, undefined, `${entry.name}: ${parsed.error?.message}`);
    if (entry.layout) assert.equal(parsed.layout, entry.layout, entry.name);
    const { answer, events } = ask({ do: "solve", ...question });
    seconds += answer.seconds;
    assert.equal(answer.count, entry.count, entry.name);
    assert.ok(answer.exhausted, entry.name);
    const rows = rowsOf(events, parsed.cells.length);
    assert.equal(rows.length, Math.min(answer.count, 100_000), entry.name);
    // Starting the program takes longer than most of the searches.
    if (!native || index % 3 !== 0 || answer.count > 10_000) continue;
    const other = nativeAnswer({ text: entry.text, settings: entry.settings });
    compared += 1;
    const facts = ({ status, count, unique, engine, nodes }) => ({ status, count, unique, engine, nodes });
    assert.deepEqual(facts(answer), facts(other), entry.name);
    assert.deepEqual(
      rows.map((row) => written(row, parsed.cells)),
      other.solutions,
      entry.name,
    );
  }
  const rules = { "lone-zero": "forbidden", graphemes: "off" };
  let several = 0;
  for (const text of bulk) {
    const { answer } = ask({ do: "solve", text, rules });
    seconds += answer.seconds;
    several += answer.count === 2 ? 1 : 0;
    assert.ok(answer.count === 1 || answer.count === 2, text);
  }
  assert.equal(several, 3);
  assert.ok(entries.length > 100 && bulk.length > 100 && (!native || compared > 50));
  console.log(
    `${entries.length + bulk.length} puzzles in ${seconds.toFixed(2)} s, ${compared} compared, ` +
      `${(memory() / 2 ** 20).toFixed(1)} MiB`,
  );
});

/** Letters with marks, syllables of several code points, joined signs, wide letters, letters in other normal forms. */
const scripts = [
  ["e\u0301te\u0301+ete\u0301=MER"],
  ["été+ete=MER", { fold: ["accents"] }],
  ["Stra\u00dfe+stra\u00dfe=WEGE+\u1e9eA", { same: ["ß=ss"] }],
  ["तीन+तीन=दो"],
  ["तीन+तीन=दोन", { graphemes: ["off"] }],
  ["강+산=가\u11a8산"],
  ["กำ+มื=มืก"],
  ["👩‍🔬👨‍👩‍👧+👩‍🔬=🇩🇪👨‍👩‍👧"],
  ["ＳＥＮＤ＋ＭＯＲＥ＝ＭＯＮＥＹ"],
  ["\u212bA+A=\u00c5B"],
  ["がき+か\u3099=きく", { same: ["kana-rows"] }],
  ["□½+1½=□"],
  ["A\u0301\u0302+A\u0302\u0301=BC"],
  ["مر+حبا=سلام"],
  ["\ufeffE\u0301+\ufeffB=BE\u0301"],
  ["\ufeffSEND+MORE=MONEY"],
];

test("letters of all scripts are told apart as by the native program", (context) => {
  if (!native) return context.skip("there is no native program");
  const { ask } = library();
  for (const [text, settings = {}] of scripts) {
    const question = { text, rules: settings };
    const parsed = ask({ do: "parse", ...question }).answer;
    const other = nativeAnswer({ text, settings });
    assert.equal(parsed.error, undefined, text);
    const { answer, events } = ask({ do: "solve", ...question });
    assert.equal(answer.count, other.count, text);
    const rows = rowsOf(events, parsed.cells.length);
    if (rows.length === other.solutions.length)
      assert.deepEqual(
        rows.map((row) => written(row, parsed.cells)),
        other.solutions,
        text,
      );
  }
});

test("every option of making puzzles, and every technique, has its words in Japanese", () => {
  const ja = JSON.parse(readFileSync(new URL("../../src/words/ja.json", import.meta.url), "utf8"));
  const { generators, techniques } = library().ask({ do: "list" }).answer;
  const wanted = [
    ...generators.flatMap(({ name, options }) => options.map((option) => `option.${name}.${option.name}`)),
    ...new Set(generators.flatMap(({ options }) => options.map(({ name }) => `option.name.${name}`))),
    ...techniques.flatMap(({ name }) => [`technique.${name}`, `technique.${name}.help`]),
  ];
  const translated = Object.keys(ja).filter((key) => /^(option|technique)\./.test(key));
  assert.deepEqual(translated.sort(), wanted.sort());
});

test("explanations are told in other languages by the templates that are handed in, as by the native program", (context) => {
  if (!native) return context.skip("there is no native program");
  const text = "SEND+MORE=MONEY";
  for (const lang of ["ja", "pl", "zh"]) {
    const { ask } = library();
    const request = { do: "explain", text, lang };
    const untaught = ask(request).answer;
    assert.ok(untaught.missing.length > 0, lang);
    const catalogue = readFileSync(new URL(`../../../messages/explain/${lang}.txt`, import.meta.url), "utf8");
    const { steps, missing } = ask({ ...request, catalogue }).answer;
    assert.deepEqual(missing, [], lang);
    const other = JSON.parse(standardOutput(["explain", `--lang=${lang}`, "--format=json", text]));
    assert.deepEqual(
      steps.map(({ text }) => text),
      other.steps.map(({ text }) => text),
      lang,
    );
  }
});
