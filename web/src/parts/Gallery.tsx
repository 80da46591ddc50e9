/** Famous puzzles, each with its source, from easy to hard; they fill the page while the box is empty. They open for playing. */
import puzzles from "../gallery.json";
import type { Rules } from "../link.ts";
import { hide, put, tab } from "../state.ts";
import { language, t } from "../words/index.ts";

/** This many lines of a puzzle are seen. */
const SEEN = 6;

interface Words {
  title: string;
  source: string;
}

interface Entry extends Words {
  text: string;
  rules?: Rules;
  /** The same words in the other language. */
  ja: Words;
}

export function Gallery() {
  return (
    <section class="stack" aria-label={t("gallery")}>
      <h2>{t("gallery")}</h2>
      <p class="soft">{t("gallery.help")}</p>
      <ul class="gallery">
        {(puzzles as Entry[]).map((entry) => {
          const { title, source } = language.value === "ja" ? entry.ja : entry;
          return (
            <li key={entry.title}>
              <button
                type="button"
                onClick={() => {
                  put(entry.text, entry.rules ?? {});
                  hide(entry.text);
                  tab.value = "play";
                  // The button is gone then, and the focus with it.
                  document.getElementById("tab-play")?.focus();
                }}
              >
                <span class="title">{title}</span>
                <pre dir="ltr" class={entry.text.split("\n").length > SEEN ? "cut" : undefined}>
                  {entry.text}
                </pre>
                <span class="soft">{source}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
