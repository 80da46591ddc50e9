/** Scenarios of the worksheet and of files. */
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import decode from "qr/decode.js";
import puzzles from "../src/gallery.json" with { type: "json" };
import { open as read } from "../src/link";
import { box, DIVISION, expect, open, test, type, verdict } from "./page";

const SIX = ["SEND+MORE=MONEY", "TWO+TWO=FOUR", "2□×□=□6", "A/BC+D/EF+G/HI=1", "DO+TWO=FOUR", "NRICH+MATHS=STARS"];

/** How many pages a PDF has. */
function pages(pdf: Buffer): number {
  return pdf.toString("latin1").match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
}

test("15 a worksheet of six: its pages, its key on a page of its own or at the foot", async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute("data-printed", "yes");
  });
  await page.addInitScript((texts) => {
    const entries = texts
      .slice(1)
      .map((text) => ({ text, rules: text.startsWith("A/") ? { digits: "1-9", where: "A<D" } : {} }));
    if (!localStorage.getItem("fukumen.worksheet")) localStorage.setItem("fukumen.worksheet", JSON.stringify(entries));
  }, SIX);
  await open(page, "#t=SEND+MORE=MONEY");
  const button = page.getByRole("button", { name: "Print" });
  await button.click();
  const sheet = page.getByRole("dialog", { name: "Worksheet" });
  await sheet.getByRole("button", { name: "Add this puzzle" }).click();
  await expect(sheet.locator(".entries li")).toHaveCount(6);
  await sheet.getByLabel("Heading").fill("Six puzzles");
  await sheet.getByLabel("A word to be found with the key").fill("MONEY");
  const fill = async (each: string, key: string) => {
    await sheet.getByLabel("Puzzles on a page").selectOption(each);
    await sheet.getByLabel("Answers").selectOption(key);
    await page.evaluate(() => document.documentElement.removeAttribute("data-printed"));
    await sheet.getByRole("button", { name: "Print" }).click();
    await expect(page.locator("html[data-printed]")).toHaveCount(1, { timeout: 30_000 });
  };
  const print = async (each: string, key: string) => {
    await fill(each, key);
    return pages(await page.pdf({ preferCSSPageSize: true }));
  };
  expect(await print("6", "page")).toBe(2);
  // The printed pages are gone then: the browser may print something else.
  await fill("6", "page");
  await expect(page.locator(".key-page .key-one")).toHaveCount(6);
  await expect(page.locator(".slot")).toHaveCount(6);
  await expect(page.locator(".key-page")).toContainText("no solution");
  await expect(page.locator(".key-one").first()).toContainText("there are others");
  await page.emulateMedia({ media: "print" });
  await expect(page.locator(".print-title").first()).toHaveText("Six puzzles");
  await expect(page.locator(".code")).toContainText("puzzle 6");
  await expect(page.locator(".head")).toBeHidden();
  // Nothing is cut off.
  for (const slot of await page.locator(".slot").all()) {
    const isCut = await slot.evaluate(
      (node) => node.scrollHeight > node.clientHeight + 1 || node.scrollWidth > node.clientWidth + 1,
    );
    expect(isCut).toBe(false);
  }
  await page.screenshot({ path: "test-results/paper.png", fullPage: true });
  await page.emulateMedia({ media: null });
  // Rules stand there as settings are called, in the language of the page.
  const rule = page.locator(".slot em");
  await fill("6", "none");
  await expect(rule).toHaveText("digits: 1-9; condition: A<D");
  await page.evaluate(() => {
    const language = document.querySelector<HTMLSelectElement>("#language");
    if (language) language.value = "ja";
    language?.dispatchEvent(new Event("change", { bubbles: true }));
  });
  await expect(rule).toHaveText("使う数字：1-9; 追加の条件：A<D");
  await page.evaluate(() => {
    const language = document.querySelector<HTMLSelectElement>("#language");
    if (language) language.value = "en";
    language?.dispatchEvent(new Event("change", { bubbles: true }));
  });
  await expect(rule).toHaveText(/^digits/);
  expect(await print("4", "none")).toBe(2);
  await fill("2", "turned");
  await expect(page.locator(".turned .key-one")).toHaveCount(6);
  expect(await print("2", "turned")).toBe(3);
  expect(await print("1", "page")).toBe(7);
});

