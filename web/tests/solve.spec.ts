/** Scenarios of the box, the answer, rows, links and the gallery. */
import puzzles from "../src/gallery.json" with { type: "json" };
import { ask, box, DIVISION, drawing, enter, expect, open, paste, tabTo, test, type, verdict } from "./page";

test("@quick 1 SEND+MORE=MONEY is typed and solved: badge, sheet, engine", async ({ page }) => {
  await open(page);
  await box(page).pressSequentially("SEND+MORE=MONEY");
  await expect(verdict(page)).toHaveText("exactly one solution");
  await expect(drawing(page)).toHaveAttribute("aria-label", "9567+1085=10652");
  await expect(page.locator(".why summary")).toContainText("linear: 28 nodes");
  await page.locator(".why summary").click();
  await expect(page.locator(".why")).toContainText("M S O E N R D Y");
  await page.getByRole("button", { name: "Write in columns" }).click();
  await expect(box(page)).toHaveValue(/SEND\n/);
  await expect(drawing(page)).toHaveAttribute("aria-label", /^9567; \+ ?1085; 10652$/);
});

/** Drawings of all kinds, and what is on one line. */
const DRAWN = [
  "SEND+MORE=MONEY",
  "  SEND\n+ MORE\n------\n MONEY",
  DIVISION,
  "  5□\n× 3□\n----\n □7□\n□□□\n----\n□□□□",
  "A × A = BA\n/   /    ×\nC - C =  D\n=   =    =\nB - B =  D",
  "   □ □\n  ----\n√ 8□02\n  □□\n  --\n  □□□□\n  □□□□\n  ----\n    □□",
  "A/BC+D/EF+G/HI=1, A<D, D<G",
];

test("1c the answer has the letters with their digits, and is copied as text, LaTeX, picture and link", async ({
  page,
}) => {
  await open(page, "#t=SEND%2BMORE=MONEY");
  const key = "S=9 E=5 N=6 D=7 M=1 O=0 R=8 Y=2";
  await expect(page.locator(".key")).toHaveText(key);
  const clip = () => page.evaluate(() => navigator.clipboard.readText());
  const copy = async (name: string) => {
    await page.locator(".copy").getByRole("button", { name }).click();
    await expect(page.locator(".copy")).toContainText("Copied.");
  };
  await copy("Text");
  expect(await clip()).toBe(`9567+1085=10652\n\n${key}\n`);
  await copy("LaTeX");
  await expect.poll(clip).toContain("\\");
  await copy("Link");
  await expect.poll(clip).toMatch(/#t=SEND\+MORE=MONEY$/);
  await copy("Picture");
  await expect
    .poll(() => page.evaluate(async () => (await navigator.clipboard.read()).flatMap(({ types }) => types)))
    .toContain("image/png");
});

test("1d a drawing that is copied reads back, solved or not", async ({ page }) => {
  const canonical = (text: string) => ask({ do: "parse", text }).answer.canonical;
  for (const text of DRAWN) {
    await open(page, `#t=${encodeURIComponent(text)}&play`);
    await page.getByRole("tab", { name: "Solve" }).click();
    await page.getByRole("button", { name: "Show the answers" }).click();
    await expect(page.locator(".glyph.found").first()).toBeVisible();
    const copied = async () => {
      await page.locator(".right .sheet").evaluate((node) => getSelection()?.selectAllChildren(node));
      await page.keyboard.press("Control+c");
      return page.evaluate(() => navigator.clipboard.readText());
    };
    const row = await copied();
    expect(row).not.toMatch(/[A-Z□*]/);
    expect(canonical(row), row).toBeTruthy();
    expect(row.split("\n").length).toBe(text.split("\n").length);
    await page.evaluate(() => navigator.clipboard.writeText(""));
  }
  // A drawing without an answer.
  await open(page, "#tab=make");
  await page.getByLabel("How many").fill("1");
  await page.getByLabel("What kind").selectOption("skeleton");
  await page.getByRole("button", { name: "Make", exact: true }).click();
  await page.locator(".cards .sheet").evaluate((node) => getSelection()?.selectAllChildren(node));
  await page.keyboard.press("Control+c");
  const blank = await page.evaluate(() => navigator.clipboard.readText());
  await page.locator(".cards").getByRole("button", { name: "Copy" }).click();
  expect(canonical(blank)).toBe(canonical(await page.evaluate(() => navigator.clipboard.readText())));
});

test("1e a text that a button has changed is undone in the box like what was typed", async ({ page }) => {
  await open(page);
  await box(page).pressSequentially("SEND+MORE=MONEY");
  await page.getByRole("button", { name: "Write in columns" }).click();
  await expect(box(page)).toHaveValue(/SEND\n/);
  await expect(page.getByRole("button", { name: "Write on one line" })).toBeVisible();
  await box(page).press("Control+z");
  await expect(box(page)).toHaveValue("SEND+MORE=MONEY");
  await type(page, "is_prme(AB)");
  await page.locator(".said button").click();
  await expect(box(page)).toHaveValue("is_prime(AB)");
  await box(page).press("Control+z");
  await expect(box(page)).toHaveValue("is_prme(AB)");
});

test("1f more than a lifetime is not about that; rows of any script stand in columns", async ({ page }) => {
  await open(page, "#t=ABCDEFGH%2AIJKLMNOP%3DQRSTUVWXYZABCDEF&base=28");
  await expect(page.getByRole("button", { name: "Solve (more than a lifetime)" })).toBeVisible();
  await type(page, "  אבג\n+ דבג\n-----\n הבגד");
  await expect(page.locator(".box.drawing")).toBeVisible();
  await expect(box(page)).toHaveCSS("unicode-bidi", "bidi-override");
});

test("1k the same by keyboard alone", async ({ page }) => {
  await open(page);
  // Visitors without a puzzle can type at once.
  await expect(box(page)).toBeFocused();
  await page.keyboard.type("SEND+MORE=MONEY");
  await expect(verdict(page)).toHaveText("exactly one solution");
  await tabTo(page, "button.primary");
  await page.keyboard.press("Enter");
  await expect(drawing(page)).toHaveAttribute("aria-label", "9567+1085=10652");
  await tabTo(page, ".why summary");
  await page.keyboard.press("Enter");
  await expect(page.locator(".why dl")).toBeVisible();
  // Past all that is at the top: by the first button of the page, and down from the tabs.
  await tabTo(page, ".skip");
  await page.keyboard.press("Enter");
  await expect(box(page)).toBeFocused();
  await page.locator("#tab-solve").focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.locator(".board .place").first()).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await expect(page.locator(".board .place").first()).toBeFocused();
});

