/** The address of the page and what it is about agree: a link opens its puzzle, what is typed is in the address, Back works. */
import { batch, effect } from "@preact/signals";
import { isToday, openToday } from "./daily.ts";
import { EMPTY, EMPTY_BOX, type Linked, open, write } from "./link.ts";
import {
  ask,
  bare,
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
/** Whether the address is a link that could not be read, which is left as it is for as long as nothing is typed. */
let isCut = false;
/** A part of a link that is longer is not shown whole. */
const SHOWN = 40;
/** The last new entry of the history. */
let last = { text: "", tab: EMPTY.tab };

/** Says what of a link was left out. */
function leftOut(parts: string[]): string {
  const shown = parts.map((part) => ([...part].length > SHOWN ? `${[...part].slice(0, SHOWN).join("")}…` : part));
  return t("link.left", { parts: shown.join(", ") });
}

async function enter(): Promise<void> {
  if (location.hash.length < 2) {
    isCut = false;
    own = "";
    remarks.value = [];
    bare.value = false;
    openToday();
    last = { text: linked.peek().text, tab: "play" };
    return;
  }
  const { state, left, isCut: isDamaged = false } = await open(location.hash);
  isCut = isDamaged;
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
    bare.value = state.bare;
    veiled.value = false;
    if (state.play) hide(state.text);
    remarks.value = isCut ? [t("link.cut")] : left.length > 0 ? [leftOut(left)] : [];
  });
}

/** The part after `#`; none for the puzzle of the day, so that tomorrow the same address has another. */
async function hashOf(state: Linked): Promise<string> {
  return isToday(state) ? "" : write(state);
}

/** Puts what is open into the address at once, as before the page is loaded anew. */
export async function settle(): Promise<void> {
  const hash = await hashOf(linked.peek());
  if (hash === own || (isCut && hash === EMPTY_BOX)) return;
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
      const hash = await hashOf(state);
      // A link that was opened meanwhile comes first.
      if (hash === own || state !== linked.peek() || location.hash.slice(1) !== own) return;
      if (isCut && hash === EMPTY_BOX) return;
      // Each puzzle and tab is an entry; what is typed meanwhile is not.
      const isNew = isCut || state.tab !== last.tab || (last.text !== "" && !isSimilar(state.text, last.text));
      last = { text: state.text, tab: state.tab };
      isCut = false;
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
    remarks.value = [...remarks.peek(), leftOut(unknown)];
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