test("15c a sheet for a class in three presses: ten puzzles from easy to hard, with boxes of 7 mm", async ({
  page,
}) => {
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute("data-printed", "yes");
  });
  await page.goto("/");
  await page.getByRole("button", { name: "Print" }).click();
  await page.getByRole("button", { name: "Ten puzzles, from easy to hard" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Print" }).click();
  await expect(page.locator("html[data-printed]")).toHaveCount(1, { timeout: 30_000 });
  await page.emulateMedia({ media: "print" });
  await expect(page.locator(".slot")).toHaveCount(10);
  await expect(page.locator(".key-one")).toHaveCount(10);
  await expect(page.locator(".print-page header").first()).toContainText("/ 10");
  const boxes = await page.locator(".write").evaluateAll((all) =>
    all.map((one) => {
      const { width, height } = one.getBoundingClientRect();
      return Math.min(width, height);
    }),
  );
  expect(boxes.length).toBeGreaterThan(40);
  expect(Math.min(...boxes)).toBeGreaterThanOrEqual((7 / 25.4) * 96 - 0.5);
  for (const slot of await page.locator(".slot").all()) {
    await expect(slot.locator(".write").first()).toBeVisible();
    const isCut = await slot.evaluate((node) => {
      const room = node.getBoundingClientRect();
      return [...node.querySelectorAll(".at")].some((one) => {
        const { right, bottom } = one.getBoundingClientRect();
        return right > room.right + 1 || bottom > room.bottom + 1;
      });
    });
    expect(isCut).toBe(false);
  }
  await page.screenshot({ path: "test-results/class.png", fullPage: true });
  await page.emulateMedia({ media: null });
});

test("15d codes on a sheet open their puzzles on a phone, also in large print; a page of this computer alone has none", async ({
  page,
  baseURL,
  faults,
}) => {
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute("data-printed", "yes");
  });
  const code = page.getByLabel("QR code");
  await open(page, "#t=SEND+MORE=MONEY");
  await page.getByRole("button", { name: "Print" }).click();
  await expect(code).toBeDisabled();
  // The same files, as a school would have them.
  faults.allow = /^https:\/\/school\.example\//;
  await page.route("https://school.example/**", async (route) => {
    const url = route
      .request()
      .url()
      .replace("https://school.example/", baseURL ?? "");
    await route.fulfill({ response: await route.fetch({ url }) });
  });
  await page.goto(`https://school.example/#t=${encodeURIComponent(DIVISION)}`);
  await page.getByRole("button", { name: "Print" }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByRole("button", { name: "Ten puzzles" }).click();
  await sheet.getByRole("button", { name: "Add this puzzle" }).click();
  await code.check();
  await sheet.getByLabel("Large print").check();
  await sheet.getByRole("button", { name: "Print" }).click();
  await expect(page.locator("html[data-printed]")).toHaveCount(1, { timeout: 30_000 });
  await page.emulateMedia({ media: "print" });
  const texts = await page.locator(".entries pre").evaluateAll((all) => all.map((one) => one.textContent));
  expect(texts).toHaveLength(11);
  await expect(page.locator(".qr")).toHaveCount(11);
  expect(await crossings(page)).toEqual([]);
  for (const index of [0, 9, 10]) {
    const { state, left } = await read(new URL(await seen(page, index)).hash);
    expect([state.text, state.play, left]).toEqual([texts[index], true, []]);
  }
});

/** Codes that stand above something else, or outside their places. */
function crossings(page: Page): Promise<string[]> {
  return page.locator(".slot").evaluateAll((slots) =>
    slots.flatMap((slot) => {
      const room = slot.getBoundingClientRect();
      const code = slot.querySelector(".qr")?.getBoundingClientRect();
      if (!code || code.right > room.right || code.bottom > room.bottom) return [`${slot.textContent}: no room`];
      const others = [...slot.querySelectorAll(".glyph, .bracket, .write, strong, em")];
      return others.flatMap((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        const isApart = right < code.left || left > code.right || top > code.bottom || bottom < code.top;
        return isApart ? [] : [`${slot.textContent}: ${one.textContent}`];
      });
    }),
  );
}

/** What another program reads in the code of a puzzle and the paper around it. */
async function seen(page: Page, index: number): Promise<string> {
  const code = await page.locator(".qr").nth(index).boundingBox();
  if (!code) throw new Error("there is no code");
  const clip = { x: code.x - 8, y: code.y - 8, width: code.width + 16, height: code.height + 16 };
  const png = await page.screenshot({ clip, fullPage: true });
  const image = await page.evaluate(
    async (bytes) => {
      const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
      // Larger, as a camera sees it from near.
      const canvas = new OffscreenCanvas(4 * bitmap.width, 4 * bitmap.height);
      const context = canvas.getContext("2d");
      context?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
      const data = [...(context?.getImageData(0, 0, canvas.width, canvas.height).data ?? [])];
      return { width: canvas.width, height: canvas.height, data };
    },
    [...png],
  );
  return decode({ ...image, data: new Uint8Array(image.data) });
}