test("1l Ctrl and Enter begin a search that does not begin by itself", async ({ page }) => {
  await open(page, "#t=ABCDEFGH%2AIJKLMNOP%3EQRSTUVWXYZ&base=28");
  await expect(page.getByRole("button", { name: /^Solve/ })).toBeEnabled();
  await expect(verdict(page)).toHaveCount(0);
  await box(page).press("Control+Enter");
  await expect(verdict(page)).toHaveText(/searching – [1-9]/);
  await expect(box(page)).toHaveValue("ABCDEFGH*IJKLMNOP>QRSTUVWXYZ");
});

test("2c a 0 in a word may be meant as its letter", async ({ page }) => {
  await open(page);
  await type(page, "SEND+M0RE=MONEY");
  await expect(page.locator(".said .note")).toContainText("0 is a digit here, not the letter O.");
  await page.getByRole("button", { name: "Change to SEND+MORE=MONEY" }).click();
  await expect(box(page)).toHaveValue("SEND+MORE=MONEY");
  // Where other digits are shown as well, or the puzzle has no such letter, nothing is asked.
  for (const text of ["S3ND+M0RE=MONEY", "AB0C+D=E", "TWO+TWO=FOUR, 10*T>O"]) {
    await type(page, text);
    await expect(page.locator(".right .sheet")).toHaveAttribute("aria-label", /./);
    await expect(page.locator(".said .note", { hasText: "is a digit here" })).toHaveCount(0);
  }
});

