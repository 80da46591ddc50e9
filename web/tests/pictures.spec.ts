/** The pictures of the README and the guide: `PICTURES=1 npx playwright test pictures` draws them anew. */
import type { Page } from "@playwright/test";
import { DIVISION, expect, open, test, verdict } from "./page";

test.skip(!process.env.PICTURES, "drawn on request");
test.use({ viewport: { width: 1000, height: 620 }, deviceScaleFactor: 1 });

const FOLDER = "../docs/page";

/** From the top, with nothing under the mouse. */
async function draw(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0);
  await page.evaluate(() => scrollTo(0, 0));
  await page.screenshot({ path: `${FOLDER}/${name}.png` });
}

test("a picture of each tab", async ({ page }) => {
  await open(page, `#t=${encodeURIComponent(DIVISION)}`);
  await expect(verdict(page)).toHaveText("exactly one solution");
  await draw(page, "solve");
  await open(page, "#t=%20%20SEND%0A%2B%20MORE%0A------%0A%20MONEY&tab=play");
  await page.getByRole("gridcell", { name: /, M, / }).first().click();
  await page.keyboard.type("1");
  await page.getByRole("button", { name: "All marks" }).click();
  await page.getByRole("button", { name: "Hint" }).click();
  await expect(page.locator(".told .badge")).toBeVisible();
  await draw(page, "play");
  await open(page, "#t=%20%20SEND%0A%2B%20MORE%0A------%0A%20MONEY&tab=explain&s=1");
  await expect(page.locator(".steps [aria-current]")).toBeVisible();
  await draw(page, "explain");
  await open(page, "#tab=make");
  await page.getByRole("button", { name: "Colours" }).click();
  await page.getByLabel("How many").fill("6");
  await page.getByRole("button", { name: "Make", exact: true }).click();
  await expect(page.locator(".cards .card")).toHaveCount(6);
  await draw(page, "make");
});