/** A grid without letters, whose answer has nothing but its drawing. */
const GRID = " 1□ + 2□ = 36\n  +    +    +\n □1 + 1□ = 31\n  =    =    =\n 3□ + □4 = 67";

test("15b nothing on paper stands above anything else, and after printing the paper is gone", async ({ page }) => {
  const texts = [...puzzles.map(({ text }) => text), GRID];
  await page.addInitScript(
    (texts) => {
      window.print = () => document.documentElement.setAttribute("data-printed", "yes");
      localStorage.setItem("fukumen.worksheet", JSON.stringify(texts.map((text) => ({ text, rules: {} }))));
    },
    [...texts, ...[1, 2, 3, 4, 5].map((n) => `${DIVISION}\n${" ".repeat(n)}`)],
  );
  await open(page, "#t=SEND+MORE=MONEY");
  await expect(verdict(page)).toBeVisible();
  await page.getByRole("button", { name: "Print" }).click();
  const sheet = page.getByRole("dialog", { name: "Worksheet" });
  const print = async (each: string, key: string) => {
    await page.emulateMedia({ media: null });
    await sheet.getByLabel("Puzzles on a page").selectOption(each);
    await sheet.getByLabel("Answers").selectOption(key);
    await page.evaluate(() => document.documentElement.removeAttribute("data-printed"));
    await sheet.getByRole("button", { name: "Print" }).click();
    await expect(page.locator("html[data-printed]")).toHaveCount(1, { timeout: 30_000 });
    await page.emulateMedia({ media: "print" });
    return page.evaluate(() => {
      const wrong: string[] = [];
      const all = [...document.querySelectorAll<HTMLElement>(".slot, .key-one")];
      for (const one of all) {
        const room = one.getBoundingClientRect();
        for (const glyph of one.querySelectorAll(".glyph, .bracket")) {
          const at = glyph.getBoundingClientRect();
          const isOut = at.left < room.left - 1 || at.right > room.right + 1;
          if (isOut || at.top < room.top - 1 || at.bottom > room.bottom + 1)
            wrong.push(`${one.className}: ${one.textContent}`);
        }
      }
      return [all.length, [...new Set(wrong)]];
    });
  };
  expect(await print("2", "turned")).toEqual([28, []]);
  expect(await print("4", "page")).toEqual([28, []]);
  expect(await print("6", "turned")).toEqual([28, []]);
  // The name of a function stays on its line, with its bracket.
  const tops = (word: string) =>
    page
      .locator(".slot .word", { hasText: word })
      .first()
      .evaluate((node) => new Set([...node.children].map((one) => one.getBoundingClientRect().bottom)).size);
  expect(await tops("is_square(TEN)")).toBe(1);
  await expect(page.locator(".left")).toBeHidden();
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  await page.evaluate(() => document.querySelector("dialog[open]")?.remove());
  await expect(page.locator(".paper")).toHaveCount(0);
  await expect(box(page)).toBeVisible();
  await expect(page.locator(".head")).toBeHidden();
  await expect(page.getByRole("button", { name: "Share" })).toBeHidden();
});

test("16b pictures have what was written, as the sheet has it; texts do not", async ({ page }) => {
  await open(page, "#t=SEND%2BMORE%3DMONEY&tab=play");
  await expect(page.locator(".board .place").first()).toBeVisible();
  const dialog = page.getByRole("dialog", { name: "Download" });
  const box = dialog.getByLabel("In pictures, the digits and pencil marks");
  await page.getByRole("button", { name: "Download" }).click();
  await expect(dialog.getByRole("button", { name: "SVG" })).toBeVisible();
  // Nothing was written yet.
  await expect(box).toHaveCount(0);
  await page.keyboard.press("Escape");
  await page.locator(".board .place").first().focus();
  await page.keyboard.press("9");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Shift+Digit5");
  await page.keyboard.press("Shift+Digit6");
  await expect(page.locator(".board .pencil span", { hasText: /./ })).toHaveCount(6);
  await page.getByRole("button", { name: "Download" }).click();
  await box.check();
  const get = async (name: string) => {
    const download = page.waitForEvent("download");
    await dialog.getByRole("button", { name, exact: true }).first().click();
    return readFileSync(await (await download).path());
  };
  const texts = await page.evaluate((svg) => {
    const parsed = new DOMParser().parseFromString(svg, "image/svg+xml");
    const of = (what: string) => [...parsed.querySelectorAll(what)].map((node) => node.textContent).join("");
    return [of("parsererror"), of(".found"), of(".mark"), parsed.querySelectorAll("rect").length];
  }, (await get("SVG")).toString());
  // E stands at three places, with two marks at each.
  expect(texts).toEqual(["", "9", "565656", 13]);
  const marked = await get("PNG × 2");
  expect((await get("Text")).toString()).toBe("SEND+MORE=MONEY\n");
  await box.uncheck();
  const plain = await get("PNG × 2");
  // The places are higher than letters.
  expect(marked.readUInt32BE(20)).toBeGreaterThan(plain.readUInt32BE(20));
});

