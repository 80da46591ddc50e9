/**
 * Writes `src/engine/schema.ts`: a type for each definition of `schema/*.json`, without the descriptions. With `--check`, fails
 * if the file says anything else. It knows the words that these schemas use, and fails at any other.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

const TARGET = new URL("../src/engine/schema.ts", import.meta.url);
const HEAD = "// Written by tools/schema.mjs from schema/*.json; `npm run schema` writes it anew.\n";
/** Words that say nothing about types. */
const WORDLESS = "$schema title description minimum maximum pattern if then else $defs required".split(" ");
const FORMAT = ["node_modules/@biomejs/biome/bin/biome", "format", "--stdin-file-path=schema.ts"];
const PLAIN = { integer: "number", number: "number", string: "string", boolean: "boolean", null: "null" };

const named = (name) => name[0].toUpperCase() + name.slice(1);

function type(schema) {
  const { $ref, type: types, enum: values, const: value, items, properties, additionalProperties, ...others } = schema;
  const { minItems, maxItems, anyOf, ...rest } = others;
  const unknown = Object.keys(rest).filter((word) => !WORDLESS.includes(word));
  if (unknown.length > 0) throw new Error(`the schema says ${unknown}, which this script does not know`);
  if (anyOf) return anyOf.map(type).join(" | ");
  if ($ref) return named($ref.split("/").at(-1));
  if (values) return values.map((each) => JSON.stringify(each)).join(" | ");
  if (value !== undefined) return JSON.stringify(value);
  const one = (name) => {
    if (name === "object") return object(schema);
    if (name !== "array") return PLAIN[name];
    return minItems && minItems === maxItems
      ? `[${Array(minItems).fill(type(items)).join(", ")}]`
      : `Array<${type(items)}>`;
  };
  return [types].flat().map(one).join(" | ");
}

/** The fields that an answer must have unless it is an error are those of every answer here. */
function object({ properties, additionalProperties, required = [], else: others }) {
  const needed = [...required, ...(others?.required ?? [])];
  const field = ([name, part]) => `${name}${needed.includes(name) ? "" : "?"}: ${type(part)};`;
  const fields = properties ? `{ ${Object.entries(properties).map(field).join(" ")} }` : null;
  const map = additionalProperties ? `Record<string, ${type(additionalProperties)}>` : null;
  return [fields, map].filter((part) => part !== null).join(" & ") || "Record<string, unknown>";
}

/** The types of a file's definitions, and of what it describes itself, unless that is one of them. */
function declarations(file) {
  const schema = JSON.parse(readFileSync(new URL(`../../schema/${file}.schema.json`, import.meta.url), "utf8"));
  const all = { ...(schema.properties && { [file]: schema }), ...schema.$defs };
  return Object.entries(all).map(([name, part]) => `export type ${named(name)} = ${type(part)};\n`);
}

const types = ["answer", "explanation"].flatMap(declarations).join("\n");
const text = execFileSync("node", FORMAT, { input: HEAD + types, encoding: "utf8" });
if (!process.argv.includes("--check")) {
  writeFileSync(TARGET, text);
} else if (readFileSync(TARGET, "utf8") !== text) {
  console.error("src/engine/schema.ts is not what schema/*.json says; npm run schema writes it anew");
  process.exit(1);
}
