/** Drawings of the puzzle in the box in the formats of the library, and the clipboard. */

import type { DrawFormat } from "./engine/answers";
import { read } from "./engine/hands.ts";
import { question } from "./state.ts";
import { t } from "./words/index.ts";
import { ofError } from "./words/messages.ts";

/** The puzzle in a format: with a solution in it, or with the digits and pencil marks that were written. */
export async function drawing(
  format: DrawFormat,
  wanted: { row?: number[]; marks?: (number | number[])[] } = {},
): Promise<string> {
  const outcome = await read({ do: "draw", ...question.value, format, ...wanted }, () => true);
  if (outcome.is === "answer") return outcome.answer.text;
  throw new Error(outcome.is === "refused" ? ofError(outcome.error) : t("download.failed"));
}

/** Copies a text. Where the browser has no clipboard for it, a selection does. */
export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = document.createElement("textarea");
    field.value = text;
    // Within an open dialog, for nothing beside it can have the focus.
    (document.querySelector("dialog[open]") ?? document.body).append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
}

/** Copies a picture. The promise is handed over, since some browsers forget the press that it came from. */
export async function copyPicture(svg: Promise<string>): Promise<void> {
  const picture = svg.then((text) => rasterized(text, 2));
  await navigator.clipboard.write([new ClipboardItem({ "image/png": picture })]);
}

/** The picture of a drawing, on white paper. */
export async function rasterized(svg: string, scale: number): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = Math.ceil((image.naturalWidth || 300) * scale);
    canvas.height = Math.ceil((image.naturalHeight || 150) * scale);
    const context = canvas.getContext("2d");
    if (!context) throw new Error("no canvas");
    context.fillStyle = "#ffffff";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
    if (!blob) throw new Error("no picture");
    return blob;
  } finally {
    URL.revokeObjectURL(address);
  }
}
