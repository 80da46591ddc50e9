/** The explanation: its steps, their marks lit on the sheet, and how hard the puzzle is. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { several } from "../bases.ts";
import type { Explained, Parsed, Rating } from "../engine/messages";
import {
  DETAILS,
  type Detail,
  detail,
  explained,
  failure,
  fold,
  go,
  hasCases,
  isAtEnd,
  isCovered,
  isLooking,
  left,
  lookAgain,
  numbers,
  stopLooking,
  unfolded,
  visible,
} from "../explaining.ts";
import { letters } from "../letters.ts";
import { mistake, step, tables } from "../state.ts";
import { number, t, word } from "../words/index.ts";
import { Blank, Stale } from "./Blank.tsx";
import { Face } from "./Face.tsx";
import { baseOf, hasColumns, Sheet } from "./Sheet.tsx";

const PACE = 2500;
/** How much is seen around the places of a step. */
const ROUND = 4;

export function Explain() {
  const now = explained.value;
  if (several.value || (mistake.value && !now)) return <Blank />;
  if (isLooking.value) {
    return (
      <section class="card stack">
        <p role="status">{t("explain.looking")}</p>
        <progress aria-label={t("progress")} />
        <div>
          <button type="button" onClick={stopLooking}>
            {t("stop")}
          </button>
        </div>
      </section>
    );
  }
  if (failure.value !== null) {
    return (
      <section class="card stack">
        <p role="status">{failure.value || t("explain.stopped")}</p>
        <div>
          <button type="button" onClick={lookAgain}>
            {t("explain.again")}
          </button>
        </div>
      </section>
    );
  }
  if (!now) return <Blank />;
  const { parsed, answer } = now;
  return (
    <section class={`stack explain${mistake.value ? " stale" : ""}`} aria-label={t("tab.explain")}>
      <Stale />
      <div class="front">
        <Drawing parsed={parsed} answer={answer} />
        {answer.paragraphs.length > 0 && <Controls />}
      </div>
      {answer.paragraphs.length > 0 && <Manner />}
      <Steps answer={answer} />
      {(!isCovered.value || isAtEnd.value) && <Closing answer={answer} />}
      {answer.rating && <Hardness rating={answer.rating} />}
    </section>
  );
}

function Drawing({ parsed, answer }: { parsed: Parsed; answer: Explained }) {
  const at = step.value;
  const lit = new Set(answer.paragraphs[at - 1]?.marks.map(({ row, column }) => `${row},${column}`));
  const open = left(parsed, answer, at);
  const names = letters(parsed, answer.lettered);
  const board = useRef<HTMLDivElement>(null);
  // A drawing that is higher than its room shows what the step is about, without moving the page.
  useLayoutEffect(() => {
    const room = board.current?.querySelector(".scroller");
    if (!room) return;
    const box = room.getBoundingClientRect();
    const places = [...room.querySelectorAll(".lit")].map((place) => place.getBoundingClientRect());
    const top = Math.min(...places.map((place) => place.top));
    const bottom = Math.min(Math.max(...places.map((place) => place.bottom)), top + box.height);
    if (top < box.top) room.scrollTop -= box.top - top + ROUND;
    else if (bottom > box.bottom) room.scrollTop += bottom - box.bottom + ROUND;
  }, [at]);
  return (
    <div class={`card board${hasColumns(parsed) ? "" : " on-line"}`} ref={board}>
      <Sheet
        parsed={parsed}
        lit={lit}
        label={t("explain.board")}
        least="1rem"
        place={({ glyph, row, cell }) => {
          const digits = open[cell] ?? [];
          const place = `${row},${glyph.column}`;
          const isOne = digits.length === 1;
          const isNew = digits.length < (parsed.cells[cell]?.digits.length ?? 0);
          return (
            <span class={`place still${lit.has(place) ? " lit" : ""}`} role="gridcell" data-at={place}>
              <Face
                cell={parsed.cells[cell]}
                base={baseOf(parsed)}
                digit={isOne ? (digits[0] ?? null) : null}
                marks={isNew ? digits : []}
                letter={names.get(place)}
              />
            </span>
          );
        }}
      />
    </div>
  );
}