test("@quick 2 a slip is marked at its character, and mended by its button", async ({ page }) => {
  await open(page);
  await type(page, "SEND + + = MONEY");
  await expect(page.locator(".said")).toContainText("this needs an operand");
  await expect(page.locator(".box mark")).toHaveText("+");
  expect(await page.locator(".marks").textContent()).toBe("SEND + + = MONEY");
  await expect(page.getByRole("button", { name: "Solve", exact: true })).toBeDisabled();
  const [mark, area] = [await page.locator(".box mark").boundingBox(), await box(page).boundingBox()];
  expect((mark?.x ?? 0) - (area?.x ?? 0)).toBeGreaterThan(60);
  await type(page, "is_prme(AB)");
  await expect(page.locator(".box mark")).toHaveText("is_prme");
  await page.locator(".said button").click();
  await expect(box(page)).toHaveValue("is_prime(AB)");
  await expect(box(page)).toBeFocused();
  await expect(verdict(page)).toHaveText(/solutions/);
});

test("@quick 2 words around a puzzle are read or quoted, and the badge reserves what may be a condition", async ({
  page,
}) => {
  await open(page);
  const notes = page.locator(".said .note");
  await paste(page, "My aunt wrote SEND+MORE=MONEY. D is 7. In this sum E is close to N.");
  await expect(verdict(page)).toHaveText("exactly one solution without these words");
  await expect(page.locator(".badge")).toHaveClass(/warn/);
  await expect(drawing(page)).toHaveAttribute("aria-label", "9567+1085=10652");
  await expect(notes).toHaveText([
    /^read: "D is 7"/,
    'not read: "My aunt wrote"',
    /^warning: not read.*"In this sum E is close to N"/,
  ]);
  await expect(notes.last()).toHaveClass(/warn/);
  await page.getByLabel("Language").selectOption("ja");
  await expect(verdict(page)).toHaveText("解はただ1つ（読めなかった言葉を除く）");
  await expect(notes.last()).toHaveText(/^警告.*In this sum E is close to N/);
  await page.getByLabel("言語").selectOption("en");
  await paste(page, "A=A+B+1. In this sum A is close to B.");
  await expect(verdict(page)).toHaveText("no solution without these words");
  // Words that say nothing about the answer take nothing from it.
  await paste(page, "Hi Anna,\n\n  SEND\n+ MORE\n------\n MONEY\n\nLove, Tom");
  await expect(verdict(page)).toHaveText("exactly one solution");
  await expect(notes).toHaveText(['not read: "Hi Anna", "Love, Tom"']);
  await expect(notes).not.toHaveClass(/warn/);
});

test("2d that a text is read is said only if it takes long", async ({ page }) => {
  await open(page, "#t=A%2BB=C");
  await expect(verdict(page)).toHaveText(/solutions/);
  await page.evaluate(() => {
    const said = document.querySelector("#said") as HTMLElement;
    new MutationObserver(() => {
      said.dataset.all = `${said.dataset.all ?? ""}${said.textContent}|`;
    }).observe(said, { childList: true, subtree: true, characterData: true });
  });
  await box(page).pressSequentially("D+E");
  await type(page, "A+B=C+");
  await expect(page.locator(".said .bad")).toBeVisible();
  await expect(page.locator("#said")).not.toHaveAttribute("data-all", /reading/);
});

test("2b a slip in the value of a setting is mended there, and the text is left alone", async ({ page }) => {
  await open(page, `#t=${encodeURIComponent("A+B=C")}&where=${encodeURIComponent("squrt(A)=B")}`);
  await expect(page.locator(".said .bad")).toContainText("squrt");
  await expect(page.locator(".box mark")).toHaveCount(0);
  await page.getByRole("button", { name: /sqrt\(A\)=B/ }).click();
  await expect(box(page)).toHaveValue("A+B=C");
  await expect(page.locator(".said .bad")).toHaveCount(0);
  await expect(page).toHaveURL(/where=sqrt/);
});

test("@quick 3 only the first, the largest, and where a link keeps both", async ({ page }) => {
  await open(page, "#t=TWO+TWO=FOUR");
  await expect(verdict(page)).toHaveText("7 solutions");
  await page.getByText("The first", { exact: true }).click();
  await expect(verdict(page)).toHaveText("the first solution found");
  await page.getByLabel("How many of them").fill("3");
  await page.getByLabel("How many of them").press("Enter");
  await expect(page.locator(".rows .one")).toHaveCount(3);
  await page.getByText("All", { exact: true }).click();
  await page.getByText("More options").click();
  await page.getByLabel("Which solutions").selectOption("maximize");
  await expect(verdict(page)).toHaveText("7 solutions");
  await page.getByLabel("An expression such as").fill("W - FOUR");
  await page.getByLabel("An expression such as").press("Enter");
  await expect(page.locator(".badge")).toContainText("The best value of W - FOUR is -1465.");
  await expect(verdict(page)).toHaveText(/^(exactly one|one) solution/);
  await expect(page).toHaveURL(/maximize=W%20-%20FOUR/);
  await page.reload();
  await expect(page.locator(".badge")).toContainText("The best value of W - FOUR is -1465.");
  await page.getByLabel("An expression such as").fill("W +");
  await page.getByLabel("An expression such as").press("Enter");
  await expect(verdict(page)).toHaveText("this needs an operand");
});

