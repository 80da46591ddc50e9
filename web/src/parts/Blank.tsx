/** The text in place of a puzzle that is not there yet. */
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { open, several } from "../bases.ts";
import { isReady } from "../engine/hands.ts";
import { broken, drawn, mistake, tab } from "../state.ts";
import { t } from "../words/index.ts";

/** Waits shorter than this, in milliseconds, need no word. */
const AFTER = 400;

/** Shows its children if it stays for a while. */
export function Late({ children }: { children: ComponentChildren }) {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), AFTER);
    return () => clearTimeout(timer);
  }, []);
  return isLate ? children : null;
}

/** Marks a part that is not about the puzzle in the box, such as an answer to another puzzle. */
export function Stale() {
  return mistake.value && drawn.value ? (
    <p class="note warn fresh" role="status">
      {t("stale.puzzle")}
    </p>
  ) : null;
}

/** A puzzle in several bases has to be opened in one. */
function Choose() {
  return (
    <section class="card stack" aria-label={t("bases")}>
      <p>{t("bases.choose")}</p>
      <div class="row">
        {several.value?.map((base) => (
          <button
            type="button"
            key={base}
            onClick={() => {
              open(base);
              // The button is gone then, and the focus with it.
              document.getElementById(`tab-${tab.value}`)?.focus();
            }}
          >
            {t("bases.in", { base })}
          </button>
        ))}
      </div>
    </section>
  );
}

export function Blank() {
  if (several.value) return <Choose />;
  if (mistake.value) return <p class="soft">{t("unread")}</p>;
  if (isReady.value || broken.value) return null;
  return (
    <div class="soft" role="status">
      <Late>{t("loading")}</Late>
    </div>
  );
}
