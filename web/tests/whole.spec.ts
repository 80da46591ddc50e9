/** Scenarios of the page as a whole: offline, narrow and dark, words, faults, access. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { box, DIVISION, enter, expect, open, test, type, verdict } from "./page";

const AXE = readFileSync("node_modules/axe-core/axe.min.js", "utf8");

const TYPES: Record<string, string> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".wasm": "application/wasm",
  ".svg": "image/svg+xml",
};

/** How a host keeps what it serves: browsers are told to keep everything, as on many static hosts, or ask each time. */
const KEPT = "public, max-age=600";

/** Serves a folder, as a plain static host does, but an old index until it is told to ask anew. */
async function host(
  folder: string,
  keeps = "no-cache",
  port = 0,
  old: Buffer | null = null,
): Promise<{ address: string; close(): void }> {
  let kept = old;
  const server = createServer((request, response) => {
    const path = (request.url ?? "/").split(/[?#]/)[0] ?? "/";
    if (request.headers["cache-control"] === "no-cache") kept = null;
    try {
      const bytes = path === "/" && kept ? kept : readFileSync(join(folder, path === "/" ? "index.html" : path));
      response
        .writeHead(200, { "content-type": TYPES[extname(path)] ?? "text/html", "cache-control": keeps })
        .end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((ready) => server.listen(port, "127.0.0.1", ready));
  return {
    address: `http://127.0.0.1:${(server.address() as { port: number }).port}/`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

const HASHED = /(?<=-)[\w-]{8}(?=\.(?:js|css|wasm)\b)/g;

/** Puts a version of the page into a folder: the build, with other names for all files that have a hash in theirs. */
function deploy(folder: string, version: string): void {
  rmSync(folder, { recursive: true, force: true });
  cpSync("dist", folder, { recursive: true });
  const renamed = (text: string) => text.replace(HASHED, (hash) => version + hash.slice(version.length));
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const path = join(folder, name);
    if (!/\.(html|js|css|wasm)$/.test(name)) continue;
    if (!name.endsWith(".wasm")) {
      const text = renamed(readFileSync(path, "utf8"));
      writeFileSync(path, text.replace(/"fukumen-[0-9a-f]+"/, `"fukumen-${version}"`));
    }
    renameSync(path, join(folder, renamed(name)));
  }
}

/** The script that a page was opened with. */
const script = (page: Page) => page.locator("script[type=module]").getAttribute("src");

test.describe("offline", () => {
  test.use({ serviceWorkers: "allow" });
  test("9 the page works offline after one visit; a new version offers itself, open work is kept", async ({
    page,
    faults,
  }) => {
    faults.allow =
      /ERR_CONNECTION_REFUSED|Failed to load resource|Failed to update a ServiceWorker|unknown error occurred when fetching/;
    const folder = mkdtempSync(join(tmpdir(), "page-"));
    deploy(folder, "old");
    const first = await host(folder);
    const port = Number(new URL(first.address).port);
    await page.goto(`${first.address}#t=TWO+TWO=FOUR`);
    await expect(verdict(page)).toHaveText("7 solutions");
    await page.evaluate(() => navigator.serviceWorker.ready);
    await expect.poll(() => page.evaluate(async () => (await caches.keys()).length)).toBe(1);
    first.close();
    await page.reload();
    await expect(verdict(page)).toHaveText("7 solutions");
    await page.getByRole("tab", { name: "Explain" }).click();
    await expect(page.locator(".steps .step").first()).toBeVisible();
    await page.getByLabel("Language").selectOption("ja");
    await expect(page.locator("html")).toHaveAttribute("lang", "ja");
    await page.getByRole("combobox").first().selectOption("en");
    deploy(folder, "new");
    const again = await host(folder, "no-cache", port);
    await page.getByRole("tab", { name: "Play" }).click();
    await page.locator(".place").first().click();
    await page.keyboard.type("7");
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    await expect(page.getByText("There is a new version")).toBeVisible();
    await page.getByRole("button", { name: "Use it" }).click();
    // The page is loaded anew meanwhile.
    const names = () => page.evaluate(() => caches.keys()).catch(() => []);
    await expect.poll(names, { timeout: 15_000 }).toEqual(["fukumen-new"]);
    await expect(page.getByRole("gridcell", { name: /, T, 7/ }).first()).toBeVisible();
    again.close();
  });

  test("9b a new version takes nothing from what the browser kept of the old one", async ({ page }) => {
    const folder = mkdtempSync(join(tmpdir(), "page-"));
    deploy(folder, "old");
    const server = await host(folder, KEPT);
    await page.goto(`${server.address}#t=TWO+TWO=FOUR`);
    await expect(verdict(page)).toHaveText("7 solutions");
    await page.evaluate(() => navigator.serviceWorker.ready);
    deploy(folder, "new");
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    await page.reload();
    await page.reload();
    expect(await script(page)).toContain("-old");
    await page.getByRole("button", { name: "Use it" }).click();
    await expect.poll(() => script(page).catch(() => "")).toContain("-new");
    await expect(verdict(page)).toHaveText("7 solutions");
    const session = await page.context().newCDPSession(page);
    await session.send("Network.clearBrowserCache");
    await page.reload();
    await expect(verdict(page)).toHaveText("7 solutions");
    server.close();
  });

  test("9c a page whose files are gone, also from a host between, asks for a fresh index by itself", async ({
    page,
    faults,
  }) => {
    faults.allow = /404/;
    const folder = mkdtempSync(join(tmpdir(), "page-"));
    deploy(folder, "old");
    // The host between has the old index until somebody asks for a fresh one.
    const server = await host(folder, KEPT, 0, readFileSync(join(folder, "index.html")));
    deploy(folder, "new");
    await page.goto(`${server.address}#t=TWO+TWO=FOUR`);
    await expect(verdict(page)).toHaveText("7 solutions");
    expect(await script(page)).toContain("-new");
    // One that was open all the time, and lacks a part that it has not needed until now.
    deploy(folder, "newer");
    await page.evaluate(async () => {
      for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister();
      for (const name of await caches.keys()) await caches.delete(name);
    });
    await (await page.context().newCDPSession(page)).send("Network.clearBrowserCache");
    await page.getByLabel("Language").selectOption("ja");
    await expect.poll(() => script(page).catch(() => "")).toContain("-newer");
    await expect(verdict(page)).toHaveText("7 solutions");
    server.close();
  });
});

const VIEWS = [
  "#t=",
  `#t=${encodeURIComponent(DIVISION)}`,
  "#t=TWO+TWO=FOUR&tab=play",
  "#t=SEND+MORE=MONEY&tab=explain&s=3",
  "#tab=make",
];

async function settle(page: Page, view: string): Promise<void> {
  await open(page, view);
  if (view === "#t=") await expect(page.locator(".gallery button").first()).toBeVisible();
  else if (view.includes("explain")) await expect(page.locator(".steps .step").first()).toBeVisible();
  else if (view.includes("play")) await expect(page.locator(".place").first()).toBeVisible();
  else if (view.includes("make")) await expect(page.locator("#option-words")).toBeVisible();
  else await expect(verdict(page)).toBeVisible();
}

test("17 at 360 px, and at 200%, nothing needs scrolling sideways but a drawing", async ({ page }) => {
  for (const [width, size] of [
    [360, "100%"],
    [640, "200%"],
    [390, "200%"],
    [320, "200%"],
  ] as const) {
    await page.setViewportSize({ width, height: 740 });
    for (const view of VIEWS) {
      await settle(page, view);
      await page.evaluate((size) => {
        document.documentElement.style.fontSize = size;
      }, size);
      // On a busy machine the answer may be laid out a moment later.
      const wide = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      await expect.poll(wide, { message: `${view} at ${width}` }).toBeLessThanOrEqual(0);
      const cut = await page.locator("button, label, p, h2").evaluateAll((nodes) =>
        nodes
          .filter((node) => node.clientWidth > 1 && !node.closest(".unseen, .scroller, .rows, .marks-table"))
          .filter(
            (node) => node.scrollWidth > node.clientWidth + 2 || node.getBoundingClientRect().right > innerWidth + 1,
          )
          .map((node) => node.textContent),
      );
      expect(cut, `${view} at ${width}`).toEqual([]);
    }
  }
});

const WORDS = `  GREEN + TAN   = AZURE
    +       +       +
  KHAKI + SIENA = BIQUE
    +       +       +
    RED + BLUE  = GREEN
    =       =       =
   PINK + GOLD  = WHITE`;

test("17c a grid of words fits a narrow screen, with smaller digits; where fingers hit it, it scrolls in its own box", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const beside = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  const within = (room: Locator) => room.evaluate((node) => node.scrollWidth - node.clientWidth);
  await open(page, `#t=${encodeURIComponent(WORDS)}&layout=grid`);
  await expect(page.locator(".right .sheet.columns")).toBeVisible();
  expect(await within(page.locator(".right .scroller").first())).toBeLessThanOrEqual(0);
  const face = await page
    .locator(".right .sheet")
    .evaluate((node) => Number.parseFloat(getComputedStyle(node).fontSize));
  expect(face).toBeGreaterThanOrEqual(13);
  await page.locator("#tab-explain").click();
  await expect(page.locator(".front .board .place").first()).toBeVisible({ timeout: 30_000 });
  expect(await within(page.locator(".front .board .scroller"))).toBeLessThanOrEqual(0);
  await page.locator("#tab-play").click();
  const places = page.locator(".board .place");
  await expect(places.first()).toBeVisible();
  expect(Math.min(...(await places.evaluateAll((all) => all.map((one) => one.clientWidth))))).toBeGreaterThanOrEqual(
    17,
  );
  await places.first().focus();
  await page.keyboard.press("End");
  await expect(page.locator(".board .place:focus")).toBeInViewport({ ratio: 1 });
  expect(await beside()).toBeLessThanOrEqual(0);
});

test("17b on a phone nothing moves away: the button for hints, the steps' buttons, a division as a whole", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, `#t=${encodeURIComponent(DIVISION)}&tab=play`);
  const room = page.locator(".board .scroller");
  await expect(page.locator(".board .place").first()).toBeVisible();
  expect(await room.evaluate((node) => node.scrollWidth - node.clientWidth)).toBeLessThanOrEqual(0);
  const narrow = await page.locator(".board .place").evaluateAll((all) => all.map((one) => one.clientWidth));
  expect(Math.min(...narrow)).toBeGreaterThanOrEqual(22);
  const hint = page.getByRole("button", { name: "Hint", exact: true });
  await hint.scrollIntoViewIfNeeded();
  const before = await page.locator(".play .primary").boundingBox();
  await hint.click();
  await expect(page.locator(".told .badge")).toBeVisible({ timeout: 30_000 });
  expect((await page.locator(".play .primary").boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0);
  await page.locator("#tab-explain").click();
  const next = page.getByRole("button", { name: "Next step" });
  await expect(next).toBeVisible({ timeout: 30_000 });
  const board = page.locator(".front .board");
  for (let step = 1; step <= 6; step++) {
    await next.click();
    await expect(page.locator(".steps [aria-current]")).toBeInViewport();
    await expect(next).toBeInViewport({ ratio: 1 });
    const box = await board.boundingBox();
    // Not every step is about a place.
    if (!box || (await board.locator(".lit").count()) === 0) continue;
    const lit = await board.locator(".lit").first().boundingBox();
    if (!lit) continue;
    expect(lit.y).toBeGreaterThanOrEqual(box.y - 1);
    expect(lit.y).toBeLessThan(box.y + box.height);
  }
  // A number on one line is not broken where it fits into a line.
  await open(page, "#t=SEND%2BMORE%3DMONEY&tab=play");
  await expect(page.locator(".board .word")).toHaveCount(3);
  const tops = await page
    .locator(".board .word")
    .evaluateAll((words) =>
      words.map(
        (word) => new Set([...word.querySelectorAll(".place")].map((place) => place.getBoundingClientRect().top)).size,
      ),
    );
  expect(tops).toEqual([1, 1, 1]);
});

test("17d on a phone the digits stay in sight below a tall drawing, places are hit, and the verdict is above the keyboard", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await open(page, `#t=${encodeURIComponent(DIVISION)}&tab=play`);
  const places = page.locator(".board .place");
  await expect(places.first()).toBeVisible();
  for (const button of await page.locator(".pad button").all()) await expect(button).toBeInViewport({ ratio: 1 });
  await page.evaluate(() => scrollTo(0, 0));
  for (const button of await page.locator(".pad button").all()) await expect(button).toBeInViewport({ ratio: 1 });
  for (const view of [DIVISION, WORDS]) {
    await open(page, `#t=${encodeURIComponent(view)}&tab=play`);
    await expect(places.first()).toBeVisible();
    const sizes = await places.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(24);
  }
  // With a keyboard on the screen.
  await page.setViewportSize({ width: 360, height: 420 });
  await open(page);
  await box(page).pressSequentially("SEND+MORE=MONEY");
  await expect(page.locator(".brief")).toHaveText("exactly one solution");
  await expect(page.locator(".brief")).toBeInViewport({ ratio: 1 });
  await type(page, "A=A+1");
  await expect(page.locator(".brief")).toHaveText("no solution");
  await type(page, "A+\n".repeat(40));
  await expect(page.locator("#said .bad")).toBeInViewport();
  // Several puzzles have no answer in common.
  await type(page, "SEND+MORE=MONEY\nTWO+TWO=FOUR");
  await expect(page.locator(".bunch")).toBeVisible();
  await expect(page.locator(".brief")).toHaveCount(0);
});

test("17e at 400 and 500 % zoom a step can be read", async ({ page }) => {
  for (const viewport of [
    { width: 320, height: 200 },
    { width: 256, height: 160 },
  ]) {
    await page.setViewportSize(viewport);
    await open(page, "#t=SEND%2BMORE=MONEY&tab=explain&s=4");
    const here = page.locator(".steps [aria-current]");
    await expect(here).toBeVisible({ timeout: 30_000 });
    await here.scrollIntoViewIfNeeded();
    const isSeen = await here.evaluate((node) => {
      const { left, top, height } = node.getBoundingClientRect();
      return node.contains(document.elementFromPoint(left + 20, Math.min(top + height, innerHeight) - 10));
    });
    expect(isSeen, `${viewport.width}`).toBe(true);
  }
});

test("17f fingers have room: buttons are 44 px, and what unfolds 24", async ({ browser }) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 800 },
    hasTouch: true,
    isMobile: true,
    serviceWorkers: "block",
  });
  const page = await context.newPage();
  for (const view of ["#t=SEND%2BMORE=MONEY", "#t=SEND%2BMORE=MONEY&tab=play", "#tab=make"]) {
    await open(page, view);
    await expect(page.locator("main button").first()).toBeVisible();
    const low = await page
      .locator("button:not(.place, .to, .row-head button, .skip, .means button), select, summary")
      .evaluateAll((all) =>
        all
          .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 43.5)
          .map((one) => `${one.textContent} ${one.getBoundingClientRect().height}`),
      );
    expect(low, view).toEqual([]);
  }
  await context.close();
  const other = await browser.newPage();
  await open(other, "#t=SEND%2BMORE=MONEY");
  const summary = await other.locator("summary").first().boundingBox();
  expect(summary?.height).toBeGreaterThanOrEqual(24);
  await other.close();
});

