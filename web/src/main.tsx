import { render } from "preact";
import { follow } from "./address.ts";
import { register } from "./offline.ts";
import { App } from "./parts/App.tsx";
import { begin as beginPlay } from "./playing.ts";
import { begin, learn } from "./state.ts";
import { dress } from "./theme.ts";
import { preferred, speak } from "./words/index.ts";

async function start(): Promise<void> {
  dress();
  const language = preferred();
  if (language !== "en") await speak(language, false);
  else document.documentElement.lang = "en";
  await follow();
  begin();
  beginPlay();
  const root = document.getElementById("page");
  if (!root) return;
  root.replaceChildren();
  render(<App />, root);
  learn();
  register();
}

start();
