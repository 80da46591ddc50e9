/** The result of a search: the badge, the drawing filled in, the rows, and why. */
import { signal } from "@preact/signals";
import { useEffect, useMemo, useState } from "preact/hooks";
import { several, solveHere } from "../bases.ts";
import { bunch } from "../bunch.ts";
import { copy, copyPicture, drawing } from "../copying.ts";
import { keyOf, textOf } from "../drawing.ts";
import { linkTo } from "../link.ts";
import type { Search } from "../state.ts";
import { drawn, isFresh, linked, search, tab, text, veiled } from "../state.ts";
import { about, duration, number, t } from "../words/index.ts";
import { inOwnWords, ofError } from "../words/messages.ts";
import { Bases } from "./Bases.tsx";
import { Blank } from "./Blank.tsx";
import { RowTable } from "./Rows.tsx";
import { Sheet } from "./Sheet.tsx";

/** The row that is drawn above the table. */
export const chosenRow = signal(0);

export function AnswerPanel() {
  const now = search.value;
  if (several.value) return <Bases />;
  if (veiled.value) {
    return (
      <section class="card stack">
        <p>{t("veiled")}</p>
        <div>
          <button type="button" onClick={solveHere}>
            {t("veiled.lift")}
          </button>
        </div>
      </section>
    );
  }
  if (!now) return <Question />;
  return (
    <section class={`stack${isFresh.value ? "" : " stale"}`} aria-label={t("answer")}>
      {!isFresh.value && <p class="note warn fresh">{t("stale")}</p>}
      <Badge now={now} />
      <Filled now={now} />
      <RowTable now={now} />
      <Why now={now} />
    </section>
  );
}

/** The puzzle as it was read, before there is an answer. */
function Question() {
  const now = drawn.value;
  if (!now) return <Blank />;
  return (
    <section class="card">
      <Sheet parsed={now.parsed} large />
    </section>
  );
}

interface Said {
  tone: "good" | "plain" | "warn" | "bad";
  text: string;
  more?: string;
}

/** The answer in words. */
function said(now: Search): Said {
  const { answer, state } = now;
  if (state === "running") return { tone: "plain", text: t("badge.running", { n: now.found }) };
  if (state === "refused") return { tone: "bad", text: now.error ? ofError(now.error) : "" };
  const best = now.goal && answer?.best ? [t("badge.best", { of: now.goal.of, value: answer.best })] : [];
  if (!answer?.exhausted) {
    const count = answer ? answer.count : Math.max(now.found, now.rows.count);
    if (answer?.unique === false && now.ask === "unique") return { tone: "warn", text: t("badge.several") };
    const more = answer?.undecided ? t("badge.undecided", { n: answer.undecided }) : undefined;
    if (answer?.stopped_by === "first") return { tone: "plain", text: t("badge.first", { n: Number(count) }) };
    return { tone: "warn", text: t("badge.stopped", { n: Number(count) }), ...(more ? { more } : {}) };
  }
  const count = BigInt(answer.count);
  const lines: string[] = best;
  if (answer.undecided) lines.push(t("badge.undecided", { n: answer.undecided }));
  if (answer.reading === "zero-lines") lines.push(t("badge.zero-lines"));
  if (answer.essentially !== null) lines.push(t("badge.essentially", { n: answer.essentially }));
  if (now.rows.count < count && now.ask === "all" && !now.essentially)
    lines.push(t("badge.kept", { n: now.rows.count }));
  const more = lines.length > 0 ? { more: lines.join(" ") } : {};
  if (answer.undecided) return { tone: "warn", text: t("badge.uncertain", { n: Number(count) }), ...more };
  // Words that were not read may be a condition.
  const isBare = now.parsed.unread.some(({ may }) => may);
  const sure = (key: "badge.none" | "badge.unique") => (isBare ? t("badge.without", { verdict: t(key) }) : t(key));
  if (count === 0n) return { tone: "bad", text: sure("badge.none"), ...more };
  if (answer.unique) return { tone: isBare ? "warn" : "good", text: sure("badge.unique"), ...more };
  if (answer.unique === false && now.ask === "unique") return { tone: "warn", text: t("badge.several"), ...more };
  return { tone: "plain", text: t("badge.count", { n: Number(count), count: number(count) }), ...more };
}

/** The answer on one line where the answer itself is below the screen, as it is with a keyboard on it. */
export function Brief() {
  const now = search.value;
  if (!now || !isFresh.value || veiled.value) return null;
  // Several puzzles are none with one answer, which the note below says.
  if (bunch.value?.whole === text.value) return null;
  const { text: verdict, tone } = said(now);
  return (
    <p class={`brief ${tone}`} aria-hidden="true">
      {verdict}
    </p>
  );
}

function Badge({ now }: { now: Search }) {
  const { tone, text, more } = said(now);
  const crowded = now.parsed.crowded;
  const isNone = now.answer?.exhausted && String(now.answer.count) === "0";
  return (
    <div class={`badge ${tone}`}>
      <div role="status" aria-live="polite">
        <p class="verdict">{text}</p>
        {more && <p>{more}</p>}
        {isNone && crowded && <p>{t("badge.crowded", { symbols: crowded[0], digits: crowded[1] })}</p>}
      </div>
      {now.state === "running" && <Progress now={now} />}
      {isNone && (
        <button type="button" class="quiet" onClick={() => (tab.value = "explain")}>
          {t("badge.why-none")}
        </button>
      )}
    </div>
  );
}