test("25 the title is that of the puzzle; previews and phones have what they show of the page", async ({ page }) => {
  await open(page, "#t=SEND%2BMORE=MONEY");
  await expect(page).toHaveTitle("SEND+MORE=MONEY – fukumen");
  await open(page);
  await expect(page).toHaveTitle("fukumen");
  await expect(page.locator("meta[property='og:title']")).toHaveAttribute("content", /digit puzzles/);
  const icon = await page.locator("link[rel=apple-touch-icon]").getAttribute("href");
  const { status, type } = await page.evaluate(async (path) => {
    const response = await fetch(path);
    return { status: response.status, type: response.headers.get("content-type") };
  }, icon ?? "");
  expect([status, type]).toEqual([200, "image/png"]);
});

test("18 dark, light by the switch, and forced colours", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await open(page, "#t=SEND+MORE=MONEY");
  await expect(verdict(page)).toBeVisible();
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await paper();
  await page.getByRole("button", { name: "Light or dark" }).click();
  const light = await paper();
  expect(light).not.toBe(dark);
  await page.reload();
  await expect(page.getByRole("tablist")).toBeVisible();
  expect(await paper()).toBe(light);
  await page.emulateMedia({ forcedColors: "active" });
  await open(page, "#t=TWO+TWO=FOUR&tab=play");
  const tab = page.getByRole("tab", { name: "Play" });
  await expect(tab).toBeVisible();
  const style = (of: Locator, name: "borderBottomColor" | "color" | "outlineStyle") =>
    of.first().evaluate((node, name) => getComputedStyle(node)[name], name);
  const other = page.getByRole("tab", { name: "Solve" });
  expect(await style(tab, "borderBottomColor")).not.toBe(await style(other, "borderBottomColor"));
  const [undo, clear] = ["Undo", "Clear all"].map((name) => page.getByRole("button", { name }));
  if (undo && clear) expect(await style(undo, "color")).not.toBe(await style(clear, "color"));
  await page.getByRole("button", { name: "Hint" }).click();
  await expect(page.locator(".place.lit").first()).toBeVisible();
  expect(await style(page.locator(".place.lit"), "outlineStyle")).toBe("dashed");
  expect(await style(page.locator(".place.twin:not(.lit)"), "outlineStyle")).toBe("solid");
  await open(page, "#t=A/BC%2BD/EF%2BG/HI=1&digits=1-9");
  await expect(verdict(page)).toHaveText("6 solutions");
  await expect(page.locator(".rows .one[aria-selected=true]")).toHaveCSS("outline-style", "solid");
});

