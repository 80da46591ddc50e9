/** Scenarios of the puzzles to play that the page brings along, and of the one that it opens with. */
import type { Page } from "@playwright/test";
import puzzles from "../src/puzzles.json" with { type: "json" };
import { drawingOf, sketch } from "../src/sketch";
import { ask, box, enter, expect, test } from "./page";

const ALL = Object.values(puzzles).flat();

interface Read {
  sheet: {
    columns: number;
    rows: { glyphs: { column: number; text: string; cell: number | null }[]; rules: object[] }[];
  };
  cells: { name: string; kind: string; digits: number[] }[];
  groups: { cells: number[]; most: number }[];
}

/** What is drawn of a puzzle, and what may be written. */
function drawn({ sheet, cells, groups }: Read): object {
  const rows = sheet.rows.map(({ glyphs, rules }) => [
    glyphs.map(({ column, text, cell }) => [column, text, cell]),
    rules.map((rule) => ({ ...rule, sign: "-" })),
  ]);
  return {
    rows,
    columns: sheet.columns,
    cells: cells.map(({ name, kind, digits }) => [name, kind, digits]),
    groups: groups.filter(({ most }) => most === 1).map(({ cells }) => cells),
  };
}

test("@quick puzzles of the page's own are read as the library reads them, and sums drawn as it draws them", () => {
  expect(ALL.length).toBeGreaterThan(250);
  expect(new Set(ALL).size).toBe(ALL.length);
  for (const text of ALL) {
    const drawing = drawingOf(text);
    if (drawing !== text)
      expect(`${drawing}\n`).toBe(ask({ do: "draw", text, format: "text", as: "drawing" }).answer.text);
    const own = sketch(drawing) as unknown as Read | null;
    if (own) expect(drawn(own), drawing).toEqual(drawn(ask({ do: "parse", text: drawing }).answer as unknown as Read));
  }
});

const places = (page: Page) => page.locator(".board .place");
const shown = (page: Page) => box(page).inputValue();

test("@quick 24 the page opens with the puzzle of the day, to be played before the library is there", async ({
  page,
}) => {
  let arrive = () => {};
  const late = new Promise<void>((end) => {
    arrive = end;
  });
  await page.route("**/fukumen-*.wasm", async (route) => {
    await late;
    await route.continue();
  });
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Today’s puzzle" })).toBeVisible();
  await page.keyboard.type("7");
  await expect(page.locator(".place .written").first()).toHaveText("7");
  await page.keyboard.press("ArrowRight");
  arrive();
  // What the library knows besides: the parts of a calculation have names.
  await expect(places(page).first()).toHaveAccessibleName(
    /addend|dividend|divisor|multiplicand|minuend|row|quotient|root/,
  );
  await expect(page.locator(".place .written").first()).toHaveText("7");
  await expect(page).toHaveURL(/\/$/);
  await page.getByRole("tab", { name: "Solve" }).click();
  await expect(page.getByText("answers stay hidden")).toBeVisible();
  await expect(page.locator(".glyph.found, .key, .verdict")).toHaveCount(0);
  await page.getByRole("tab", { name: "Explain" }).click();
  await expect(page.getByRole("button", { name: "Next step" })).toBeVisible();
  await expect(page.locator(".steps li")).toHaveCount(0);
});

test("@quick 24a the library is fetched after the first paint, but for a link before the scripts are there", async ({
  page,
}) => {
  let arrive = () => {};
  let asked = 0;
  page.on("request", (request) => {
    if (/fukumen-.*\.wasm$/.test(request.url())) asked += 1;
  });
  await page.route(/\/index-[^/]*\.js$/, async (route) => {
    await new Promise<void>((end) => {
      arrive = end;
    });
    await route.continue();
  });
  await page.goto("/", { waitUntil: "commit" });
  await expect(page.getByText("to play, solve, explain")).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  expect(asked).toBe(0);
  arrive();
  await expect(places(page).first()).toBeVisible();
  await expect.poll(() => asked).toBe(1);
  await page.goto("about:blank");
  await page.goto("/#t=TWO+TWO=FOUR", { waitUntil: "commit" });
  await expect.poll(() => asked).toBe(2);
  arrive();
  await expect(page.locator(".verdict")).toHaveText("7 solutions");
  expect(asked).toBe(2);
});

test("24b the puzzle of the day is the same for everybody, until midnight", async ({ page, browser }) => {
  await page.clock.install({ time: new Date(2027, 2, 9, 23, 58) });
  await page.goto("/");
  await expect(places(page).first()).toBeVisible();
  const today = await shown(page);
  await page.keyboard.type("3");
  const other = await browser.newPage();
  await other.clock.install({ time: new Date(2027, 2, 9, 0, 1) });
  await other.goto("/");
  await expect(places(other).first()).toBeVisible();
  expect(await shown(other)).toBe(today);
  await other.close();
  // It stays for whoever is at it, and then has an address of its own.
  await page.clock.fastForward("05:00");
  await page.keyboard.press("ArrowRight");
  expect(await shown(page)).toBe(today);
  await enter(page, "/");
  await expect(places(page).first()).toBeVisible();
  expect(await shown(page)).not.toBe(today);
  await page.clock.install({ time: new Date(2027, 2, 9, 12, 0) });
  await enter(page, "/");
  await expect.poll(() => shown(page)).toBe(today);
  await expect(page.locator(".place .written").first()).toHaveText("3");
});

test("24c a new puzzle of each level comes at a press, and what was solved is counted", async ({ page }) => {
  test.setTimeout(120_000);
  await page.goto("/");
  const next = page.getByRole("button", { name: "New puzzle" });
  for (const level of ["gentle", "easy", "medium", "hard", "fiendish"] as const) {
    await page.getByLabel("How hard the next puzzle is").selectOption(level);
    const before = await shown(page);
    await next.click();
    await expect.poll(() => shown(page)).not.toBe(before);
    expect(puzzles[level].map(drawingOf)).toContain(await shown(page));
    await expect(page.locator(".offer h2")).toContainText(level);
    await expect(page.locator(".board")).toBeInViewport();
  }
  await page.getByLabel("How hard the next puzzle is").selectOption("gentle");
  for (const told of [
    /Solved! Time: \d:\d\d\. Your first one of the level: gentle\.$/,
    /2 of the level gentle so far/,
  ]) {
    await next.click();
    await expect(page.locator(".offer h2")).toContainText("gentle");
    const { events } = ask({ do: "solve", text: await shown(page) });
    const digits = events.find(({ event }) => event === "rows")?.bytes as Uint8Array;
    for (const [cell, digit] of digits.entries()) {
      await places(page).nth(cell).click();
      await page.keyboard.type(String(digit));
    }
    await expect(page.locator(".told")).toContainText(told);
  }
  // Seen again, it is not counted again.
  await page.reload();
  await expect(page.locator(".told")).toContainText("2 of the level gentle so far");
});
