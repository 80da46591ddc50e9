/**
 * Notes which functions of the library reading and solving take: `node called.mjs COUNTED PROFILE` runs one that wasm-split
 * has prepared, on the puzzles that the page brings along, and on one that is typed letter by letter. What is drawn, checked,
 * or mended comes later: by then the service worker has fetched the rest.
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
  ask({ do: "parse", ...question });
  ask({ do: "plan", ...question, ask: "all" });
  ask({ do: "solve", ...question, ask: "unique", limits: { seconds: 20, rows: 2 } });
  ask({ do: "solve", ...question, ask: "all", limits: { rows: 100_000 } });
}
const typed = "SEND+MORE=MONEY";
for (let end = 1; end < typed.length; end++) ask({ do: "parse", text: typed.slice(0, end), rules: {}, lang: "en" });
const size = exports.__write_profile(0, 0);
const at = exports.room(size);
exports.__write_profile(at, size);
writeFileSync(profile, view(at, size));