function Progress({ now }: { now: Search }) {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), 500);
    return () => clearInterval(timer);
  }, []);
  const seconds = (performance.now() - now.began) / 1000;
  const share = now.total ? Number(now.done ?? 0) / Number(now.total) : undefined;
  return (
    <div class="progress">
      <progress value={share} max={1} aria-label={t("progress")} />
      <span class="soft">
        {duration(Math.max(seconds, 0.001))}
        {now.expected !== null && now.expected > 1 && ` · ${t("progress.expected", { time: about(now.expected) })}`}
      </span>
    </div>
  );
}

/** The drawing with the row that is chosen, its letters with their digits, and both to be copied. */
function Filled({ now }: { now: Search }) {
  const row = Math.min(chosenRow.value, now.rows.count - 1);
  const digits = row >= 0 ? now.rows.row(row) : undefined;
  const key = digits && keyOf(now.parsed, digits);
  // Events of a search come ten times a second; most change nothing here.
  const sheet = useMemo(() => <Sheet parsed={now.parsed} digits={digits} large />, [now.parsed, digits?.join()]);
  return (
    <div class="card center answer">
      {sheet}
      {digits && now.rows.show[row] !== undefined && (
        <p class="soft">{t("shown", { value: now.rows.show[row] ?? "" })}</p>
      )}
      {key && (
        <p class="key" dir="ltr">
          {key.split(" ").map((one) => (
            <bdi key={one}>{one} </bdi>
          ))}
        </p>
      )}
      {digits && isFresh.value && <Copy now={now} row={digits} />}
    </div>
  );
}

/** The answer as others take it: in a message, in a paper, as a picture, as a page. */
function Copy({ now, row }: { now: Search; row: number[] }) {
  const [said, setSaid] = useState("");
  useEffect(() => setSaid(""), [now.rows, row.join()]);
  const ways: [Parameters<typeof t>[0], () => Promise<void>][] = [
    [
      "download.text",
      async () => {
        const key = keyOf(now.parsed, row);
        const text = now.parsed.sheet.isCut ? await drawing("text", { row }) : textOf(now.parsed, row);
        await copy(text + (key ? `\n\n${key}\n` : "\n"));
      },
    ],
    ["download.latex", async () => copy(await drawing("latex", { row }))],
    ["download.picture", () => copyPicture(drawing("svg", { row }))],
    ["copy.link", async () => copy(await linkTo(linked.peek()))],
  ];
  return (
    <fieldset class="row copy">
      <legend class="unseen">{t("download.copy")}</legend>
      <span aria-hidden="true">{t("download.copy")}:</span>
      {ways.map(([name, take]) => (
        <button
          type="button"
          class="quiet"
          key={name}
          onClick={() =>
            take().then(
              () => setSaid(t("copied")),
              () => setSaid(t("download.failed")),
            )
          }
        >
          {t(name)}
        </button>
      ))}
      <span class="soft" role="status">
        {said}
      </span>
    </fieldset>
  );
}

/** Which engine, why, and what was expected. */
function Why({ now }: { now: Search }) {
  const answer = now.answer;
  if (!answer) return null;
  const taken = (now.ended - now.began) / 1000;
  const { plan } = answer;
  return (
    <details class="why">
      <summary>
        {t("why.line", { engine: answer.engine, n: answer.nodes, time: duration(answer.seconds) })} · {t("why")}
      </summary>
      <dl class="pairs">
        <dt>{t("why.reason")}</dt>
        <dd>{inOwnWords(answer.reason_key, answer.reason)}</dd>
        <dt>{t("why.nodes")}</dt>
        <dd>
          {plan.estimate === null
            ? number(answer.nodes)
            : t("why.expected", { real: number(answer.nodes), expected: number(Math.round(plan.estimate)) })}
        </dd>
        <dt>{t("why.time")}</dt>
        <dd>
          {plan.seconds === null
            ? duration(taken)
            : t("why.expected", { real: duration(answer.seconds), expected: duration(plan.seconds) })}
        </dd>
        <dt>{t("why.order")}</dt>
        <dd>{plan.symbols.join(" ")}</dd>
      </dl>
      {plan.asked.length > 0 && (
        <table class="plain">
          <thead>
            <tr>
              <th scope="col">{t("why.engine")}</th>
              <th scope="col">{t("why.expects")}</th>
            </tr>
          </thead>
          <tbody>
            {plan.asked.map(({ engine, seconds, why_not, why_not_key }) => (
              <tr key={engine}>
                <th scope="row">{engine}</th>
                <td>
                  {why_not_key
                    ? inOwnWords(why_not_key, why_not ?? "")
                    : seconds === null
                      ? (why_not ?? "—")
                      : duration(seconds)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </details>
  );
}