test("3 several bases are solved one after the other, and each can be opened", async ({ page }) => {
  await open(page, "#t=SEND+MORE=MONEY&base=8..12");
  await expect(page.locator(".right")).toContainText("in each base from 8 to 12");
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  await expect(page.locator("table.bases tbody tr")).toHaveCount(5);
  const counts = ask({ do: "solve", text: "SEND+MORE=MONEY", rules: { base: 11 } }).answer.count;
  await expect(page.locator("table.bases tbody tr").nth(3)).toContainText(`11${counts}`);
  await page.getByRole("button", { name: "Show the solutions in base 10" }).click();
  await expect(verdict(page)).toHaveText("exactly one solution");
  // A line of the text asks for them as well; the smallest base with a solution ends the search.
  await type(page, "@base smallest 2..64\nSEND+MORE=MONEY");
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  await expect(page.getByRole("button", { name: /^Show the solutions/ })).toHaveCount(1);
  await page.getByRole("button", { name: /^Show the solutions/ }).click();
  await expect(box(page)).toHaveValue(/^@base \d+\nSEND/);
  await expect(verdict(page)).toHaveText(/solution/);
});

test("@quick 3 three fractions with digits 1-9: six rows, one up to symmetry", async ({ page }) => {
  await open(page);
  await type(page, "A/BC+D/EF+G/HI=1");
  await page.getByRole("button", { name: /^digits/ }).click();
  await page.locator("#value").fill("1-9");
  await page.keyboard.press("Enter");
  await expect(verdict(page)).toHaveText("6 solutions");
  await expect(page.locator(".rows .one")).toHaveCount(6);
  await expect(page.locator(".rows .one").first()).toContainText("5/34+7/68+9/12=1");
  await page.locator(".rows .one").nth(3).click();
  await expect(drawing(page)).toHaveAttribute("aria-label", "7/68+9/12+5/34=1");
  await page.getByText("More options").click();
  await page.getByText("Count solutions once that differ only in the order of terms").click();
  await expect(page.locator(".badge")).toContainText("One, up to symmetry.");
  await expect(drawing(page)).toHaveAttribute("aria-label", "5/34+7/68+9/12=1");
});

test("4 a long division is pasted, with tabs and full-width signs", async ({ page }) => {
  await open(page);
  const tabbed = DIVISION.replaceAll("        ", "\t").replace("***)", "＊＊＊）").replace("*7***", "*７***");
  await paste(page, DIVISION.replaceAll("        ", "\t"));
  await expect(verdict(page)).toHaveText("exactly one solution");
  await expect(drawing(page)).toHaveAttribute("aria-label", /^97809; 124\)12128316; 1116;/);
  expect(await box(page).inputValue()).toContain("\t");
  await paste(page, tabbed.replaceAll("\t", "        "));
  await expect(page.locator(".said .bad")).toHaveCount(0);
  await expect(verdict(page)).toHaveText("exactly one solution");
  // Each glyph stands below the one above it.
  const left = async (text: string, nth: number) =>
    (await page.locator(".right .sheet .line").nth(nth).getByText(text, { exact: true }).last().boundingBox())?.x ?? 0;
  expect(Math.abs((await left("9", 0)) - (await left("6", 2)))).toBeLessThan(1);
});

