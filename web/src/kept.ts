/**
 * The data that the page keeps in the browser's storage. Where that is full or forbidden everything works, unkept: `storage`
 * tells whether a thing could not be kept.
 */
import { signal } from "@preact/signals";

const PREFIX = "fukumen.";

/** Whether what is to be kept is kept. */
export const storage = signal<"kept" | "unkept">("kept");

export function kept(name: string): string | null {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    storage.value = "unkept";
    return null;
  }
}

export function keep(name: string, value: string): void {
  try {
    localStorage.setItem(PREFIX + name, value);
    storage.value = "kept";
  } catch {
    storage.value = "unkept";
  }
}

export function forget(name: string): void {
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    storage.value = "unkept";
  }
}

/** The names of what is kept that begin with this. */
export function names(prefix: string): string[] {
  try {
    return Object.keys(localStorage)
      .filter((name) => name.startsWith(PREFIX + prefix))
      .map((name) => name.slice(PREFIX.length));
  } catch {
    return [];
  }
}

/** Calls back with the name and value of what another window of the page keeps. */
export function watch(changed: (name: string, value: string | null) => void): void {
  addEventListener("storage", (event) => {
    if (event.key?.startsWith(PREFIX)) changed(event.key.slice(PREFIX.length), event.newValue);
  });
}
