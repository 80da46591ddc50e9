/** Scenarios of play: writing, marks, undo, keeping, checks, hints. */
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { box, DIVISION, expect, open, tabTo, test, type } from "./page";

/** The name of the place of a symbol. */
const place = (page: Page, symbol: string) => page.getByRole("gridcell", { name: new RegExp(`, ${symbol}, `) }).first();
const told = (page: Page) => page.locator(".told");

test("10k TWO+TWO=FOUR is played to the end by keyboard, undone, kept", async ({ page }) => {
  await open(page, "#t=TWO+TWO=FOUR&tab=play");
  await tabTo(page, ".place");
  // T W O, then over the second TWO to F O U R.
  await page.keyboard.type("7");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.type("3");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.type("4");
  await expect(page.getByRole("gridcell", { name: /, O, 4/ })).toHaveCount(3);
  for (let i = 0; i < 4; i++) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Shift+Digit1");
  await page.keyboard.press("p");
  await page.keyboard.type("12");
  await expect(place(page, "F").locator(".pencil")).toHaveText("2");
  await page.keyboard.press("p");
  await page.keyboard.type("1");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.type("6");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.type("9");
  await expect(told(page)).toContainText("not right yet");
  await page.keyboard.type("8");
  await expect(told(page)).toContainText("Solved!");
  for (let i = 0; i < 12; i++) await page.keyboard.press("Control+z");
  await expect(page.getByRole("gridcell", { name: /empty/ })).toHaveCount(10);
  await expect(page.getByRole("button", { name: "Undo" })).toBeDisabled();
  for (let i = 0; i < 12; i++) await page.keyboard.press("Control+y");
  await expect(told(page)).toContainText("Solved!");
  await page.keyboard.press("Control+z");
  await page.reload();
  await expect(place(page, "R")).toHaveAccessibleName(/R, 9/);
  await page.getByRole("button", { name: "Redo" }).click();
  await expect(told(page)).toContainText("Solved!");
  await page.reload();
  await expect(page.locator(".board")).toHaveClass(/solved/);
});

test("@quick 10b the same by touch and mouse; all marks, clear, points, the table; a link never overwrites a game", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, "#t=TWO+TWO=FOUR&play");
  // The first place is chosen, so the pad can be used at once; digits are typed beside it, too.
  await page.locator(".pad").getByRole("button", { name: "5", exact: true }).click();
  await page.keyboard.type("7");
  await expect(place(page, "T")).toHaveAccessibleName(/T, 7/);
  await page.getByRole("button", { name: "All marks" }).click();
  await expect(place(page, "O").locator(".pencil")).toHaveText("012345689");
  await expect(place(page, "F").locator(".pencil")).toHaveText("12345689");
  await place(page, "W").click();
  await page.locator(".pad").getByRole("button", { name: "3", exact: true }).click();
  await expect(place(page, "O").locator(".pencil")).toHaveText("01245689");
  await page.getByRole("button", { name: "Remember this point" }).click();
  await page.getByRole("button", { name: "Clear all" }).click();
  await expect(page.getByRole("gridcell", { name: /empty/ })).toHaveCount(10);
  await page.getByLabel("Back to …").selectOption({ index: 1 });
  await expect(place(page, "W")).toHaveAccessibleName(/W, 3/);
  // A mark below a digit would not be seen: the pad takes none there.
  await page.getByText("Pencil", { exact: true }).click();
  await expect(page.locator(".pad").getByRole("button", { name: "5", exact: true })).toBeDisabled();
  await page.getByText("Pen", { exact: true }).click();
  await page.getByText("Symbols and digits").click();
  await page.getByRole("button", { name: "O: 4 is marked" }).click();
  await expect(place(page, "O")).toHaveAccessibleName(/O, 4/);
  for (const button of await page.locator(".pad button").all()) {
    const size = await button.boundingBox();
    expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBeGreaterThanOrEqual(44);
  }
  // On a touch screen no keyboard comes up: there is no text field among the places.
  await expect(page.locator(".board input, .board textarea, .board [contenteditable]")).toHaveCount(0);
  await page.goto("/#t=A+B=C&tab=play");
  await page.goto("/#t=TWO+TWO=FOUR&play");
  await expect(place(page, "O")).toHaveAccessibleName(/O, 4/);
});

