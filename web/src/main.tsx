import { effect } from "@preact/signals";
import { render } from "preact";
import { follow } from "./address.ts";
import { fetchLibrary } from "./engine/hands.ts";
import { begin as beginJudging } from "./judging.ts";
import { register } from "./offline.ts";
import { App } from "./parts/App.tsx";
import { fetchRest } from "./parts/Later.tsx";
import { begin as beginPlay } from "./playing.ts";
import { begin, learn, tab, text } from "./state.ts";
import { dress, isNarrow } from "./theme.ts";
import { preferred, speak } from "./words/index.ts";

async function start(): Promise<void> {
  // A link is for the library; the puzzle of the day is there without it.
  if (location.hash) {
    fetchLibrary();
    fetchRest();
  }
  dress();
  const language = preferred();
  if (language !== "en") await speak(language, false);
  else document.documentElement.lang = "en";
  await follow();
  begin();
  effect(() => {
    const shown = text.value.trim().replace(/\s+/g, " ");
    document.title = shown ? `${[...shown].slice(0, 40).join("")} – fukumen` : "fukumen";
  });
  beginPlay();
  beginJudging();
  const root = document.getElementById("page");
  if (!root) return;
  root.replaceChildren();
  render(<App />, root);
  // Visitors without a puzzle can type at once. On a phone, the keyboard would cover the puzzles to choose from.
  if (!text.value && tab.value === "solve" && !isNarrow.value && matchMedia("(pointer: fine)").matches)
    document.getElementById("text")?.focus({ preventScroll: true });
  afterPaint(() => {
    fetchLibrary();
    // What the service worker fetches, all files, comes after the library.
    learn().then(register);
  });
}

/** Does something once the page is seen: with the next frame the first is drawn. At once if nobody looks, for then none is. */
function afterPaint(then: () => void): void {
  if (document.hidden) then();
  else requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(then)));
}

start();