test("19 Japanese: the page, the steps, kept, and in the browser's own language", async ({ page, browser }) => {
  await open(page, "#t=SEND+MORE=MONEY&tab=explain");
  await page.getByLabel("Language").selectOption("ja");
  await expect(page.locator("html")).toHaveAttribute("lang", "ja");
  await expect(page.getByRole("tab", { name: "解説" })).toBeVisible();
  await expect(page.locator(".steps .step").first()).toContainText(/[ぁ-ん]/);
  await page.reload();
  await expect(page.getByRole("tab", { name: "解説" })).toBeVisible();
  await page.getByRole("tab", { name: "解く" }).click();
  await expect(verdict(page)).toHaveText("解はただ1つ");
  // Why an engine was chosen, and why others were not.
  await page.locator(".why summary").click();
  await expect(page.locator(".why dd").first()).toContainText("数字に数をかけた和の式");
  await expect(page.locator(".why")).not.toContainText(/the|and/);
  // Settings, mistakes with their help, and notes; what the catalogue lacks is said in English.
  await page.getByRole("button", { name: "基数 10" }).click();
  await expect(page.locator("#value-help")).toContainText("基数");
  await type(page, "SEND MORE = MONEY");
  await expect(page.locator(".said .bad")).toContainText("「SEND」と「MORE」の間に演算記号がありません");
  await expect(page.locator(".said .bad")).toContainText("1つの数ならSENDMORE");
  await expect(page.locator(".said .bad")).not.toContainText(/operator|write/);
  await type(page, "A!=BC");
  await expect(page.locator(".said .note")).toContainText("階乗ならA! = BCと書きます");
  // An order for puzzles that cannot be carried out, and what was expected instead.
  await page.getByRole("tab", { name: "作る" }).click();
  await page.getByLabel("種類").selectOption("grid");
  await expect(page.locator(".make select").first()).toContainText("虫食い算");
  await expect(page.locator("#option-size-help")).toHaveText("縦と横の数の個数。");
  await page.getByLabel("大きさ", { exact: true }).fill("9x99");
  await page.getByRole("button", { name: "作る", exact: true }).click();
  await expect(page.locator(".note.bad")).toContainText("3x3のような大きさ（行と列は");
  await expect(page.locator(".note.bad")).not.toContainText(/expected|size such/);
  const context = await browser.newContext({ locale: "ja-JP", serviceWorkers: "block" });
  const other = await context.newPage();
  await other.goto("/#t=");
  await expect(other.getByRole("tab", { name: "解く" })).toBeVisible();
  await expect(other.locator(".gallery button").first()).toContainText("もっとお金を送れ");
  await context.close();
});

