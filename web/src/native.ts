/**
 * A server that sends the page may have an API, which it names in the page. What is long can be asked there, if one wants
 * to; a page without that name asks nobody.
 */

import type { Mistake, Solved } from "./engine/answers";
import type { Asked, Listen, Outcome } from "./engine/hands.ts";
import type { Event, SolveRequest } from "./engine/messages";
import { t } from "./words/index.ts";

const named = document.querySelector<HTMLMetaElement>('meta[name="fukumen-api"]')?.content;

/** Where the API is; none on other hosts. */
export const api = named ? new URL(`${named}/`, document.baseURI) : null;

type Line =
  | ({ event: "end" } & (Solved | { status: "error"; error: Mistake }))
  | (Exclude<Event, { event: "rows" }> & { event: string })
  | { event: "rows"; order: "engine" | "sorted"; from: number; count: number; show?: string[]; rows: number[][] };

/** The lines of an answer as they come. */
async function* lines(body: ReadableStream<Uint8Array>): AsyncGenerator<Line> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const parts = (rest + value).split("\n");
    rest = parts.pop() ?? "";
    for (const part of parts) if (part) yield JSON.parse(part);
  }
}

function unanswered(why: string): Mistake {
  return { message: t("there.failed", { why }), key: "unanswered", params: {} };
}

/** Searches at the server. */
export function seekThere(request: SolveRequest, listen: Listen): Asked<Solved> {
  const abort = new AbortController();
  return { ended: ask(request, listen, abort.signal), stop: () => abort.abort() };
}

async function ask(request: SolveRequest, listen: Listen, signal: AbortSignal): Promise<Outcome<Solved>> {
  try {
    const response = await fetch(new URL("solve", api ?? document.baseURI), {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/jsonl" },
      body: JSON.stringify(request),
      signal,
    });
    if (!response.ok || !response.body) {
      const answer: { error?: Mistake } = await response.json().catch(() => ({}));
      return { is: "refused", error: answer.error ?? unanswered(String(response.status)) };
    }
    for await (const line of lines(response.body)) {
      if (line.event === "end") {
        const answer = line as Solved | { status: "error"; error: Mistake };
        return answer.status === "error" ? { is: "refused", error: answer.error } : { is: "answer", answer };
      }
      if (line.event === "rows") {
        const { rows, ...event } = line as Extract<Line, { event: "rows" }>;
        listen({ ...event, bytes: Uint8Array.from(rows.flat()) });
      } else listen(line as Event);
    }
    return { is: "stopped" };
  } catch (error) {
    return signal.aborted ? { is: "stopped" } : { is: "refused", error: unanswered(String(error)) };
  }
}
