/** The dialog of the worksheet: what is on it, and how it is printed. */
import { parsed, rules, tab, text } from "../state.ts";
import { number, t } from "../words/index.ts";
import {
  add,
  change,
  EACH,
  entries,
  fillForClass,
  has,
  isLocal,
  isOpen,
  isPreparing,
  KEYS,
  MOST,
  type Options,
  options,
  PAPERS,
  prepare,
} from "../worksheet.ts";
import { Dialog } from "./Dialog.tsx";

export function Print() {
  const now = { text: text.value, rules: rules.value };
  const print = async () => {
    await prepare();
    // Once the paper is there.
    requestAnimationFrame(() => requestAnimationFrame(() => window.print()));
  };
  const set = (changes: Partial<Options>) => {
    options.value = { ...options.value, ...changes };
  };
  const show = () => {
    if (parsed.value && entries.value.length === 0) add(now);
    isOpen.value = true;
  };
  const isOnSheet = has(now);
  // The puzzle in the box is not seen beside those that are made.
  const isSeen = tab.value !== "make";
  const { title, each, paper, key, word } = options.value;
  return (
    <>
      <button type="button" onClick={show}>
        {t("print")}
      </button>
      <Dialog
        open={isOpen.value}
        close={() => {
          isOpen.value = false;
        }}
        title={t("sheet")}
      >
        {entries.value.length === 0 && <p class="soft">{t("sheet.empty")}</p>}
        <ol class="entries">
          {entries.value.map((entry, index) => (
            <li key={entry.text + JSON.stringify(entry.rules)}>
              <pre>{entry.text}</pre>
              <button
                type="button"
                class="quiet"
                aria-label={t("sheet.remove", { n: index + 1 })}
                onClick={() => change(entries.value.filter((other) => other !== entry))}
              >
                ×
              </button>
            </li>
          ))}
        </ol>
        <div class="row">
          <button type="button" onClick={fillForClass}>
            {t("sheet.class")}
          </button>
          {isSeen && (
            <button
              type="button"
              disabled={!parsed.value || entries.value.length >= MOST || isOnSheet}
              onClick={() => add(now)}
            >
              {t("sheet.add")}
            </button>
          )}
          <span class="soft">
            {t("sheet.count", { n: entries.value.length, most: MOST })} {isSeen && isOnSheet && `· ${t("make.added")}`}
          </span>
        </div>
        <div class="fields">
          <label>
            {t("sheet.title")}
            <input value={title} onInput={(event) => set({ title: event.currentTarget.value })} />
          </label>
          <Choice
            name="each"
            values={EACH.map(String)}
            value={String(each)}
            set={(value) => set({ each: Number(value) as Options["each"] })}
          />
          <Choice
            name="paper"
            values={PAPERS}
            value={paper}
            set={(value) => set({ paper: value as Options["paper"] })}
          />
          <Choice name="key" values={KEYS} value={key} set={(value) => set({ key: value as Options["key"] })} />
          <label>
            {t("sheet.word")}
            <input value={word} onInput={(event) => set({ word: event.currentTarget.value })} />
          </label>
        </div>
        {(["boxes", "large", "codes"] as const).map((name) => (
          <label key={name} class="row tight">
            <input
              type="checkbox"
              checked={options.value[name]}
              disabled={name === "codes" && isLocal}
              onChange={(event) => set({ [name]: event.currentTarget.checked })}
            />
            {t(`sheet.${name}`)}
            {name === "codes" && isLocal && <span class="soft">{t("sheet.local")}</span>}
          </label>
        ))}
        <div class="row last">
          <button
            type="button"
            class="primary"
            disabled={entries.value.length === 0 || isPreparing.value}
            onClick={print}
          >
            {t(isPreparing.value ? "sheet.preparing" : "sheet.print")}
          </button>
          <span class="soft">{t("sheet.pdf")}</span>
        </div>
      </Dialog>
    </>
  );
}

interface ChoiceProps {
  name: "each" | "paper" | "key";
  values: readonly string[];
  value: string;
  set: (value: string) => void;
}

function Choice({ name, values, value, set }: ChoiceProps) {
  const label = (one: string) =>
    name === "each" ? number(Number(one)) : t(`sheet.${name}.${one}` as "sheet.key.page");
  return (
    <label>
      {t(`sheet.${name}`)}
      <select value={value} onChange={(event) => set(event.currentTarget.value)}>
        {values.map((one) => (
          <option key={one} value={one}>
            {label(one)}
          </option>
        ))}
      </select>
    </label>
  );
}
