/** The library in Node, as a worker of the page has it. */
import { readFileSync } from "node:fs";
import { joined } from "../../src/engine/halves.js";
import { unicode } from "../../src/engine/unicode.js";

const decoder = new TextDecoder();
const encoder = new TextEncoder();
const read = (name) => new WebAssembly.Module(readFileSync(new URL(`../../src/engine/${name}.wasm`, import.meta.url)));
let first;
let rest;

/** A new instance: `ask` answers a request, with the events that came before and the rows in them. */
export function library(module) {
  if (!module) first ??= read("fukumen");
  let events = [];
  let panic = "";
  const view = (at, length) => new Uint8Array(exports.memory.buffer, at >>> 0, length >>> 0);
  const imports = {
    page: {
      now: () => performance.now(),
      emit(kind, at, length) {
        if (kind === 1) events.at(-1).bytes = view(at, length).slice();
        else events.push(JSON.parse(decoder.decode(view(at, length))));
      },
      fail(at, length) {
        panic = decoder.decode(view(at, length));
      },
    },
    unicode: unicode(view),
  };
  const exports = joined(module ?? first, imports, () => {
    rest ??= read("rest");
    return rest;
  });
  exports.start();
  return {
    exports,
    view,
    memory: () => exports.memory.buffer.byteLength,
    /** Bytes as they are, or an object as JSON. */
    ask(request) {
      const bytes = request instanceof Uint8Array ? request : encoder.encode(JSON.stringify(request));
      view(exports.room(bytes.length), bytes.length).set(bytes);
      events = [];
      let length;
      try {
        length = exports.call();
      } catch (error) {
        throw new Error(`the library trapped: ${panic || error}`, { cause: error });
      }
      return { answer: JSON.parse(decoder.decode(view(exports.reply(), length))), events };
    },
  };
}

/** The rows that the events end with: in order, where they came in order at last. */
export function rowsOf(events, width) {
  const batches = events.filter((event) => event.event === "rows");
  const order = batches.some((batch) => batch.order === "sorted") ? "sorted" : "engine";
  const rows = [];
  for (const { from, count, bytes } of batches.filter((batch) => batch.order === order)) {
    for (let row = 0; row < count; row += 1) rows[from + row] = [...bytes.subarray(row * width, (row + 1) * width)];
  }
  return rows;
}
