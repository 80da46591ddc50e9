/** What stands where there is nothing of the puzzle yet. */
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { isReady } from "../engine/hands.ts";
import { broken } from "../state.ts";
import { t } from "../words/index.ts";

/** What takes less than this, in milliseconds, needs no word. */
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

export function Blank() {
  if (isReady.value || broken.value) return null;
  return (
    <div class="soft" role="status">
      <Late>{t("loading")}</Late>
    </div>
  );
}