test("10e digits go to the chosen place before any is clicked: by a link, by the tab, and after a click beside", async ({
  page,
}) => {
  await open(page, "#t=TWO+TWO=FOUR&play");
  await expect(page.locator(".board .place").first()).toBeVisible();
  await page.keyboard.type("7");
  await expect(place(page, "T")).toHaveAccessibleName(/T, 7/);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.type("3");
  await expect(place(page, "W")).toHaveAccessibleName(/W, 3/);
  await page.locator(".foot").click();
  await page.keyboard.press("Backspace");
  await expect(place(page, "W")).toHaveAccessibleName(/W, empty/);
  await page.locator(".foot").click();
  await page.keyboard.press("Control+z");
  await expect(place(page, "W")).toHaveAccessibleName(/W, 3/);
  await page.getByRole("tab", { name: "Solve" }).click();
  await page.getByRole("tab", { name: "Play" }).click();
  await page.keyboard.type("5");
  await expect(place(page, "W")).toHaveAccessibleName(/W, 5/);
  // Nothing is taken from fields: neither digits nor what undoes them.
  await box(page).focus();
  await page.keyboard.type("1");
  await expect(box(page)).toHaveValue(/1/);
});

test("11 a check gives away as much as is chosen, and a hint tells a wrong digit first", async ({ page }) => {
  await open(page, "#t=SEND+MORE=MONEY&tab=play");
  const write = async (symbol: string, digit: string) => {
    await place(page, symbol).click();
    await page.keyboard.press("Backspace");
    await page.keyboard.type(digit);
  };
  const check = async (how: string) => {
    await page.getByLabel("How much to tell").selectOption(how);
    await page.getByRole("button", { name: "Check", exact: true }).click();
  };
  await write("M", "1");
  await write("S", "8");
  await write("E", "3");
  await page.getByRole("button", { name: "Check", exact: true }).click();
  await expect(told(page)).toContainText("no solution has");
  await check("rules");
  await expect(told(page)).toContainText("Nothing contradicts the rules");
  await check("count");
  await expect(told(page)).toContainText("2 digits are wrong");
  await expect(page.locator(".place.bad")).toHaveCount(0);
  await check("show");
  await expect(page.locator(".place.bad")).toHaveCount(4);
  await expect(place(page, "S")).toHaveAccessibleName(/wrong/);
  await check("end");
  await expect(told(page)).toContainText("leads nowhere");
  await page.getByRole("button", { name: "Hint" }).click();
  await expect(told(page)).toContainText("Something is wrong already");
  await write("E", "1");
  await expect(page.locator(".place.bad").first()).toBeVisible();
  await check("rules");
  await expect(told(page)).toContainText("both 1");
  await write("E", "5");
  await write("S", "9");
  await check("show");
  await expect(told(page)).toContainText("No digit is wrong");
  await page.getByRole("button", { name: "Hint" }).click();
  await expect(told(page)).toContainText("Look at");
  const first = await told(page).textContent();
  await page.getByRole("button", { name: "Which technique?" }).click();
  await expect(told(page)).not.toHaveText(first ?? "");
  await page.getByRole("button", { name: "What follows?" }).click();
  await expect(told(page)).toContainText(/=|carr/);
  await expect(page.getByText("3 hints")).toBeVisible();
  await page.getByRole("button", { name: "Clear all" }).click();
  await page.getByRole("button", { name: "Hint" }).click();
  await expect(page.locator(".place.lit")).toHaveCount(2);
});

test("11e a board that is right has no wrong digit, also with more solutions than are compared", async ({ page }) => {
  // 3,628,800 solutions, and the board is far from the first of them.
  await open(page, "#t=A%2BB%2BC%2BD%2BE%2BF%2BG%2BH%2BI%2BJ=45&tab=play");
  await page.locator(".board .place").first().focus();
  for (const digit of "9876543210") {
    await page.keyboard.type(digit);
    await page.keyboard.press("ArrowRight");
  }
  await expect(told(page)).toContainText("Solved!");
  await page.getByLabel("How much to tell").selectOption("show");
  await page.getByRole("button", { name: "Check", exact: true }).click();
  await expect(told(page)).toContainText("No digit is wrong");
  await page.locator(".board .place").last().focus();
  await page.keyboard.type("9");
  await page.getByRole("button", { name: "Check", exact: true }).click();
  await expect(told(page)).toContainText("too many solutions to tell");
  await expect(page.locator(".board")).not.toHaveClass(/solved/);
});

