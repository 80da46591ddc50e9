/** The puzzles of a text that has several. */
import { bunch, open } from "../bunch.ts";
import { parsed, rules, text } from "../state.ts";
import { t } from "../words/index.ts";
import { add, isOpen } from "../worksheet.ts";

export function Bunch() {
  const now = bunch.value;
  if (!now) return null;
  const { parts, whole } = now;
  // Of the whole text only the first is read, then.
  const isFirst = whole === text.value && parsed.value?.notes.some(({ key }) => key === "note-several");
  const all = () => {
    for (const part of parts) add({ text: part, rules: rules.value });
    isOpen.value = true;
  };
  return (
    <div class="note bunch">
      <p>{t("bunch", { n: parts.length })}</p>
      <div class="row">
        {parts.map((part, index) => (
          <button
            type="button"
            key={part}
            aria-label={t("bunch.open", { n: index + 1 })}
            aria-pressed={part === text.value || (isFirst && index === 0)}
            onClick={() => open(part)}
          >
            {index + 1}
          </button>
        ))}
        <button type="button" aria-pressed={whole === text.value && !isFirst} onClick={() => open(whole)}>
          {t("bunch.whole")}
        </button>
        <button type="button" onClick={all}>
          {t("bunch.sheet")}
        </button>
      </div>
    </div>
  );
}
