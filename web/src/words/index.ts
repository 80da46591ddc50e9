/** The texts of the page in the language that is chosen; en.json says which there are. */
import { batch, computed, signal } from "@preact/signals";
import { keep, kept } from "../kept.ts";
import en from "./en.json";
import { catalogue, entries } from "./messages.ts";

export type Key = keyof typeof en;
type Entry = string | ({ other: string } & Partial<Record<Intl.LDMLPluralRule, string>>);
type Words = Record<Key, Entry>;
export type Language = "en" | "ja" | "pl" | "zh";
/** The texts of the page in a language; without `messages`, those of the library are in English. */
type Said = { words: Words; messages?: string; templates: string };

/** The languages of the page, each with its own name. */
export const LANGUAGES: Record<Language, string> = { en: "English", ja: "日本語", pl: "polski", zh: "中文" };
const SAID: Record<Language, () => Promise<Said>> = {
  en: async () => ({ words: en, templates: "" }),
  ja: () => import("./japanese.ts"),
  pl: () => import("./polish.ts"),
  zh: () => import("./chinese.ts"),
};

const loaded = signal<{ language: Language; words: Words }>({ language: "en", words: en });

export const language = computed(() => loaded.value.language);

/** The templates of explanations in this language; none for English, which the library itself has. */
export const templates = signal("");

/** Changes the language, and keeps the choice. */
export async function speak(next: Language, choice = true): Promise<void> {
  const said = await SAID[next]().catch(() => null);
  if (!said) {
    dispatchEvent(new Event("missing"));
    return;
  }
  batch(() => {
    catalogue.value = entries(said.messages ?? "");
    templates.value = said.templates;
    loaded.value = { language: next, words: said.words };
  });
  document.documentElement.lang = next;
  if (choice) keep("language", next);
}

/** The language that was chosen before, or the browser's. */
export function preferred(): Language {
  const names = Object.keys(LANGUAGES);
  const wanted = [kept("language"), ...navigator.languages.map((tag) => tag.split("-")[0])];
  return (wanted.find((name) => name && names.includes(name)) ?? "en") as Language;
}

/** Whole numbers that all languages of the page write alike. */
const ALIKE = /^\d{1,3}$/;

/** A number as the language writes it. A browser's first formatter takes a phone longer than the whole first sheet: the names of
 * its places do without. */
export function number(value: number | bigint | string, options?: Intl.NumberFormatOptions): string {
  if (!options && ALIKE.test(String(value))) return String(value);
  const exact = typeof value === "string" ? BigInt(value) : value;
  return new Intl.NumberFormat(loaded.value.language, options).format(exact);
}

/** The text of a key, with its values in place of `{name}`. The value `n` decides about the plural. */
export function t(key: Key, values: Record<string, string | number> = {}): string {
  const { language, words } = loaded.value;
  const entry = words[key] ?? en[key];
  let text: string;
  if (typeof entry === "string") text = entry;
  else {
    text = entry[new Intl.PluralRules(language).select(Number(values.n))] ?? entry.other;
  }
  return text.replace(/\{(\w+)\}/g, (hole, name: string) => {
    const value = values[name];
    if (value === undefined) return hole;
    return typeof value === "number" ? number(value) : value;
  });
}

/** The text of a key that there may not be, such as the name of a setting or the help of an option, which the library has in
 * English. */
export function word(key: string): string | undefined {
  return Object.hasOwn(loaded.value.words, key) ? t(key as Key) : undefined;
}

/** The name of a setting in words; its own if it is new here. */
export function called(name: string): string {
  return word(`setting.${name}`) ?? name;
}

/** A value in words, if it is one of those that settings name. */
export function valued(value: string): string {
  return word(`value.${value}`) ?? value;
}

const STEPS: [number, Intl.NumberFormatOptions["unit"]][] = [
  [365.25 * 86400, "year"],
  [86400, "day"],
  [3600, "hour"],
  [60, "minute"],
  [1, "second"],
];

/** A time that was measured, as a watch has it. */
export function clock(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

const LIFETIME = 80 * 365.25 * 86400;

/** About how long a search takes, in words: `2 minutes`, `more than a lifetime`. */
export function duration(seconds: number): string {
  if (!(seconds < LIFETIME)) return t("time.lifetime");
  if (seconds < 0.001) return t("time.under", { time: unit(1, "millisecond") });
  if (seconds < 0.9995) return unit(Math.round(seconds * 1000), "millisecond");
  for (const [size, name] of STEPS) if (seconds >= size && name) return unit(round(seconds / size), name);
  return unit(1, "second");
}

/** The time that something is expected to take. */
export function about(seconds: number): string {
  return seconds < LIFETIME ? t("time.about", { time: duration(seconds) }) : duration(seconds);
}

function round(value: number): number {
  return value < 10 ? Math.round(value * 10) / 10 : Math.round(value);
}

function unit(value: number, name: string): string {
  return number(value, { style: "unit", unit: name, unitDisplay: name === "millisecond" ? "short" : "long" });
}
