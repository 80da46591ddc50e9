/** The figures that the page has targets for, measured in one run: `FIGURES=1 npx playwright test figures --workers 1`. */
import { readFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";

test.skip(!process.env.FIGURES, "measured on request, on an idle machine");
test.describe.configure({ mode: "serial" });

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

test("first answer, in a new browser and from the service worker", async ({ browser }) => {
  const times = { new: [] as number[], again: [] as number[] };
  for (let i = 0; i < 5; i++) {
    const context = await browser.newContext({ serviceWorkers: "allow" });
    const page = await context.newPage();
    const answer = async () => {
      await page.locator(".verdict").waitFor();
      return page.evaluate(() => performance.now());
    };
    await page.goto("/#t=SEND+MORE=MONEY");
    times.new.push(await answer());
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForTimeout(500);
    await page.reload();
    times.again.push(await answer());
    await context.close();
  }
  console.log(
    `first answer: ${median(times.new).toFixed(0)} ms; from the service worker: ${median(times.again).toFixed(0)} ms`,
  );
  expect(times.new.length).toBe(5);
});

test("parse and mark after a key, for the corpus", async ({ page }) => {
  const corpus = readFileSync("../tests/puzzles/corpus.toml", "utf8");
  const texts = [...corpus.matchAll(/^text = "(.*)"$/gm)].map((match) => JSON.parse(`"${match[1]}"`) as string);
  expect(texts.length).toBeGreaterThan(300);
  await page.goto("/#t=A+B=C");
  await page.locator(".verdict").waitFor();
  const times = await page.evaluate(async (texts) => {
    const box = document.querySelector("textarea") as HTMLTextAreaElement;
    const said = document.querySelector("#said") as HTMLElement;
    const solve = () => document.querySelector(".left button.primary") as HTMLButtonElement;
    const times: number[] = [];
    for (const text of texts) {
      // A mistake before each, so that the end of reading can be seen.
      box.value = `${text} + + =`;
      box.dispatchEvent(new Event("input", { bubbles: true }));
      await new Promise<void>((done) => {
        const look = () => (said.querySelector(".bad") ? done() : setTimeout(look, 1));
        look();
      });
      const start = performance.now();
      box.value = text;
      box.dispatchEvent(new Event("input", { bubbles: true }));
      await new Promise<void>((done) => {
        const look = () => (solve().disabled && performance.now() - start < 2000 ? setTimeout(look, 0) : done());
        look();
      });
      times.push(performance.now() - start);
    }
    return times;
  }, texts);
  const sorted = times.sort((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);
  console.log(`parse and mark, the wait of 30 ms after a key included: half ${at(0.5)} ms, 95% ${at(0.95)} ms`);
});

test("frames while it searches, and Stop until ready", async ({ page }) => {
  await page.goto("/#t=ABCDEFGH%2AIJKLMNOP%3EQRSTUVWXYZ&base=28");
  await page.getByRole("button", { name: /^Solve/ }).click();
  await expect(page.locator(".verdict")).toHaveText(/searching – [1-9]/);
  const gap = await page.evaluate(async () => {
    let [last, longest] = [performance.now(), 0];
    const end = last + 2000;
    await new Promise<void>((done) => {
      const frame = () => {
        const now = performance.now();
        longest = Math.max(longest, now - last);
        last = now;
        if (now < end) requestAnimationFrame(frame);
        else done();
      };
      requestAnimationFrame(frame);
    });
    return longest;
  });
  const stops: number[] = [];
  for (let i = 0; i < 5; i++) {
    stops.push(
      await page.evaluate(async () => {
        const button = (name: string) =>
          [...document.querySelectorAll("button")].find((one) => one.textContent?.startsWith(name));
        const wait = async (is: () => boolean) => {
          while (!is()) await new Promise((done) => setTimeout(done, 1));
        };
        const start = performance.now();
        button("Stop")?.click();
        await wait(() => /stopped/.test(document.querySelector(".verdict")?.textContent ?? ""));
        document.querySelector<HTMLButtonElement>(".left button.primary")?.click();
        await wait(() => /searching – [1-9]/.test(document.querySelector(".verdict")?.textContent ?? ""));
        return performance.now() - start;
      }),
    );
  }
  console.log(
    `longest gap between frames: ${gap.toFixed(0)} ms; Stop until the next search has rows: ${median(stops).toFixed(0)} ms`,
  );
});

/** The memory of the page and its workers, in MiB, once what is not needed any more is gone. */
async function memory(page: Page): Promise<number> {
  return page.evaluate(async () => {
    type Measured = { measureUserAgentSpecificMemory(): Promise<{ bytes: number }> };
    const { bytes } = await (performance as unknown as Measured).measureUserAgentSpecificMemory();
    return bytes / 2 ** 20;
  });
}

for (const [name, hash] of [
  [
    "as they are found",
    "t=A%2BB%2BC%2BD%2BE%2BF%2BG%2BH%2BI%2BJ%2BK%2BL%2BM%2BN%2BO%2BP%3E3&distinct=none&ask=first&first=100000",
  ],
  [
    "of 258,570 solutions",
    "t=A%2BB%2BC%2BD%2BE%2BF%2BG%2BH%2BI%2BJ%2BK%2BL%2BM%2BN%2BO%2BP=8&digits=0-2&distinct=none",
  ],
] as const) {
  test(`memory with 100,000 rows of 16 cells, ${name}`, async ({ page }) => {
    test.setTimeout(300_000);
    // Only pages that no other page can reach into may measure it.
    await page.route("**/*", async (route) => {
      const response = await route.fetch();
      const headers = {
        ...response.headers(),
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-embedder-policy": "require-corp",
      };
      await route.fulfill({ response, headers });
    });
    await page.goto("/#t=A+B=C");
    await page.locator(".verdict").waitFor();
    const before = await memory(page);
    await page.goto(`/#${hash}`);
    await page.getByRole("button", { name: /^Solve/ }).click();
    await expect(page.locator(".rows")).toHaveAttribute("aria-rowcount", "100001", { timeout: 200_000 });
    await expect(page.getByRole("button", { name: "Stop" })).toBeDisabled({ timeout: 200_000 });
    const after = await memory(page);
    await page.locator(".rows").evaluate((node) => node.scrollTo(0, node.scrollHeight));
    await page.getByRole("button", { name: "Sort by P" }).click();
    await expect(page.locator(".rows .one").last()).toBeVisible();
    const sorted = await memory(page);
    const told = [before, after, sorted].map((figure) => figure.toFixed(1)).join(", ");
    console.log(`memory with 100,000 rows ${name}: at rest, with rows, sorted: ${told} MiB`);
    expect(Math.max(after, sorted)).toBeLessThan(80);
  });
}
