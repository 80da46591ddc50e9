/** Those who make puzzles: several workers, since the parts of a search do not depend on each other. */

import type { Made } from "./answers.ts";
import { type Asked, Hand, type Listen, type Outcome } from "./hand.ts";
import type { Event, MakeRequest } from "./messages.ts";

/** The most workers that make puzzles. */
const MOST_MAKERS = 4;

/** A run of parts that one worker searches. */
interface Run {
  first: number;
  end: number;
  next: number;
  isDone: boolean;
  /** Finds that wait for the runs before. */
  waiting: Event[];
}

/** Makes puzzles, on as many workers as there are processors less one; each has a run of parts. */
export class Makers {
  #hands: Hand[] = [];

  /** Finds come in the order of their parts, as from one worker. Stopped, the answer says where to go on. */
  make(fields: MakeRequest, listen: Listen): Asked<Made> {
    for (const hand of this.#hands) hand.end();
    const hands = [new Hand()];
    this.#hands = hands;
    let isStopped = false;
    const stop = () => {
      isStopped = true;
      for (const hand of hands) hand.end();
    };
    const ended = this.#make(fields, listen, hands, () => isStopped);
    return { ended: ended.finally(stop), stop };
  }

  async #make(fields: MakeRequest, listen: Listen, hands: Hand[], isStopped: () => boolean): Promise<Outcome<Made>> {
    const order = { do: "make", ...fields };
    // No part: how many there are.
    const space = (await hands[0]?.ask({ ...order, parts: [0, 0] })) as Outcome<Made>;
    if (space.is !== "answer") return space;
    const { parts, endless } = space.answer;
    const [from, to] = fields.parts ?? [0, parts];
    const processors = Math.max(1, (navigator.hardwareConcurrency ?? 2) - 1);
    // Of an endless search, only the first parts are ever seen.
    const count = endless ? 1 : Math.min(MOST_MAKERS, processors, Math.max(1, to - from));
    while (hands.length < count && !isStopped()) hands.push(new Hand());
    const bound = (index: number) => from + Math.floor(((to - from) * index) / count);
    const runs = hands.map((_, index): Run => {
      const first = bound(index);
      return { first, end: bound(index + 1), next: first, isDone: false, waiting: [] };
    });
    const enough = fields.most ?? (endless ? 1 : Number.POSITIVE_INFINITY);
    const tally = { candidates: 0, tested: 0, found: 0, refused: 0, undecided: 0 };
    let [made, turn] = [0, 0];
    const handOn = (event: Event) => {
      if (made >= enough) return;
      made += 1;
      listen(event);
      if (made >= enough) for (const hand of hands) hand.end();
    };
    const hear = (run: Run, index: number) => (event: Event) => {
      if (event.event === "find" && turn < index) run.waiting.push(event);
      else if (event.event === "find") handOn(event);
      else if (event.event === "reached") {
        run.next = event.next;
        const done = runs.reduce((sum, run) => sum + run.next - run.first, 0);
        listen({ event: "progress", done, total: to - from, found: made });
      }
    };
    const search = async (run: Run, index: number): Promise<Outcome<Made>> => {
      const request = { ...order, parts: [run.first, run.end] };
      const outcome = (await hands[index]?.ask(request, hear(run, index))) as Outcome<Made>;
      if (outcome.is !== "answer") return outcome;
      for (const name of Object.keys(tally) as (keyof typeof tally)[]) tally[name] += outcome.answer.tally[name];
      run.next = outcome.answer.next;
      run.isDone = run.next >= run.end;
      while (runs[turn]?.isDone && turn + 1 < runs.length) {
        turn += 1;
        for (const event of runs[turn]?.waiting.splice(0) ?? []) handOn(event);
      }
      return outcome;
    };
    const outcomes = await Promise.all(runs.map(search));
    const failed = outcomes.find((outcome) => outcome.is !== "answer" && outcome.is !== "stopped");
    if (failed) return failed;
    const open = runs.find((run) => !run.isDone);
    const ended = made >= enough ? "enough" : open ? "interrupted" : "exhausted";
    return { is: "answer", answer: { ...space.answer, tally, ended, next: open?.next ?? to, made } };
  }
}