/** As beside the sheet that is played, no button loses the focus at either end. */
function Controls() {
  const [isPlaying, setPlaying] = useState(false);
  const isEnd = isAtEnd.value;
  useEffect(() => {
    if (!isPlaying) return;
    const timer = setInterval(() => go(1), PACE);
    return () => clearInterval(timer);
  }, [isPlaying]);
  useEffect(() => {
    if (isEnd) setPlaying(false);
  }, [isEnd]);
  return (
    <div class="row" role="toolbar" aria-label={t("explain.steps")}>
      <button type="button" aria-disabled={step.value === 0} onClick={() => go(-1e6)} aria-label={t("explain.first")}>
        |◂
      </button>
      <button type="button" aria-disabled={step.value === 0} onClick={() => go(-1)}>
        {t("explain.back")}
      </button>
      <button type="button" class="primary" aria-disabled={isEnd} onClick={() => go(1)}>
        {t("explain.next")}
      </button>
      <button type="button" aria-disabled={isEnd} onClick={() => go(1e6)} aria-label={t("explain.last")}>
        ▸|
      </button>
      <button
        type="button"
        aria-disabled={isEnd}
        aria-pressed={isPlaying}
        onClick={() => setPlaying(!isPlaying && !isEnd)}
      >
        {t(isPlaying ? "explain.pause" : "explain.play")}
      </button>
    </div>
  );
}

/** How the steps are told; unlike the buttons this does not stay in sight. */
function Manner() {
  return (
    <div class="row">
      <label class="unseen" for="detail">
        {t("explain.detail")}
      </label>
      <select
        id="detail"
        value={detail.value}
        onChange={(event) => {
          detail.value = event.currentTarget.value as Detail;
        }}
      >
        {DETAILS.map((one) => (
          <option key={one} value={one}>
            {t(`explain.${one}`)}
          </option>
        ))}
      </select>
      <label class="row tight">
        <input
          type="checkbox"
          checked={isCovered.value}
          onChange={(event) => {
            isCovered.value = event.currentTarget.checked;
          }}
        />
        {t("explain.cover")}
      </label>
    </div>
  );
}

function Steps({ answer }: { answer: Explained }) {
  const at = step.value;
  const shown = visible.value.filter((index) => !isCovered.value || index < at);
  useEffect(() => {
    document.querySelector(".steps [aria-current]")?.scrollIntoView({ block: "nearest" });
  }, [at]);
  if (answer.paragraphs.length === 0) return null;
  return (
    <>
      <p class="unseen" role="status" aria-live="polite">
        {answer.paragraphs[at - 1]?.text ?? ""}
      </p>
      <ol class="steps">
        {shown.map((index) => {
          const paragraph = answer.paragraphs[index];
          if (!paragraph) return null;
          const number = numbers.value[index] ?? "";
          const isOpen = unfolded.value.has(number);
          return (
            <li key={index} data-depth={Math.min(paragraph.depth, 5)}>
              <button
                type="button"
                class="step"
                aria-current={at === index + 1 ? "step" : undefined}
                onClick={() => {
                  step.value = index + 1;
                }}
              >
                <span class="of-step">{paragraph.depth ? "" : paragraph.number}</span>
                <span>{paragraph.text}</span>
              </button>
              {hasCases(index) && (
                <button type="button" class="quiet" aria-expanded={isOpen} onClick={() => fold(number)}>
                  {t(isOpen ? "explain.fold" : "explain.unfold")}
                </button>
              )}
            </li>
          );
        })}
      </ol>
    </>
  );
}

function Closing({ answer }: { answer: Explained }) {
  const tones = { unique: "good", several: "plain", none: "bad", stopped: "warn" };
  return <p class={`badge pre ${answer.complete ? tones[answer.status] : "warn"}`}>{answer.closing}</p>;
}

function Hardness({ rating }: { rating: Rating }) {
  const known = tables.value.techniques ?? [];
  const counts = Object.entries(rating.counts).sort(([, a], [, b]) => b - a);
  return (
    <details class="hardness">
      <summary>
        {t("rating", { value: number(rating.value), label: t(`rating.${rating.label}` as "rating.easy") })}
      </summary>
      <dl class="pairs techniques">
        {counts.map(([name, count]) => {
          const technique = known.find((one) => one.name === name);
          return (
            <>
              <dt key={name}>
                {word(`technique.${name}`) ?? name} {count > 1 && <span class="soft">× {number(count)}</span>}
              </dt>
              <dd>
                {word(`technique.${name}.help`) ?? (technique && `${technique.looks_at} → ${technique.concludes}`)}
              </dd>
            </>
          );
        })}
      </dl>
    </details>
  );
}
