/** Scenarios of explanations. */
import { ask, expect, open, test } from "./page";

interface Paragraph {
  number: string;
  depth: number;
  text: string;
  marks: { row: number; column: number }[];
}

const PUZZLES: [string, string][] = [
  ["SEND+MORE=MONEY", ""],
  ["  SEND\n+ MORE\n------\n MONEY", ""],
  ["NRICH+MATHS=STARS", ""],
  ["2□×□=□6", ""],
  ["DO+TWO=FOUR", "&base=7"],
];

for (const [text, rules] of PUZZLES) {
  test(`12 the explanation of ${text.replaceAll("\n", " / ")} is stepped through, with the marks of its data`, async ({
    page,
  }) => {
    const given = ask({ do: "explain", text, rules: rules ? { base: "7" } : {} }).answer as unknown as {
      paragraphs: Paragraph[];
      closing: string;
    };
    await open(page, `#t=${encodeURIComponent(text)}${rules}&tab=explain`);
    await expect(page.locator(".explain")).toBeVisible();
    await page.getByText("Hide what follows").click();
    await expect(page.locator(".steps .step")).toHaveCount(0);
    const outside = given.paragraphs.filter(({ depth }) => depth === 0);
    for (const [index, paragraph] of outside.entries()) {
      await page.getByRole("button", { name: "Next step" }).click();
      await expect(page.locator(".steps .step")).toHaveCount(index + 1);
      await expect(page.locator(".steps [aria-current] span").last()).toHaveText(paragraph.text);
      const lit = await page
        .locator(".place.lit")
        .evaluateAll((places) => places.map((place) => place.getAttribute("data-at")));
      const marks = new Set(paragraph.marks.map(({ row, column }) => `${row},${column}`));
      // Signs are marked too, and are no places.
      expect(lit.sort()).toEqual([...marks].filter((mark) => lit.includes(mark)).sort());
      const all = await page
        .locator("[data-at]")
        .evaluateAll((places) => places.map((place) => place.getAttribute("data-at")));
      expect(lit.length).toBe([...marks].filter((mark) => all.includes(mark)).length);
    }
    await expect(page.getByRole("button", { name: "Next step" })).toBeDisabled();
    await expect(page.locator(".explain > .badge")).toHaveText(given.closing);
  });
}

test("@quick 12b cases unfold, a step is part of the link, digits appear as they are found", async ({ page }) => {
  await open(page, "#t=SEND+MORE=MONEY&tab=explain&s=3");
  await expect(page.locator(".steps [aria-current]")).toContainText("S = 9");
  await expect(page.locator(".place .written")).toHaveText(["9", "1", "0", "1", "0"]);
  await page.getByRole("button", { name: "To the end" }).click();
  await expect(page.locator(".place .written")).toHaveCount(13);
  await expect(page).toHaveURL(/s=10$/);
  await page.getByRole("button", { name: "To the start" }).click();
  await expect(page.locator(".place .written")).toHaveCount(0);
  await page.getByText(/^Difficulty/).click();
  await expect(page.locator(".techniques")).toContainText("combine");
  await page.goto("/#t=TWO+TWO=FOUR&tab=explain&s=10");
  await expect(page.locator(".steps .step").filter({ hasText: "Suppose R = 2" })).toHaveCount(1);
  await page.getByRole("button", { name: "Fold the cases" }).first().click();
  await expect(page.locator(".steps .step").filter({ hasText: "Suppose R = 2" })).toHaveCount(0);
  await page.getByLabel("How much is told").selectOption("brief");
  await expect(page.locator(".explain")).toBeVisible();
});

test("12c the explanation as slides, by keyboard: one step at a time, with what is known, and printed as a whole", async ({
  page,
}) => {
  await open(page, "#t=SEND%2BMORE=MONEY&tab=explain");
  await expect(page.locator(".steps .step").first()).toBeVisible({ timeout: 30_000 });
  await page.getByRole("button", { name: "As slides" }).click();
  const slides = page.getByRole("dialog");
  await expect(slides).toContainText("Press → for the first step.");
  const steps = await page.locator(".steps .step").allTextContents();
  await page.keyboard.press("ArrowRight");
  await expect(slides.getByRole("heading")).toHaveText(`Step 1 of ${steps.length}`);
  const told = await slides.locator(".telling").textContent();
  expect(steps[0]).toContain(told ?? "?");
  await page.keyboard.press("PageDown");
  await expect(slides.getByRole("heading")).toHaveText(`Step 2 of ${steps.length}`);
  await page.keyboard.press("ArrowLeft");
  await expect(slides.locator(".telling")).toHaveText(told ?? "?");
  await page.keyboard.press("End");
  await expect(slides.locator(".key")).toContainText("S=9");
  await expect(slides.locator(".key")).toContainText("Y=2");
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    expect(await slides.evaluate((node) => node.scrollWidth - node.clientWidth)).toBeLessThanOrEqual(0);
  }
  await page.screenshot({ path: "test-results/slide.png" });
  await page.keyboard.press("Escape");
  await expect(slides).toHaveCount(0);
  await page.emulateMedia({ media: "print" });
  for (const step of await page.locator(".steps .step").all()) await expect(step).toBeVisible();
});
