/** The messages of the library, in the language of the page: its errors, helps and notes have keys, which a catalogue translates. */
import { signal } from "@preact/signals";

export interface Data {
  key?: string | undefined;
  params?: Record<string, string> | undefined;
  /** The values that are messages themselves. */
  within?: Record<string, Data> | undefined;
}

/** The entries of the language that is chosen; none for English, which the library itself has. */
export const catalogue = signal<ReadonlyMap<string, string>>(new Map());

/** The entries of a catalogue, `key = text` on each line. */
export function entries(lines: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const line of lines.split("\n")) {
    const at = line.indexOf(" = ");
    if (!line.startsWith("#") && at > 0) found.set(line.slice(0, at), line.slice(at + 3));
  }
  return found;
}

/** The text of a key with its values; what the library said if the language lacks it. */
export function inOwnWords({ key, params, within }: Data, english: string): string {
  const text = key === undefined ? undefined : catalogue.value.get(key);
  const value = (name: string) => {
    const plain = params?.[name];
    const message = within?.[name];
    return plain !== undefined && message ? inOwnWords(message, plain) : plain;
  };
  return text?.replace(/\{([\w-]+)\}/g, (hole, name: string) => value(name) ?? hole) ?? english;
}

export function ofError(error: Data & { message: string }): string {
  return inOwnWords(error, error.message);
}