test("5 full-width, kana, Cyrillic and Devanagari; an input method is not read midway", async ({ page }) => {
  await open(page);
  for (const [text, answer] of [
    ["ＳＥＮＤ＋ＭＯＲＥ＝ＭＯＮＥＹ", "exactly one solution"],
    ["テン+テン=ケンチ", /solution/],
    ["КНИГА+КНИГА+КНИГА=НАУКА", /solution/],
    ["सात + बारह + सत्रह + छत्तीस = बहत्तर", /solution/],
  ] as const) {
    await type(page, text);
    await expect(page.locator(".stale")).toHaveCount(0);
    await expect(verdict(page)).toHaveText(answer);
    await expect(page.locator(".said .bad")).toHaveCount(0);
  }
  await type(page, "A+B=C");
  await expect(verdict(page)).toHaveText(/solutions/);
  const before = await drawing(page).getAttribute("aria-label");
  await box(page).dispatchEvent("compositionstart");
  await type(page, "A+B=C)");
  await page.waitForTimeout(400);
  await expect(page.locator(".said .bad")).toHaveCount(0);
  await expect(drawing(page)).toHaveAttribute("aria-label", before ?? "");
  await box(page).dispatchEvent("compositionend");
  await expect(page.locator(".said .bad")).toHaveCount(1);
});

test("4b several puzzles in one text are opened one after the other, or go on a worksheet together", async ({
  page,
}) => {
  const sums = ["  SEND\n+ MORE\n------\n MONEY", "  TWO\n+ TWO\n-----\n FOUR"];
  for (const whole of [
    sums.join("\n\n"),
    "SEND+MORE=MONEY\nTWO+TWO=FOUR",
    "1. SEND+MORE=MONEY\n2. TWO+TWO=FOUR",
    "SEND+MORE=MONEY\n\n\nTWO+TWO=FOUR\n",
  ]) {
    await open(page);
    await paste(page, whole);
    await expect(page.locator(".bunch")).toContainText("2 puzzles");
    await page.getByRole("button", { name: "Open puzzle 1" }).click();
    await expect(verdict(page)).toHaveText("exactly one solution");
    await page.getByRole("button", { name: "Open puzzle 2" }).click();
    await expect(verdict(page)).toHaveText("7 solutions");
    await page.getByRole("button", { name: "The whole text" }).click();
    await expect(box(page)).toHaveValue(whole);
    await expect(page.locator(".bunch")).toBeVisible();
  }
  await page.getByRole("button", { name: "All on a worksheet" }).click();
  await expect(page.getByRole("dialog", { name: "Worksheet" }).locator(".entries li")).toHaveCount(2);
  await page.keyboard.press("Escape");
  // A system, a puzzle with its conditions, and one in a letter are one.
  for (const one of ["A+B=C\nB+C=D", "SEND+MORE=MONEY\n\nS>M", "Hi Anna,\n\nSEND+MORE=MONEY\n\nLove, Tom"]) {
    await paste(page, one);
    await expect(verdict(page)).toHaveText(/solution/);
    await expect(page.locator(".stale")).toHaveCount(0);
    await expect(page.locator(".bunch"), one).toHaveCount(0);
  }
});

/** Base 28, and more than a lifetime of solutions. */
const ENDLESS = "ABCDEFGH*IJKLMNOP=QRSTUVWXYZABCDEF";

test("6 a long search goes on while the box is read; stopped, its rows stay, and it begins again", async ({ page }) => {
  await open(page, "#t=ABCDEFGH%2AIJKLMNOP%3EQRSTUVWXYZ&base=28");
  const solve = page.getByRole("button", { name: /^Solve/ });
  await expect(solve).toBeEnabled();
  await solve.click();
  await expect(verdict(page)).toHaveText(/searching – [1-9]/);
  await type(page, `${ENDLESS}(`);
  await expect(page.locator(".said .bad")).toBeVisible();
  await expect(page.locator(".stale")).toContainText("as it was before");
  await page.keyboard.press("Tab");
  const stop = page.getByRole("button", { name: "Stop" });
  const started = Date.now();
  await stop.focus();
  await page.keyboard.press("Enter");
  await expect(verdict(page)).toHaveText(/stopped at [\d,]+ solutions/);
  expect(Date.now() - started).toBeLessThan(1500);
  expect(await page.locator(".rows .one").count()).toBeGreaterThan(5);
  await type(page, "SEND+MORE=MONEY");
  await page.getByRole("button", { name: /^base/ }).click();
  await page.getByRole("button", { name: "Back to usual" }).click();
  await expect(verdict(page)).toHaveText("exactly one solution");
});

