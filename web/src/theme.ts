/** Light, dark, or as the system has it; and how wide the window is. */
import { signal } from "@preact/signals";
import { keep, kept } from "./kept.ts";

export type Theme = "system" | "light" | "dark";

const width = matchMedia("(max-width: 56rem)");

/** Whether all stands in one column. */
export const isNarrow = signal(width.matches);
width.addEventListener("change", () => {
  isNarrow.value = width.matches;
});

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
