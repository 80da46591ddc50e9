// @ts-check
/** What the library asks the browser about characters, which has the tables already: see `src/unicode` of the library. */

const encoder = new TextEncoder();
// A mark of byte order at the head of a text is part of it: without it, all places would be wrong.
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const forms = /** @type {const} */ (["NFC", "NFD", "NFKD"]);

/** @param {"grapheme" | "word"} granularity */
const segmenter = (granularity) => ("Segmenter" in Intl ? new Intl.Segmenter("en", { granularity }) : null);
const graphemes = segmenter("grapheme");
const wordly = segmenter("word");

/** How many bytes a text takes. @param {string} text */
function size(text) {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}

/** The clusters of a text; in a browser that does not know them, letters with their marks. @param {string} text */
export function clusters(text, known = graphemes) {
  if (!known) return text.match(/\r\n|\P{M}\p{M}*|\p{M}/gu) ?? [];
  return Array.from(known.segment(text), ({ segment }) => segment);
}

/** What a text consists of, and which parts are words. @param {string} text */
export function words(text, known = wordly) {
  if (known) return Array.from(known.segment(text), ({ segment, isWordLike }) => ({ segment, is: !!isWordLike }));
  const parts = text.split(/([\p{L}\p{N}](?:[\p{L}\p{N}\p{M}]|['’.](?=[\p{L}\p{N}]))*)/u);
  return parts.map((segment, index) => ({ segment, is: index % 2 === 1 }));
}

/** The answer to a question: 0 to 2 for normal forms, 3 for the sizes of clusters, 4 for the places of words. @param {number} kind @param {string} text */
function answered(kind, text) {
  const form = forms[kind];
  if (form) return encoder.encode(text.normalize(form));
  if (kind === 3) return new Uint8Array(Uint32Array.from(clusters(text), size).buffer);
  let at = 0;
  const places = words(text).flatMap(({ segment, is }) => {
    const start = at;
    at += size(segment);
    return is ? [start, at] : [];
  });
  return new Uint8Array(Uint32Array.from(places).buffer);
}

/** What the library imports. `view` gives bytes of its memory. @param {(at: number, length: number) => Uint8Array} view */
export function unicode(view) {
  let told = new Uint8Array();
  return {
    /** Takes a question, and returns how many bytes its answer has. @param {number} kind @param {number} at @param {number} length */
    ask(kind, at, length) {
      told = answered(kind, decoder.decode(view(at, length)));
      return told.length;
    },
    /** Writes the answer. @param {number} at */
    tell: (at) => view(at, told.length).set(told),
    /** @param {number} code */
    is_mark: (code) => (/^\p{M}/u.test(String.fromCodePoint(code)) ? 1 : 0),
  };
}
