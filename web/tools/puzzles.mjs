/**
 * The puzzles to play: `node tools/puzzles.mjs PROGRAM` makes candidates with the generators, has them rated, and writes
 * src/puzzles.json, as many of each level and of as many kinds as can be had. Candidates and ratings stay in ../target/puzzles.
 * `--check PROGRAM CHECKER` writes a certificate of each and has it judged, and asks for its level.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const LEVELS = ["gentle", "easy", "medium", "hard", "fiendish"];
const EACH = 60;
const FOLDER = "../target/puzzles";

const WORDS = `apple pear plum lemon melon peach mango grape cherry bread butter cheese sugar honey salt pepper soup rice bean egg
  milk tea coffee cake cat dog cow goat sheep horse lion tiger bear wolf fox deer mouse rat hen duck goose swan owl eagle crow frog
  toad snake fish crab ant bee fly sun moon star sky rain snow wind storm cloud river sea lake hill valley tree leaf root seed rose
  lily oak elm pine red blue green white black brown pink gold grey hand foot head nose ear eye arm leg knee back heart bone house
  home roof door wall room table chair bed lamp clock key book page pen ink word verse poem song tune note drum flute harp spring
  summer autumn winter day night noon week month year hour time north south east west road street town city port ship boat sail
  train king queen prince knight castle tower sword crown silver iron coal school class test lesson teacher pupil prize game play
  chess cards`;

/** The orders, each with the most puzzles of it that a level may have. */
const ORDERS = {
  words: [40, "words", "--sample", "300", "--seed", "1"],
  names: [5, "doubly-true", "--lang", "en", "--max", "30", "--max-results", "60"],
  grid: [14, "grid", "--size", "3x3", "--max-results", "60", "--seed", "11"],
  "grid of digits": [6, "grid", "--size", "3x3", "--digits-each", "1", "--max-results", "60", "--seed", "12"],
  root: [7, "skeleton", "--random", "√4", "--max-results", "30", "--seed", "9"],
  "4/2": [8, "skeleton", "--random", "4/2", "--max-results", "40", "--seed", "8"],
  "5/2": [10, "skeleton", "--random", "5/2", "--max-results", "30", "--seed", "8"],
  "3x2": [8, "skeleton", "--random", "3x2", "--max-results", "40", "--seed", "6"],
  "2x2": [8, "skeleton", "--random", "2x2", "--max-results", "60", "--seed", "5"],
  "2x2 in letters": [8, "skeleton", "--random", "2x2", "--as", "letters", "--max-results", "40", "--seed", "5"],
  "2+2 in letters": [14, "skeleton", "--random", "2+2", "--as", "letters", "--max-results", "60", "--seed", "1"],
  "3x1 in letters": [7, "skeleton", "--random", "3x1", "--as", "letters", "--max-results", "30", "--seed", "29"],
  "2x1 in letters": [8, "skeleton", "--random", "2x1", "--as", "letters", "--max-results", "40", "--seed", "23"],
  "3-2 in letters": [8, "skeleton", "--random", "3-2", "--as", "letters", "--max-results", "30", "--seed", "29"],
  "2+2": [16, "skeleton", "--random", "2+2", "--clues", "4", "--max-results", "40", "--seed", "33"],
  "2x1": [24, "skeleton", "--random", "2x1", "--clues", "4", "--max-results", "40", "--seed", "31"],
  "3x1": [9, "skeleton", "--random", "3x1", "--clues", "5", "--max-results", "40", "--seed", "32"],
  "2-1": [12, "skeleton", "--random", "2-1", "--clues", "3", "--max-results", "40", "--seed", "34"],
  "2/1": [16, "skeleton", "--random", "2/1", "--clues", "5", "--max-results", "40", "--seed", "36"],
};

