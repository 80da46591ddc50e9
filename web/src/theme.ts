/** Light, dark, or as the system has it. */
import { signal } from "@preact/signals";
import { keep, kept } from "./kept.ts";

export type Theme = "system" | "light" | "dark";

export const theme = signal<Theme>("system");

export function dress(next: Theme = (kept("theme") as Theme | null) ?? "system"): void {
  theme.value = next === "light" || next === "dark" ? next : "system";
  if (theme.value === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme.value;
}

/** From one to the next; kept. */
export function turn(): void {
  const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
  const now = theme.value === "system" ? (isDark ? "dark" : "light") : theme.value;
  const next = now === "dark" ? "light" : "dark";
  keep("theme", next);
  dress(next);
}