test("19b Polish and Chinese: the page and its steps, with the plurals of the language; mistakes are told in English", async ({
  page,
}) => {
  await open(page, "#t=SEND+MORE=MONEY&tab=explain");
  for (const [language, explain, letters, counts] of [
    ["pl", "Objaśnij", /[ąęłśżź]/, ["7 rozwiązań", "2 rozwiązania"]],
    ["zh", "讲解", /[一-龥]{4}/, ["7 个解", "2 个解"]],
  ] as const) {
    await page.locator("#language").selectOption(language);
    await expect(page.locator("html")).toHaveAttribute("lang", language);
    await page.getByRole("tab", { name: explain }).click();
    await type(page, "SEND+MORE=MONEY");
    await expect(page.locator(".steps .step").first()).toContainText(letters);
    await page.locator("#tab-solve").click();
    for (const [index, text] of ["TWO+TWO=FOUR", "AB=B^2"].entries()) {
      await type(page, text);
      await expect(verdict(page)).toHaveText(counts[index] ?? "");
    }
    await type(page, "SEND MORE = MONEY");
    await expect(page.locator(".said .bad")).toContainText("operator");
  }
});

test("20 hostile texts do nothing: no error, no other host, no breach of the policy", async ({ page }) => {
  test.setTimeout(240_000);
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) =>
      console.error(`policy: ${event.violatedDirective}`),
    );
    window.alert = () => console.error("alert");
  });
  const markup = '<img src=x onerror=alert(1)><script>alert(2)</script>+A=B"><svg onload=alert(3)>';
  for (const text of [
    markup,
    "javascript:alert(1)",
    "A+B=C\u0000\u0007",
    "\ud800A+B=C",
    "x".repeat(1 << 20),
    "((".repeat(5000),
    "𝟙😀+🇯🇵=e\u0301",
  ]) {
    await open(page);
    await box(page).evaluate((node, text) => {
      (node as HTMLTextAreaElement).value = text;
      node.dispatchEvent(new Event("input", { bubbles: true }));
    }, text);
    // The library may take its time on a busy machine: what is waited for is its word, however late.
    await expect(page.locator(".said .bad").or(verdict(page)).first()).toBeVisible({ timeout: 90_000 });
    for (const tab of ["Play", "Explain", "Make", "Solve"]) await page.getByRole("tab", { name: tab }).click();
    await expect(page.locator("main img, main script, main svg, main iframe")).toHaveCount(0);
  }
  await enter(page, `/#t=${encodeURIComponent(markup)}&base=${encodeURIComponent("<b>1</b>")}&<i>=<script>`);
  await expect(page.locator("main b, main script, .messages i")).toHaveCount(0);
});