const LARGE: [string, string][] = [
  ["100 kB of lines", Array.from({ length: 3300 }, (_, i) => `AB*C+${i}<DE*F+${i * 7}+GH*IJ-XYZ`).join("\n")],
  ["2,000 lines", Array.from({ length: 2000 }, (_, i) => `A+B*${i}<C*${i * 79}`).join("\n")],
  ["a sum of 20,000 terms", `${Array.from({ length: 20_000 }, (_, i) => "ABCDEFGHIJ"[i % 10]).join("+")}=A`],
];

for (const [name, text] of LARGE) {
  test(`7b ${name}: nothing is drawn that nobody sees, and the page goes on`, async ({ page }) => {
    await page.addInitScript(() => {
      const all = window as unknown as { busy: number };
      all.busy = 0;
      const add = (list: PerformanceObserverEntryList) => {
        for (const { duration } of list.getEntries()) all.busy += duration;
      };
      new PerformanceObserver(add).observe({ entryTypes: ["longtask"] });
    });
    await open(page);
    await paste(page, text);
    await expect(page.getByText("longer than is drawn here").first()).toBeVisible({ timeout: 30_000 });
    await box(page).press("End");
    await page.keyboard.type(" ");
    await expect(page).toHaveURL(/#z=/);
    expect(await page.evaluate(() => document.querySelectorAll("*").length)).toBeLessThan(3_000);
    // On an idle machine half a second; what was drawn before took 20 to 100 there.
    expect(await page.evaluate(() => (window as unknown as { busy: number }).busy)).toBeLessThan(10_000);
  });
}

test("7 100,000 rows scroll, sort and are filtered", async ({ page }) => {
  await open(page, "#t=A%2BB%2BC%2BD%2BE%2BF%2BG%3E3&distinct=none");
  await page.getByRole("button", { name: /^Solve/ }).click();
  await expect(verdict(page)).toHaveText(/[\d,]{9} solutions/, { timeout: 40_000 });
  await expect(page.locator(".badge")).toContainText("The first 100,000 are shown.");
  const rows = page.locator(".rows");
  await expect(rows).toHaveAttribute("aria-rowcount", "100001");
  expect(await page.locator(".rows .one").count()).toBeLessThan(60);
  await rows.evaluate((node) => node.scrollTo(0, node.scrollHeight));
  await expect(page.locator(".rows .one").last()).toContainText("100,000");
  await rows.focus();
  await page.keyboard.press("Home");
  await expect(page.locator(".rows .one[aria-selected=true] .nr")).toHaveText("1");
  await page.keyboard.press("PageDown");
  await expect(page.locator(".rows .one[aria-selected=true] .nr")).toHaveText("11");
  await page.getByRole("button", { name: "Sort by G" }).click();
  await page.getByRole("button", { name: "Sort by G" }).click();
  await expect(page.locator(".rows .one").first().locator(".digit").last()).toHaveText("9");
  await page.locator(".rows").evaluate((node) => node.scrollTo(0, 0));
  await page.getByLabel("Show only", { exact: true }).fill("G=4 A=0");
  await expect(page.getByText(/^1?\d,\d{3} of 100,000$/)).toBeVisible();
  for (const row of (await page.locator(".rows .one").all()).slice(0, 5)) {
    await expect(row.locator(".digit").first()).toHaveText("0");
    await expect(row.locator(".digit").last()).toHaveText("4");
  }
  await page.getByLabel("Show only", { exact: true }).fill("nonsense");
  await expect(page.getByText("not understood")).toBeVisible();
});

test("@quick 8 each form of link opens, Back works, a link with nonsense says so", async ({ page }) => {
  await open(page, "#t=A/BC%2BD/EF%2BG/HI=1&digits=1-9");
  await expect(verdict(page)).toHaveText("6 solutions");
  await page.evaluate(() => {
    location.hash = "t=SEND+MORE=MONEY&ask=unique";
  });
  await expect(box(page)).toHaveValue("SEND+MORE=MONEY");
  await expect(verdict(page)).toHaveText("exactly one solution");
  await page.goBack();
  await expect(box(page)).toHaveValue("A/BC+D/EF+G/HI=1");
  await expect(verdict(page)).toHaveText("6 solutions");
  await page.goForward();
  await expect(box(page)).toHaveValue("SEND+MORE=MONEY");
  await enter(page, "/#t=TWO+TWO=FOUR&wonder=1&tab=nowhere");
  await expect(page.locator(".messages")).toContainText("wonder");
  await expect(page.locator(".messages")).toContainText("tab=nowhere");
  await expect(verdict(page)).toHaveText("7 solutions");
  await expect(page).toHaveURL(/#t=TWO\+TWO=FOUR$/);
  await enter(page, "/#z=AAAA&");
  await expect(page.locator(".messages")).toContainText("damaged or cut short");
  await page.waitForTimeout(500);
  await expect(page).toHaveURL(/#z=AAAA&$/);
  await type(page, "A+B=C");
  await expect(page).toHaveURL(/#t=A\+B=C$/);
  await page.goBack();
  await expect(page).toHaveURL(/#z=AAAA&$/);
  await enter(page, `/#t=TWO+TWO=FOUR&${"long".repeat(1200)}=1&${"W".repeat(5000)}=1`);
  await expect(page.locator(".messages")).toContainText("longlong");
  await expect(page.locator(".messages")).toContainText("WWW");
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await enter(page, "/#t=TWO+TWO=FOUR&play");
  await expect(page.getByRole("tab", { name: "Play" })).toHaveAttribute("aria-selected", "true");
  await page.getByRole("tab", { name: "Solve" }).click();
  await expect(page.getByText("answers stay hidden")).toBeVisible();
  await expect(page.locator(".verdict")).toHaveCount(0);
});

test("@quick 8c a link is read, and a puzzle of the gallery, however late the library comes", async ({ page }) => {
  await page.route("**/fukumen-*.wasm", async (route) => {
    await new Promise((end) => setTimeout(end, 1500));
    await route.continue();
  });
  await open(page, "#t=SEND+MORE=MONEY");
  await expect(page.locator(".right")).toHaveText("Loading the solver …");
  await expect(verdict(page)).toHaveText("exactly one solution");
  await enter(page, "/#t=");
  await page.locator(".gallery button").first().click();
  await expect(page.locator(".right")).toHaveText("Loading the solver …");
  await expect(page.locator(".board .place").first()).toBeVisible();
});

test("8d answers of a link for playing stay hidden, and those of another puzzle do not", async ({ page }) => {
  await open(page, "#t=TWO+TWO=FOUR&play");
  await page.getByRole("tab", { name: "Solve" }).click();
  const hidden = page.getByText("answers stay hidden");
  await page.getByRole("button", { name: "Write in columns" }).click();
  await expect(box(page)).toHaveValue(/^ *TWO\n/);
  await expect(hidden).toBeVisible();
  await type(page, "SEND+MORE=MONEY");
  await expect(verdict(page)).toHaveText("exactly one solution");
  await expect(page).toHaveURL(/#t=SEND\+MORE=MONEY$/);
  await enter(page, "/#t=TWO+TWO=FOUR&play");
  await page.getByRole("tab", { name: "Solve" }).click();
  await expect(hidden).toBeVisible();
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  await expect(verdict(page)).toHaveText("7 solutions");
  await expect(page).toHaveURL(/#t=TWO\+TWO=FOUR$/);
});

test("8e on other people's pages a puzzle has no head and no box, and leads to the page", async ({ page }) => {
  await open(page, "#t=TWO+TWO=FOUR");
  await page.getByRole("button", { name: "Share" }).click();
  await expect(page.getByLabel("Open it for playing")).not.toBeChecked();
  await page.keyboard.press("Escape");
  await page.getByRole("tab", { name: "Play" }).click();
  await page.getByRole("button", { name: "Share" }).click();
  await expect(page.getByLabel("Open it for playing")).toBeChecked();
  await page.getByRole("button", { name: "Copy as a frame" }).click();
  await expect(page.getByRole("dialog")).toContainText("Copied.");
  const frame = await page.evaluate(() => navigator.clipboard.readText());
  expect(frame).toMatch(/^<iframe src="[^"]*&amp;bare"/);
  const other = await page.context().newPage();
  await other.setContent(`<p>My page</p>${frame}`);
  const inner = other.frameLocator("iframe");
  await expect(inner.locator(".board .place").first()).toBeVisible();
  await inner.locator(".board .place").first().click();
  await other.keyboard.type("7");
  await expect(inner.locator(".place .written").first()).toHaveText("7");
  await expect(inner.locator("#text, .head")).toHaveCount(0);
  await expect(inner.getByRole("link", { name: "fukumen" })).toHaveAttribute("href", /#t=TWO\+TWO=FOUR&tab=play&play$/);
});

test("8b a long puzzle is a deflated link, a longer one a file", async ({ page }) => {
  await open(page);
  const long = Array.from({ length: 120 }, (_, i) => `A+B*${i}<C*${i * 7919}`).join(", ");
  await type(page, long);
  await page.getByRole("button", { name: "Share" }).click();
  const link = await page.getByLabel("Link to this puzzle").inputValue();
  expect(link).toMatch(/#z=[\w-]+$/);
  await enter(page, link);
  await expect(box(page)).toHaveValue(long);
  let seed = 7;
  const noise = Array.from({ length: 30_000 }, () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return "ABCDEFGHIJ"[Math.floor((seed / 2 ** 32) * 10)];
  });
  await type(
    page,
    `${noise
      .join("")
      .match(/.{1,60}/g)
      ?.join("+")}=A`,
  );
  await page.getByRole("button", { name: "Share" }).click();
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as a file" }).click();
  expect((await saved).suggestedFilename()).toBe("puzzle.txt");
});

test("the gallery's puzzles are for playing, from easy to hard, and all have a solution, once it is asked for", async ({
  page,
}) => {
  const levels = puzzles.flatMap(({ text, rules }) => {
    const { status, rating } = ask({ do: "rate", text, rules }).answer as { status: string; rating: { value: number } };
    return status === "unique" ? [rating.value] : [];
  });
  expect(levels).toEqual([...levels].sort((a, b) => a - b));
  expect(levels.length).toBeGreaterThan(4);
  await open(page);
  const count = await page.locator(".gallery button").count();
  for (let i = 0; i < count; i++) {
    await page.locator(".gallery button").nth(i).click();
    await expect(page.locator(".board .place").first()).toBeVisible();
    await expect(page.locator(".glyph.found")).toHaveCount(0);
    await page.getByRole("tab", { name: "Solve" }).click();
    await expect(page.getByText("answers stay hidden")).toBeVisible();
    await page.getByRole("button", { name: "Solve", exact: true }).click();
    await expect(verdict(page)).toHaveText(/exactly one|solutions$/);
    await expect(page.locator(".said .bad")).toHaveCount(0);
    await page.getByRole("button", { name: "Empty the box" }).click();
    await expect(box(page)).toBeFocused();
  }
  await expect(page.getByRole("button", { name: /^digits/ })).toHaveCount(0);
});

test("what is long can be asked at the server that sent the page, and never by itself", async ({ page }) => {
  const long = "#t=ABCDEFGH%2AIJKLMNOP%3EQRSTUVWXYZ&base=28";
  const asked: string[] = [];
  await page.route("**/api/v1/solve", async (route) => {
    asked.push(route.request().postData() ?? "");
    const { answer } = ask({ do: "solve", text: "A+B=C", limits: { rows: 0 } });
    const rows = {
      event: "rows",
      order: "engine",
      from: 0,
      count: 1,
      rows: [Array.from({ length: 26 }, (_, digit) => digit)],
    };
    const lines = [
      { event: "progress", done: 1, total: 2, found: 1 },
      rows,
      { event: "end", ...answer, count: 1, unique: true },
    ];
    await route.fulfill({
      contentType: "application/jsonl",
      body: lines.map((line) => `${JSON.stringify(line)}\n`).join(""),
    });
  });
  await open(page, long);
  await expect(page.getByRole("button", { name: /^Solve \(/ })).toBeVisible();
  await expect(page.getByText("native speed")).toHaveCount(0);
  await page.route("**/", async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace("<head>", '<head><meta name="fukumen-api" content="api/v1">');
    await route.fulfill({ response, body });
  });
  await page.reload();
  await expect(page.getByText("native speed")).toBeVisible();
  expect(asked).toEqual([]);
  await page.getByText("native speed").click();
  await page.locator("button.primary").click();
  await expect(verdict(page)).toHaveText("exactly one solution");
  await expect(drawing(page)).toHaveAttribute("aria-label", /^01234567/);
  expect(JSON.parse(asked[0] ?? "{}").rules).toEqual({ base: "28" });
});
