/** Scenarios of making puzzles. */
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LISTS } from "../src/lists";
import { ask, box, expect, open, program, run, test, verdict } from "./page";

/** The fields for each kind, and the same order on the command line. */
const ORDERS: { kind: string; fields: [string, string][]; seed?: string; where?: string }[] = [
  { kind: "words", fields: [["words", LISTS.colours]] },
  {
    kind: "numbers",
    fields: [
      ["", "9567+1085=10652"],
      ["words", "send\nmore\nmoney\nlend\nbore\nhoney\nspend\n"],
    ],
  },
  {
    kind: "doubly-true",
    fields: [
      ["lang", "en"],
      ["max", "20"],
      ["addends", "2..5"],
    ],
  },
  {
    kind: "skeleton",
    fields: [
      ["", "775*33"],
      ["clues", "minimal"],
    ],
  },
  { kind: "grid", fields: [["size", "3x3"]], seed: "7" },
  { kind: "literary", fields: [["", "Dear father,\nplease be quick. Send more\nmoney! Yours\n"]] },
  {
    kind: "near",
    fields: [
      ["", "SEND+MORE=MODEL"],
      ["words", "money\nmodel\nmotel\nmonth\n"],
    ],
  },
];

for (const { kind, fields, seed = "0" } of ORDERS) {
  test(`13 ${kind} makes three puzzles, the same as the module alone and the command line`, async ({ page }) => {
    test.setTimeout(120_000);
    const choices = Object.fromEntries(fields.filter(([name]) => name));
    const subject = fields.find(([name]) => name === "")?.[1];
    const { events } = ask({ do: "make", kind, choices, seed, most: 3, ...(subject ? { subject } : {}) });
    const expected = events.filter(({ event }) => event === "find").map(({ text }) => String(text));
    await open(page, "#tab=make");
    await page.getByLabel("What kind").selectOption(kind);
    for (const [name, value] of fields) {
      const id = name || (kind === "literary" ? "subject" : "");
      const field = id ? page.locator(`#option-${id}`) : page.locator(".make textarea").first();
      if ((await field.evaluate((node) => node.tagName)) === "SELECT") {
        // The usual value is the empty one.
        const values = await field
          .locator("option")
          .evaluateAll((options) => options.map((one) => (one as HTMLOptionElement).value));
        await field.selectOption(values.includes(value) ? value : "");
      } else await field.fill(value);
    }
    await page.getByLabel("How many").fill("3");
    await page.getByLabel("Seed").fill(seed);
    await page.getByRole("button", { name: "Make", exact: true }).click();
    await expect(page.getByText(/^(One|\d) puzzles?\. /)).toBeVisible({ timeout: 90_000 });
    await expect(page.locator(".note.bad")).toHaveCount(0);
    expect(expected.length).toBeGreaterThan(0);
    await expect(page.locator(".cards .card")).toHaveCount(expected.length);
    for (const [index, text] of expected.entries()) {
      await page.locator(".cards .card").nth(index).getByRole("button", { name: "Copy" }).click();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text);
    }
    if (!program) return;
    const folder = mkdtempSync(join(tmpdir(), "make-"));
    const file = (name: string, text: string) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    const options = fields.flatMap(([name, value]) => {
      if (name === "") return [kind === "literary" ? file("subject.txt", value) : value];
      return [`--${name}`, value.includes("\n") ? file(`${name}.txt`, value) : value];
    });
    const lines = run("generate", kind, ...options, "--seed", seed, "--max-results", "3", "--format", "jsonl")
      .trim()
      .split("\n");
    const told = lines.map((line) => JSON.parse(line).puzzle as string);
    const bare = expected.map((text) => text.replace(/^(@.*\n)+/, ""));
    expect(told.map((text) => text.replace(/^(@.*\n)+/, ""))).toEqual(bare);
  });
}