for (const fault of ["forbidden", "full"]) {
  test(`21 storage is ${fault}: all works, unkept`, async ({ page }) => {
    await page.addInitScript((fault) => {
      const refuse = () => {
        throw new DOMException("no", fault === "full" ? "QuotaExceededError" : "SecurityError");
      };
      if (fault === "full") Storage.prototype.setItem = refuse;
      else Object.defineProperty(window, "localStorage", { get: refuse });
    }, fault);
    await open(page, "#t=TWO+TWO=FOUR&tab=play");
    await page.locator(".place").first().click();
    await page.keyboard.type("7");
    await expect(page.getByRole("gridcell", { name: /, T, 7/ }).first()).toBeVisible();
    await expect(page.getByText("does not let the page keep anything")).toBeVisible();
    await page.getByRole("button", { name: "Light or dark" }).click();
    await page.getByRole("tab", { name: "Solve" }).click();
    await expect(verdict(page)).toHaveText("7 solutions");
  });
}

test("22 the module is missing, cut short, of a wrong type; no WebAssembly, no workers", async ({ page, faults }) => {
  faults.allow = /404|Failed to load resource|wasm/i;
  const wasm = readFileSync("src/engine/fukumen.wasm");
  const alert = page.getByRole("alert");
  await page.route("**/fukumen-*.wasm", (route) => route.fulfill({ status: 404 }));
  await open(page, "#t=SEND+MORE=MONEY");
  await expect(alert).toContainText("could not be fetched");
  await expect(alert).toContainText("Load the page again");
  await page.unroute("**/fukumen-*.wasm");
  await page.route("**/fukumen-*.wasm", (route) =>
    route.fulfill({ body: wasm.subarray(0, 10_000), contentType: "application/wasm" }),
  );
  await page.reload();
  await expect(alert).toContainText("damaged");
  await page.unroute("**/fukumen-*.wasm");
  await page.route("**/fukumen-*.wasm", (route) => route.fulfill({ body: wasm, contentType: "text/plain" }));
  await page.reload();
  await expect(verdict(page)).toHaveText("exactly one solution");
  await page.unroute("**/fukumen-*.wasm");
  // What explaining takes comes in a file of its own, which solving does without.
  let wanted = 0;
  await page.route("**/rest-*.wasm", (route) => {
    wanted += 1;
    return route.abort();
  });
  await type(page, "TWO+TWO=FOUR");
  await expect(verdict(page)).toHaveText("7 solutions");
  expect(wanted).toBe(0);
  await page.getByRole("tab", { name: "Explain" }).click();
  await expect(alert).toContainText("could not be fetched");
  await page.unroute("**/rest-*.wasm");
  await page.getByRole("button", { name: "Look again" }).click();
  await expect(page.locator(".steps .step").first()).toBeVisible();
  await expect(alert).toHaveCount(0);
  await page.addInitScript(() => {
    Object.defineProperty(window, "WebAssembly", { value: undefined });
  });
  await page.reload();
  await expect(alert).toContainText("cannot run the solver");
});

