/** The explanation: its steps, their marks lit on the sheet, and how hard the puzzle is. */
import { useEffect, useState } from "preact/hooks";
import { several } from "../bases.ts";
import type { Explained, Rating } from "../engine/answers";
import {
  DETAILS,
  type Detail,
  detail,
  explained,
  failure,
  fold,
  hasCases,
  isAtEnd,
  isCovered,
  isLooking,
  lookAgain,
  numbers,
  stopLooking,
  unfolded,
  visible,
} from "../explaining.ts";
import { mistake, step, tables } from "../state.ts";
import { number, t, word } from "../words/index.ts";
import { Blank, Stale } from "./Blank.tsx";
import { Slides } from "./Slides.tsx";
import { Controls, Drawing } from "./Stage.tsx";

export function Explain() {
  const [isSlides, setSlides] = useState(false);
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
      {answer.paragraphs.length > 0 && <Manner show={() => setSlides(true)} />}
      <Slides parsed={parsed} answer={answer} isOpen={isSlides} close={() => setSlides(false)} />
      <Steps answer={answer} />
      {(!isCovered.value || isAtEnd.value) && <Closing answer={answer} />}
      {answer.rating && <Hardness rating={answer.rating} />}
    </section>
  );
}

/** How the steps are told; unlike the buttons this does not stay in sight. */
function Manner({ show }: { show: () => void }) {
  return (
    <div class="row">
      <button type="button" onClick={show}>
        {t("explain.slides")}
      </button>
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
