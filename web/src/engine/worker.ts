/** One instance of the library. It answers one request after the other; whoever wants it to stop ends the worker. */

import type { Sheet } from "./answers.ts";
import { joined } from "./halves.js";
import type { Event, FromWorker, ToWorker } from "./messages.ts";
import address from "./rest.wasm?url";
import { unicode } from "./unicode.js";

interface Exports {
  memory: WebAssembly.Memory;
  start(): void;
  room(length: number): number;
  call(): number;
  reply(): number;
}

const scope = self as unknown as {
  postMessage(message: FromWorker, transfer?: Transferable[]): void;
  onmessage: ((message: MessageEvent<ToWorker>) => void) | null;
};
const decoder = new TextDecoder();
const encoder = new TextEncoder();
let library: Exports | undefined;
/** The request that is being answered. */
let current: number | null = null;
/** The message of the library when it broke off. */
let panic = "";
/** The head of the rows that come next. */
let head: Extract<Event, { event: "rows" }> | undefined;

/** Bytes of the instance, which stay there: they are read at once. */
function view(at: number, length: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array((library as Exports).memory.buffer as ArrayBuffer, at >>> 0, length >>> 0);
}

function emit(kind: number, at: number, length: number): void {
  if (current === null) return;
  if (kind === 1) {
    if (!head) return;
    const bytes = view(at, length).slice();
    scope.postMessage({ is: "event", number: current, event: { ...head, bytes } }, [bytes.buffer]);
    head = undefined;
    return;
  }
  const event = JSON.parse(decoder.decode(view(at, length))) as Event;
  if (event.event === "rows") head = event;
  else scope.postMessage({ is: "event", number: current, event });
}

const imports = {
  page: {
    now: () => performance.now(),
    emit,
    fail: (at: number, length: number) => {
      panic = decoder.decode(view(at, length));
    },
  },
  unicode: unicode(view),
};

function reasonOf(error: unknown): string {
  return panic || (error instanceof Error ? `${error.name}: ${error.message}` : String(error));
}

/** Why the rest of the library could not be fetched, if it could not. */
let missing: string | undefined;

/** The rest of the library. It is called in the middle of an answer, which waits for it. */
function rest(): WebAssembly.Module {
  scope.postMessage({ is: "fetching" });
  const request = new XMLHttpRequest();
  try {
    request.open("GET", address, false);
    request.responseType = "arraybuffer";
    request.send();
  } catch (error) {
    missing = String(error);
  }
  if (request.status !== 200) missing ??= `${request.status} ${request.statusText}`;
  if (missing !== undefined) throw new Error(missing);
  const module = new WebAssembly.Module(request.response as ArrayBuffer);
  scope.postMessage({ is: "ready" });
  return module;
}

function begin(module: WebAssembly.Module): void {
  library = joined(module, imports, rest) as unknown as Exports;
  library.start();
  scope.postMessage({ is: "ready" });
}

/** A longer answer, in characters, is looked at for a drawing that nobody would look through. */
const LONG = 200_000;
/** The largest grids and divisions that people print have some hundred signs. */
const MOST_GLYPHS = 600;

/** Leaves out what is not drawn: handed over, it would keep the page busy for seconds. */
function shortened(reply: string): string {
  if (reply.length < LONG) return reply;
  const answer = JSON.parse(reply) as { sheet?: Sheet };
  if (!answer.sheet) return reply;
  let room = MOST_GLYPHS;
  const rows = answer.sheet.rows.flatMap((row) => {
    const glyphs = row.glyphs.slice(0, Math.max(0, room));
    room -= row.glyphs.length + 1;
    return glyphs.length > 0 || room > 0 ? [{ ...row, glyphs }] : [];
  });
  if (room < 0) answer.sheet = { ...answer.sheet, rows, isCut: true };
  return JSON.stringify(answer);
}

function answer(number: number, request: string): void {
  if (!library) throw new Error("the library is not there");
  current = number;
  const bytes = encoder.encode(request);
  view(library.room(bytes.length), bytes.length).set(bytes);
  const length = library.call();
  const reply = shortened(decoder.decode(view(library.reply(), length)));
  current = null;
  scope.postMessage({ is: "answer", number, answer: reply, memory: library.memory.buffer.byteLength });
}

scope.onmessage = ({ data }) => {
  try {
    if ("module" in data) begin(data.module);
    else answer(data.number, data.request);
  } catch (error) {
    const isMissing = missing !== undefined;
    scope.postMessage({ is: "failed", number: current, reason: missing ?? reasonOf(error), isMissing });
    library = undefined;
  }
};