test("22b with scripts off the page says what it needs", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/");
  await expect(page.locator("#page")).toContainText("needs JavaScript");
  await expect(page.locator("#page pre")).toContainText("fukumen 'SEND+MORE=MONEY'");
  await expect(page.locator("#page pre")).toBeVisible();
  await context.close();
});

test("22c while the scripts come, nothing says that the browser lacks them", async ({ page }) => {
  await page.route(/index-.*\.js$/, async (route) => {
    await new Promise((later) => setTimeout(later, 1500));
    await route.continue();
  });
  await page.goto("/", { waitUntil: "commit" });
  await expect(page.getByText("to play, solve, explain")).toBeVisible();
  await expect(page.getByText("which this browser lacks")).toBeHidden();
  await expect(page.locator(".place").first()).toBeVisible();
});

/** A drawing whose rule has a row of its own. */
const RULED = `#t=${encodeURIComponent("  SEND\n+ MORE\n------\n MONEY")}&tab=play`;

interface Violation {
  id: string;
  nodes: { html: string; failureSummary: string }[];
}

test("23 axe finds nothing: every tab, both themes, all languages", async ({ page }) => {
  test.setTimeout(480_000);
  const found: string[] = [];
  const look = async (where: string) => {
    await page.evaluate(AXE);
    const violations = await page.evaluate(async () => {
      const axe = (window as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } }).axe;
      return (await axe.run()).violations;
    });
    for (const { id, nodes } of violations)
      found.push(`${where}: ${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`);
  };
  // The policy forbids scripts of others, and rightly: axe is run by the browser's own door.
  for (const scheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    for (const language of scheme === "light" ? ["en", "ja", "pl", "zh"] : ["en", "ja"]) {
      await open(page);
      await page.locator("#language").selectOption(language);
      const others = ["#t=SEND+%2B+=MONEY", "#t=A/BC+D/EF+G/HI=1&digits=1-9", "#t=NRICH+MATHS=STARS", RULED];
      for (const view of [...VIEWS, ...others]) {
        if (view === "#t=SEND+%2B+=MONEY") await open(page, view);
        else await settle(page, view);
        await page.waitForTimeout(250);
        await look(`${scheme} ${language} ${view}`);
      }
      await open(page, "#t=SEND+MORE=MONEY");
      for (const dialog of await page.locator(".left > .row > button").all()) {
        await dialog.click();
        await look(`${scheme} ${language} dialog`);
        await page.keyboard.press("Escape");
      }
      await page.locator(".means button").last().click();
      await look(`${scheme} ${language} help`);
      // The next view is the same page, where it would stay open.
      await page.keyboard.press("Escape");
    }
  }
  expect(found).toEqual([]);
});
