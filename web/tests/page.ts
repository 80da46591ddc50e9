/** Helpers for the scenarios. */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { test as base, expect, type Page } from "@playwright/test";
import { library } from "./corpus/library.mjs";

/** Fails a test whose page writes errors, leaves its host, or breaks its own policy. */
export const test = base.extend<{ watched: undefined; faults: { allow: RegExp | null } }>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of what is needed from this pattern
  faults: async ({}, use) => use({ allow: null }),
  watched: [
    async ({ page, faults }, use) => {
      const wrong: string[] = [];
      const add = (what: string) => {
        if (!faults.allow?.test(what)) wrong.push(what);
      };
      page.on("console", (message) => {
        if (message.type() === "error") add(message.text());
      });
      page.on("pageerror", (error) => add(String(error)));
      page.on("request", (request) => {
        const url = new URL(request.url());
        if (!["127.0.0.1"].includes(url.hostname) && !["blob:", "data:"].includes(url.protocol)) add(request.url());
      });
      await use(undefined);
      expect(wrong).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

export const DIVISION = `       *7***
    ________
***)********
    ****
    ----
      ***
      ***
      ---
      ****
       ***
      ----
        ****
        ****
        ----
           0`;

/** Opens the page with a puzzle, or with an empty box. */
export async function open(page: Page, hash = "#t="): Promise<void> {
  await page.goto(`/${hash}`);
  await expect(page.getByRole("tablist")).toBeVisible();
}

/** Opens the page anew by a link, as from a bookmark: within the page only the part after `#` would change. */
export async function enter(page: Page, link: string): Promise<void> {
  await page.goto("about:blank");
  await page.goto(link);
  await expect(page.getByRole("tablist")).toBeVisible();
}

export function box(page: Page) {
  return page.locator("#text");
}

export async function type(page: Page, text: string): Promise<void> {
  await box(page).fill(text);
}

/** Pastes as a person does. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((text) => navigator.clipboard.writeText(text), text);
  await box(page).focus();
  await page.keyboard.press("Control+A");
  await page.keyboard.press("Control+V");
}

export const verdict = (page: Page) => page.locator(".verdict");

/** The drawing of the answer, read aloud. */
export const drawing = (page: Page) => page.locator(".right .sheet").first();

/** Goes on with Tab until something has the focus. */
export async function tabTo(page: Page, selector: string, most = 60): Promise<void> {
  for (let i = 0; i < most; i++) {
    if (await page.evaluate((selector) => document.activeElement?.matches(selector) ?? false, selector)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`${selector} is not reached by Tab`);
}

/** The command line, if it was built: FUKUMEN names it. */
export const program =
  process.env.FUKUMEN ?? ["../target/release/fukumen", "../target/debug/fukumen"].find((path) => existsSync(path));

/** The output of the command line. */
export function run(...parameters: string[]): string {
  if (!program) throw new Error("the command line is not built");
  return execFileSync(program, parameters, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
}

/** Asks the module itself, in Node. */
export const ask: (request: object) => { answer: Record<string, unknown>; events: Record<string, unknown>[] } =
  library().ask;