test("16 every download is opened and read back", async ({ page }) => {
  await open(page, "#t=A/BC+D/EF+G/HI=1&digits=1-9");
  await expect(verdict(page)).toHaveText("6 solutions");
  await page.getByRole("button", { name: "Download" }).click();
  const dialog = page.getByRole("dialog", { name: "Download" });
  const get = async (name: string) => {
    const download = page.waitForEvent("download");
    await dialog.getByRole("button", { name, exact: true }).first().click();
    const file = await download;
    return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
  };
  const puzzle = await get("Text");
  expect([puzzle.name, puzzle.bytes.toString()]).toEqual(["puzzle.txt", "A/BC+D/EF+G/HI=1\n"]);
  await dialog.getByText("With the digits of the solution").click();
  expect((await get("Text")).bytes.toString()).toBe("5/34+7/68+9/12=1\n");
  expect((await get("LaTeX")).bytes.toString()).toContain("\\[");
  expect((await get("Markdown")).bytes.toString()).toContain("5/34+7/68+9/12=1");
  const svg = (await get("SVG")).bytes.toString();
  const texts = await page.evaluate((svg) => {
    const parsed = new DOMParser().parseFromString(svg, "image/svg+xml");
    return [...parsed.querySelectorAll("parsererror, text")].map((node) => node.textContent).join("");
  }, svg);
  // Fractions have bars there.
  expect(texts).toContain("534+768+912=1");
  for (const scale of [2, 4]) {
    const { name, bytes } = await get(`PNG × ${scale}`);
    expect(name).toBe(`solution@${scale}x.png`);
    expect(bytes.subarray(1, 4).toString()).toBe("PNG");
    const width = Number(/width="(\d+)"/.exec(svg)?.[1]);
    expect(bytes.readUInt32BE(16)).toBe(width * scale);
  }
  const json = JSON.parse((await get("JSON")).bytes.toString());
  expect([json.count, json.solutions.length, json.solutions[0].text]).toEqual([6, 6, "5/34+7/68+9/12=1"]);
  expect(json.solutions[0].digits).toEqual({ A: 5, B: 3, C: 4, D: 7, E: 6, F: 8, G: 9, H: 1, I: 2 });
  const csv = (await get("CSV")).bytes.toString().trim().split("\r\n");
  expect([csv[0], csv[1], csv.length]).toEqual(["A,B,C,D,E,F,G,H,I", "5,3,4,7,6,8,9,1,2", 7]);
  await page.keyboard.press("Escape");
  await type(page, "NRICH+MATHS=STARS");
  await page.getByRole("button", { name: /^digits/ }).click();
  await page.getByRole("button", { name: "Back to usual" }).click();
  await expect(verdict(page)).toHaveText("no solution");
  await page.getByRole("button", { name: "Download" }).click();
  const told = dialog.locator("h3", { hasText: "Explanation" }).locator("+ .row");
  for (const [button, start] of [
    ["Markdown", "**1.**"],
    ["HTML", "<!"],
  ] as const) {
    const download = page.waitForEvent("download");
    await told.getByRole("button", { name: button }).click();
    const text = readFileSync(await (await download).path()).toString();
    expect(text).toContain(start);
    expect(text).toContain("H = 0");
  }
  await dialog.getByRole("button", { name: "Picture" }).click();
  await expect(dialog.getByRole("status")).toHaveText("Copied.");
  expect(await page.evaluate(async () => (await navigator.clipboard.read())[0]?.types)).toContain("image/png");
  await dialog.locator("h3", { hasText: "Copy" }).locator("+ .row").getByRole("button", { name: "Text" }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain("NRICH+MATHS=STARS");
});