/** The output of a program; what its exit status says is in the output, too. */
function run(program, ...parameters) {
  const { error, stdout } = spawnSync(program, parameters, { encoding: "utf8", maxBuffer: 1 << 30 });
  if (error) throw error;
  return stdout;
}

/** The lines of a file, which is written first if it is not there. */
function lines(name, make) {
  const path = join(FOLDER, name.replaceAll("/", "÷"));
  if (!existsSync(path)) writeFileSync(path, make());
  return readFileSync(path, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

/** Sums of words are short on one line, and capitals are read better. */
const spelled = (text) => (text.includes("\n") ? text : text.toUpperCase());

/** Whether there is more to it than to calculate what is asked for: a digit is hidden at the top as well. */
const isPuzzle = (text) => /[A-Z□]/i.test(text.split("\n").slice(0, 2).join(""));

function candidates(program, name, [, kind, ...options]) {
  const list = join(FOLDER, "words.txt");
  writeFileSync(list, WORDS.split(/\s+/).join("\n"));
  const own = kind === "words" ? ["--words", list] : [];
  const made = lines(`${name}.jsonl`, () => run(program, "generate", kind, ...own, ...options, "--format", "jsonl"));
  const texts = join(FOLDER, "texts.txt");
  writeFileSync(texts, made.map(({ puzzle }) => puzzle).join(kind === "skeleton" || kind === "grid" ? "\n\n" : "\n"));
  return lines(`${name}.rated`, () => run(program, "rate", "--format", "jsonl", "-f", texts));
}

/** Takes from one kind after the other, so that neighbours differ. */
function chosen(program) {
  const levels = Object.fromEntries(LEVELS.map((level) => [level, []]));
  for (const [name, order] of Object.entries(ORDERS)) {
    const rated = candidates(program, name, order).filter(
      ({ puzzle, status, complete, rating }) => status === "unique" && complete && rating && isPuzzle(puzzle),
    );
    for (const level of LEVELS) {
      const own = rated.filter(({ rating }) => rating.label === level).slice(0, order[0]);
      levels[level].push(own.map(({ puzzle }) => spelled(puzzle)));
    }
  }
  for (const level of LEVELS) {
    const kinds = levels[level];
    const found = [];
    for (let turn = 0; turn < EACH && found.length < EACH; turn++)
      for (const kind of kinds) if (kind[turn] && found.length < EACH) found.push(kind[turn]);
    levels[level] = found;
  }
  return levels;
}

function check(program, checker) {
  const levels = JSON.parse(readFileSync("src/puzzles.json", "utf8"));
  const folder = mkdtempSync(join(tmpdir(), "puzzles-"));
  let wrong = 0;
  for (const level of LEVELS) {
    const file = join(folder, `${level}.txt`);
    writeFileSync(file, levels[level].map((text) => `${text}\n\n`).join(""));
    const unique = levels[level].filter((text, index) => {
      const certificate = join(folder, `${level}-${index}`);
      return JSON.parse(run(program, text, "--unique", "--certificate", certificate, "--format", "json")).unique;
    });
    const certificates = levels[level].map((_, index) => join(folder, `${level}-${index}`));
    const judged = run(checker, "--quiet", ...certificates);
    const accepted = judged.split("\n").filter((line) => /\baccepted\b/.test(line)).length;
    const rated = run(program, "rate", "--format", "jsonl", "-f", file).trim().split("\n");
    const right = rated.filter((line) => JSON.parse(line).rating?.label === level).length;
    const all = levels[level].length;
    console.log(
      `${level}: ${all} puzzles, ${unique.length} unique, ${accepted} certificates accepted, ${right} rated so`,
    );
    if ([unique.length, accepted, right].some((count) => count !== all)) wrong += 1;
  }
  process.exitCode = wrong > 0 ? 1 : 0;
}

const [first, ...others] = process.argv.slice(2);
if (first === "--check") check(...others);
else {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync("src/puzzles.json", `${JSON.stringify(chosen(first), null, 1)}\n`);
}
