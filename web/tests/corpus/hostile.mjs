/** Texts and requests that nobody should send: each has an answer, and none breaks the instance. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { library } from "./library.mjs";

const MIB = 1 << 20;
const texts = {
  empty: "",
  spaces: " \t\n\u3000\u00a0",
  controls: "\u0000\u0001\u001b[31mA+B=C\u007f\u009f",
  "right to left": "\u202eA+B=C\u2066",
  "half a pair": "A+\ud800=B",
  markup: "<img src=x onerror=alert(1)>+<script>=B",
  "deep brackets": `${"(".repeat(100_000)}A${")".repeat(100_000)}=B`,
  "deep signs": `${"-".repeat(50_000)}A=B`,
  "deep roots": `${"√".repeat(50_000)}A=B`,
  "a tower": `A${"^B".repeat(20_000)}=C`,
  "a sum without end": `${"A+".repeat(50_000)}A=B`,
  "a long number": `${"9".repeat(500_000)}+A=B`,
  "a long word": `${"A".repeat(500_000)}=B`,
  "relations without end": `${"A<".repeat(10_000)}B`,
  "conditions without end": "A=B;".repeat(25_000),
  "letters without end": Array.from({ length: 5_000 }, (_, i) => String.fromCodePoint(0x4e00 + i)).join("+"),
  "marks without end": `A${"\u0301".repeat(100_000)}+B=C`,
  "rules without end": "-----\n".repeat(20_000),
  "a drawing without end": `${"AB\n+CD\n---\n".repeat(20_000)}EF`,
  "a wide drawing": `${" ".repeat(500_000)}A\n+B\n${"-".repeat(500_000)}\nC`,
  "blanks without end": `${"□".repeat(100_000)}+□=□`,
  settings: "@base 99\n@digits z-a\n@where (((\nA+B=C",
  "settings without end": "@assign A=1\n".repeat(50_000),
  "too long": "A+".repeat(MIB),
  "1 MiB of nothing": " ".repeat(MIB),
  "1 MiB of quotes": '"'.repeat(MIB),
  "dots without end": `A=${".".repeat(300_000)}`,
  "a large exponent": "9^9^9^9^9^9=A",
  "huge factorials": "A!!!!!!!!!!=B",
};

test("each hostile text is read, or refused with a message", () => {
  const { ask } = library();
  for (const [name, text] of Object.entries(texts)) {
    const start = performance.now();
    const { answer } = ask({ do: "parse", text: text.toWellFormed(), limits: { seconds: 5 } });
    const took = performance.now() - start;
    const { error } = answer;
    assert.ok(answer.sheet || error?.message || answer.stopped_by === "timeout", name);
    if (error?.span) assert.ok(error.span[0] <= error.span[1], name);
    assert.ok(took < 60_000, `${name} took ${took} ms`);
    if (process.env.TELL) console.log(name, "parse", Math.round(took));
    if (answer.sheet) {
      const limits = { seconds: 0.2 };
      for (const what of ["solve", "explain", "hint"]) {
        const start = performance.now();
        const { answer } = ask({ do: what, text: text.toWellFormed(), limits });
        assert.equal(typeof answer, "object", `${name}: ${what}`);
        if (process.env.TELL) console.log(name, what, Math.round(performance.now() - start));
      }
    }
  }
  assert.equal(ask({ do: "solve", text: "SEND+MORE=MONEY" }).answer.count, 1);
});

test("a value that is no request is refused", () => {
  const { ask } = library();
  const bytes = (text) => new TextEncoder().encode(text);
  const keyOf = (request) => ask(request).answer.error?.key;
  assert.equal(keyOf(bytes("")), "request-not-json");
  assert.equal(keyOf(bytes("[".repeat(100_000))), "request-not-json");
  assert.equal(keyOf(new Uint8Array([0xff, 0xfe, 0x00])), "request-not-json");
  assert.equal(keyOf(bytes("[]")), "request-not-object");
  assert.equal(keyOf({}), "request-lacks");
  assert.equal(keyOf({ do: "format the disk" }), "request-unknown");
  assert.equal(keyOf({ do: "solve" }), "request-lacks");
  assert.equal(keyOf({ do: "solve", text: 7 }), "request-wrong");
  assert.equal(keyOf({ do: "solve", text: "A+B=C", ask: "everything" }), "request-wrong");
  assert.equal(keyOf({ do: "solve", text: "A+B=C", limits: { seconds: -1 } }), "request-wrong");
  assert.equal(keyOf({ do: "draw", text: "A+B=BA", row: [1, 2, 300] }), "request-wrong");
  assert.equal(keyOf({ do: "draw", text: "A+B=BA", row: [1] }), "request-wrong");
  assert.equal(keyOf({ do: "make", kind: "nothing" }), "request-unknown");
  const setting = ask({ do: "parse", text: "A+B=C", rules: { base: "99" } }).answer.error;
  assert.equal(setting.setting, "base");
});

test("a limit of time ends the work, and says so", () => {
  const { ask } = library();
  const hard = { text: "ABCDEFGHIJ*KLMNOPQRST=UVWXYZabcdefghijklmn", rules: { base: "40", "case-sensitive": "true" } };
  for (const [what, seconds] of [
    ["plan", 0],
    ["solve", 0.3],
  ]) {
    const start = performance.now();
    const { answer } = ask({ do: what, ...hard, limits: { seconds } });
    assert.equal(answer.stopped_by, "timeout", what);
    assert.ok(performance.now() - start < 5_000, what);
  }
});
