/** Parts that the first puzzle does without: fetched once it is painted, or when one of them is what is shown. */
import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";

type Rest = typeof import("./rest.ts");

const rest = signal<Rest | null>(null);
let isComing = false;

export function fetchRest(): void {
  if (isComing) return;
  isComing = true;
  import("./rest.ts").then(
    (found) => {
      rest.value = found;
    },
    () => {
      isComing = false;
      // A page that is older than its host asks for a fresh one.
      dispatchEvent(new Event("missing"));
    },
  );
}

/** One of them; until it is there, what stands in its place. */
export function Later({ name, children }: { name: keyof Rest; children?: ComponentChildren }) {
  useEffect(fetchRest, [name]);
  const Part = rest.value?.[name];
  return Part ? <Part /> : children;
}
