/**
 * Notes which functions of the library reading and solving take: `node called.mjs COUNTED PROFILE` runs one that wasm-split
 * has prepared, on the puzzles that the page brings along, also half typed: without the latter 114 kB less would be fetched at
 * first, but the first slip of whoever types would wait for the rest. What is drawn or checked is called later.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { library } from "../tests/corpus/library.mjs";

const read = (name) => JSON.parse(readFileSync(new URL(`../src/${name}.json`, import.meta.url), "utf8"));
const [counted, profile] = process.argv.slice(2);
const { ask, exports, view } = library(new WebAssembly.Module(readFileSync(counted)));
ask({ do: "list" });
const texts = [
  ...read("gallery"),
  ...Object.values(read("puzzles")).flatMap((texts) => texts.map((text) => ({ text }))),
];
for (const { text, rules = {} } of texts) {
  const question = { text, rules, lang: "en" };
  for (const left of [4, 3, 2, 1, 0]) ask({ do: "parse", ...question, text: text.slice(0, text.length - left) });
  ask({ do: "plan", ...question, ask: "all" });
  ask({ do: "solve", ...question, ask: "unique", limits: { seconds: 20, rows: 2 } });
  ask({ do: "solve", ...question, ask: "all", limits: { rows: 100_000 } });
}
const size = exports.__write_profile(0, 0);
const at = exports.room(size);
exports.__write_profile(at, size);
writeFileSync(profile, view(at, size));