test("13c the first press makes puzzles, whatever the kind", async ({ page }) => {
  test.setTimeout(180_000);
  await open(page, "#tab=make");
  const kinds = await page
    .getByLabel("What kind")
    .locator("option")
    .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
  expect(kinds.length).toBe(ORDERS.length);
  for (const kind of kinds) {
    await page.getByLabel("What kind").selectOption(kind);
    await page.getByLabel("How many").fill("1");
    await page.getByRole("button", { name: "Make", exact: true }).click();
    await expect(page.getByText(/^One puzzle\. /), kind).toBeVisible({ timeout: 60_000 });
    await expect(page.locator(".note.bad")).toHaveCount(0);
  }
});

test("@quick 13b a find is played, solved, rated, and put on the worksheet; Stop and go on", async ({ page }) => {
  await open(page, "#tab=make");
  await page.getByRole("button", { name: "Colours" }).click();
  await page.getByLabel("How many").fill("2");
  await page.getByRole("button", { name: "Make", exact: true }).click();
  await expect(page.getByText("2 puzzles.")).toBeVisible();
  await expect(page.locator(".cards .card").first()).toContainText(/letters \d/);
  await page.getByLabel("Language").selectOption("ja");
  await expect(page.locator(".cards .card").first()).toContainText(/文字 \d/);
  await page.locator("#language").selectOption("en");
  await page.getByRole("button", { name: "How hard?" }).first().click();
  await expect(page.locator(".cards .card").first()).toContainText(/\([1-5] of 5\): /, { timeout: 30_000 });
  await page.getByRole("button", { name: "To the worksheet" }).first().click();
  await expect(page.getByText("It is on the worksheet.")).toBeVisible();
  await page.getByRole("button", { name: "Print" }).click();
  await expect(page.getByRole("dialog", { name: "Worksheet" }).locator(".entries li")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Go on" }).click();
  await expect(page.locator(".cards .card .sheet")).toHaveCount(4);
  const texts = await page
    .locator(".cards .card .sheet")
    .evaluateAll((sheets) => sheets.map((one) => one.getAttribute("aria-label")));
  expect(new Set(texts).size).toBe(4);
  await page.locator(".cards .card").first().getByRole("button", { name: "Solve" }).click();
  await expect(verdict(page)).toHaveText("exactly one solution");
  await expect(box(page)).toHaveValue("green+tan=azure");
});

test("14 a word list is dropped as a file; one of 65 MiB is refused", async ({ page }) => {
  await open(page, "#tab=make");
  const words = LISTS.colours;
  const data = await page.evaluateHandle((words) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([words], "list.txt", { type: "text/plain" }));
    return transfer;
  }, words);
  await page.locator(".drop").first().dispatchEvent("drop", { dataTransfer: data });
  await expect(page.locator("#option-words")).toHaveValue(words);
  await expect(page.getByText(/^list\.txt: \d+ lines$/)).toBeVisible();
  await page.getByLabel("How many").fill("1");
  await page.getByRole("button", { name: "Make", exact: true }).click();
  await expect(page.locator(".cards .card")).toHaveCount(1);
  const large = join(mkdtempSync(join(tmpdir(), "make-")), "large.txt");
  writeFileSync(large, Buffer.alloc(65 << 20, "word\n"));
  expect(readFileSync(large).length).toBe(65 << 20);
  await page.getByLabel("File for words").setInputFiles(large);
  await expect(page.getByRole("alert")).toContainText("large.txt is too large");
  await expect(page.locator("#option-words")).toHaveValue(words);
});

test("how many are asked for is a number that can be made: the field says which", async ({ page }) => {
  await open(page, "#tab=make");
  const most = page.getByLabel("How many", { exact: true });
  for (const [typed, kept] of [
    ["abc", "1"],
    ["-5", "1"],
    ["7.9", "7"],
    ["99999", "200"],
  ] as const) {
    await most.fill(typed);
    await most.blur();
    await expect(most).toHaveValue(kept);
  }
});
