/** The address of the page and what it is about agree: a link opens its puzzle, what is typed is in the address, Back works. */
import { batch, effect } from "@preact/signals";
import { EMPTY, open, write } from "./link.ts";
import {
  ask,
  essentially,
  first,
  goal,
  hide,
  key,
  linked,
  put,
  remarks,
  rules,
  step,
  stepped,
  tab,
  tables,
  veiled,
} from "./state.ts";
import { t } from "./words/index.ts";

let own = "";
/** What was last written as a new entry of the history. */
let last = { text: "", tab: EMPTY.tab };

async function enter(): Promise<void> {
  const { state, left } = await open(location.hash);
  own = location.hash.slice(1);
  last = { text: state.text, tab: state.tab };
  batch(() => {
    put(state.text, state.rules);
    tab.value = state.tab;
    ask.value = state.ask;
    first.value = state.first;
    essentially.value = state.essentially;
    goal.value = state.goal;
    step.value = state.step;
    stepped.key = key.value;
    veiled.value = false;
    if (state.play) hide(state.text);
    remarks.value = left.length > 0 ? [t("link.left", { parts: left.join(", ") })] : [];
  });
}

/** Puts what is open into the address at once, as before the page is loaded anew. */
export async function settle(): Promise<void> {
  const hash = await write(linked.peek());
  if (hash === own) return;
  history.replaceState(null, "", hash ? `#${hash}` : location.pathname + location.search);
  own = location.hash.slice(1);
}

/** Opens the link that the page was called by, and follows what happens. */
export async function follow(): Promise<void> {
  await enter();
  addEventListener("popstate", () => {
    if (location.hash.slice(1) !== own) enter();
  });
  addEventListener("hashchange", () => {
    if (location.hash.slice(1) !== own) enter();
  });
  let timer = 0;
  effect(() => {
    const state = linked.value;
    clearTimeout(timer);
    timer = window.setTimeout(async () => {
      const hash = await write(state);
      // A link that was opened meanwhile comes first.
      if (hash === own || state !== linked.peek() || location.hash.slice(1) !== own) return;
      // Each puzzle and tab is an entry; what is typed meanwhile is not.
      const isNew = state.tab !== last.tab || (last.text !== "" && !isSimilar(state.text, last.text));
      last = { text: state.text, tab: state.tab };
      const address = hash ? `#${hash}` : location.pathname + location.search;
      if (isNew) history.pushState(null, "", address);
      else history.replaceState(null, "", address);
      own = location.hash.slice(1);
    }, 300);
  });
  // Settings that there are none of are left out, once it is known which there are.
  effect(() => {
    const known = tables.value.settings?.map(({ name }) => name);
    if (!known) return;
    const unknown = Object.keys(rules.value).filter((name) => !known.includes(name));
    if (unknown.length === 0) return;
    rules.value = Object.fromEntries(Object.entries(rules.value).filter(([name]) => known.includes(name)));
    remarks.value = [...remarks.peek(), t("link.left", { parts: unknown.join(", ") })];
  });
}

/** Whether one text is the other with a little changed in one place. */
function isSimilar(a: string, b: string): boolean {
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  return Math.max(a.length, b.length) - start - end <= 3;
}