test("10c a text that cannot be read, and several bases, are told where the puzzle is played and explained", async ({
  page,
}) => {
  await open(page, "#t=TWO+TWO=FOUR&tab=play");
  const right = page.locator(".right");
  await expect(page.locator(".board .place").first()).toBeVisible();
  await expect(right).not.toContainText("as it was before");
  await type(page, "TWO+TWO=FOUR+");
  await expect(right).toContainText("This is the puzzle as it was before.");
  await expect(page.locator(".play.stale .place")).toHaveCount(10);
  await page.getByRole("tab", { name: "Explain" }).click();
  await expect(right).toContainText("The text cannot be read yet");
  await page.goto("/#t=TWO+TWO=FOUR&base=9..10&tab=play");
  await expect(right).toContainText("several bases");
  await expect(page.locator(".box.wrong")).toHaveCount(0);
  await expect(box(page)).not.toHaveAttribute("aria-invalid", "true");
  await page.getByRole("tab", { name: "Explain" }).click();
  await right.getByRole("button", { name: "base 10" }).click();
  await expect(page.locator(".steps .step").first()).toBeVisible();
  await type(page, "TWO+TWO=FOUR+");
  await expect(right).toContainText("This is the puzzle as it was before.");
});

test("10d the label of a place has its marks, and its part in the language of the page", async ({ page }) => {
  await open(page, `#t=${encodeURIComponent("  SEND\n+ MORE\n------\n MONEY")}&tab=play`);
  await page.locator(".board .place").first().click();
  await page.keyboard.press("Shift+Digit8");
  await page.keyboard.press("Shift+Digit9");
  const first = page.locator(".board .place").first();
  await expect(first).toHaveAccessibleName("place 4 from the right, addend 1, S, empty, pencil marks 8 9");
  await page.getByLabel("Language").selectOption("ja");
  await expect(first).toHaveAccessibleName("右から4桁目, 足す数 1, S, 空, 候補8 9");
});

test("11d a check that takes long can be stopped, and ends with another board or another puzzle", async ({ page }) => {
  await open(page, "#t=ABCDEFGH%2AIJKLMNOP%3DQRSTUVWXYZABCDEF&base=28&tab=play");
  await page.locator(".board .place").first().click();
  await page.keyboard.type("1");
  await page.getByLabel("How much to tell").selectOption("count");
  const check = page.getByRole("button", { name: "Check", exact: true });
  await check.click();
  await expect(told(page)).toContainText("Looking …");
  await told(page).getByRole("button", { name: "Stop" }).click();
  await expect(told(page)).toHaveText("");
  await expect(page.getByRole("button", { name: "Hint" })).toBeFocused();
  await check.click();
  await expect(told(page)).toContainText("Looking …");
  await page.locator(".board .place").first().click();
  await page.keyboard.type("2");
  await expect(told(page)).toHaveText("");
  await check.click();
  await expect(told(page)).toContainText("Looking …");
  await page.goto("/#t=TWO+TWO=FOUR&tab=play");
  await expect(page.getByRole("gridcell")).toHaveCount(10);
  await page.locator(".board .place").first().click();
  await page.keyboard.type("7");
  await page.getByRole("button", { name: "Check", exact: true }).click();
  await expect(told(page)).toContainText("No digit is wrong");
});

test("11b with several solutions any of them is right; blanks are played as well", async ({ page }) => {
  await open(page, "#t=2%E2%96%A1%C3%97%E2%96%A1=%E2%96%A16&tab=play");
  await page.locator(".place").first().click();
  await page.keyboard.type("8");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.type("2");
  await page.getByLabel("How much to tell").selectOption("show");
  await page.getByRole("button", { name: "Check", exact: true }).click();
  await expect(told(page)).toContainText("No digit is wrong");
  await page.keyboard.press("Tab");
  await page.locator(".place").last().click();
  await page.keyboard.type("5");
  await expect(told(page)).toContainText("Solved!");
});

test("stored play that does not fit is set aside with a note", async ({ page }) => {
  await open(page, "#t=A+B=C&tab=play");
  await page.locator(".place").first().click();
  await page.keyboard.type("4");
  const key = await page.evaluate(() => Object.keys(localStorage).find((key) => key.startsWith("fukumen.play.")));
  await page.evaluate((key) => localStorage.setItem(key ?? "", '{"version":1,"boards":["99:,:,:"],"at":7}'), key);
  await page.reload();
  await expect(page.locator(".messages")).toContainText("set aside");
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as a file" }).click();
  expect(readFileSync(await (await saved).path()).toString()).toContain("99:");
  await expect(page.getByRole("gridcell", { name: /empty/ })).toHaveCount(3);
  await type(page, "A+B=CD");
  await expect(page.getByRole("gridcell")).toHaveCount(4);
  await expect(box(page)).toHaveValue("A+B=CD");
});

test("a game is that of the puzzle, however it is spelled, and is not kept for ever", async ({ page }) => {
  await open(page, "#t=SEND%2BMORE=MONEY&tab=play");
  await place(page, "Y").click();
  await page.keyboard.type("2");
  for (const button of ["Write in columns", "Write on one line"]) {
    await page.getByRole("button", { name: button }).click();
    await expect(page.getByRole("button", { name: button })).toHaveCount(0);
    await expect(place(page, "Y")).toHaveAccessibleName(/Y, 2/);
    await expect(page.locator(".place.twin")).toHaveCount(1);
  }
  await type(page, "send + more = money");
  await expect(page.getByRole("gridcell", { name: /, y, 2/ })).toHaveCount(1);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "Redo" }).click();
  // Others are others.
  for (const text of ["SEND-MORE=MONEY", "SEN+DMORE=MONEY", "@base 11\nSEND+MORE=MONEY"]) {
    await type(page, text);
    await expect(page.getByRole("gridcell", { name: /, Y, empty/ })).not.toHaveCount(0);
  }
  await open(page, "#t=SEND%2BMORE=MONEY&tab=play");
  await expect(place(page, "Y")).toHaveAccessibleName(/Y, 2/);
  const day = 86_400_000;
  await page.clock.install({ time: Date.now() + 100 * day });
  await page.reload();
  await expect(place(page, "Y")).toHaveAccessibleName(/Y, 2/);
  await page.clock.install({ time: Date.now() + 200 * day });
  await page.reload();
  await expect(place(page, "Y")).toHaveAccessibleName(/Y, empty/);
});

test("a space at the end of the text is no other puzzle", async ({ page }) => {
  await open(page, "#t=A+B=C&tab=play");
  await page.locator(".place").first().click();
  await page.keyboard.type("4");
  await type(page, "A+B=C \n");
  await expect(page).toHaveURL(/C%20%0A/);
  await expect(place(page, "A")).toHaveAccessibleName(/A, 4/);
  await page.reload();
  await expect(place(page, "A")).toHaveAccessibleName(/A, 4/);
});

test("two windows with one puzzle: the later one wins, and says so", async ({ page, context }) => {
  await open(page, "#t=A+B=C&tab=play");
  const other = await context.newPage();
  await open(other, "#t=A+B=C&tab=play");
  await other.locator(".place").first().click();
  await other.keyboard.type("4");
  await expect(place(page, "A")).toHaveAccessibleName(/A, 4/);
  await expect(page.locator(".messages")).toContainText("another window");
});

test("11c a division with a line of _ is checked, and gives hints, once a digit is written", async ({ page }) => {
  await open(page, `#t=${encodeURIComponent(DIVISION)}&tab=play`);
  await page.locator(".board .place").first().click();
  await page.keyboard.type("9");
  await page.keyboard.press("c");
  await expect(told(page)).toHaveText("It can be completed from here.");
  await page.keyboard.press("h");
  await expect(told(page)).toContainText("Look at");
});

test("11 blanks get the letters by which checks and hints speak of them", async ({ page }) => {
  await open(page, `#t=${encodeURIComponent("2□×□=□6")}&tab=play`);
  const names = page.locator(".play .sheet .of");
  await expect(names).toHaveText(["", "", ""]);
  await page.getByRole("gridcell").first().click();
  await page.keyboard.type("1");
  await page.getByLabel("How much to tell").selectOption("end");
  await page.getByRole("button", { name: "Check", exact: true }).click();
  await expect(page.locator(".told")).toContainText("a = 1");
  await expect(names).toHaveText(["a", "b", "c"]);
  // Another puzzle has no names yet.
  await type(page, "3□×□=□6");
  await expect(names).toHaveText(["", "", ""]);
});
