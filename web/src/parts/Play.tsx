/** The puzzle to be played: its places, a pad of digits, marks, hints, checking. */
import { useEffect, useRef, useState } from "preact/hooks";
import { several } from "../bases.ts";
import { choose, chosenLevel, isToday, LEVELS, type Level, levelOf, openNext } from "../daily.ts";
import { nameOf } from "../digits.ts";
import type { Parsed } from "../engine/answers";
import {
  check,
  hint,
  isAsking,
  isSolved,
  nextLevel,
  STRENGTHS,
  type Strength,
  stopAsking,
  strength,
  told,
} from "../judging.ts";
import { keep } from "../kept.ts";
import * as play from "../play.ts";
import { about, erase, game, now, pencil, put, remember, selected, tidy, undo, writeDigit } from "../playing.ts";
import { drawn, linked, mistake, text } from "../state.ts";
import { isNarrow } from "../theme.ts";
import { t } from "../words/index.ts";
import { Blank, Late, Stale } from "./Blank.tsx";
import { Board } from "./Board.tsx";
import { baseOf } from "./Sheet.tsx";
import { Table } from "./Table.tsx";

/** A table of more cells than this is folded at first. */
const MOST_OPEN = 12;

export function Play() {
  const parsed = about.value;
  if (!parsed || !drawn.value || several.value) return <Blank />;
  const classes = `stack play${mistake.value ? " stale" : ""}`;
  return (
    <section class={classes} aria-label={t("tab.play")}>
      <Stale />
      <Offer />
      <Board parsed={parsed} />
      <Tools parsed={parsed} />
      <details class="table" open={!isNarrow.value && parsed.cells.length <= MOST_OPEN}>
        <summary>{t("play.table")}</summary>
        <Table parsed={parsed} />
      </details>
    </section>
  );
}

/** The level of the puzzle, and another one. */
function Offer() {
  const [level, setLevel] = useState(chosenLevel);
  const own = levelOf(text.value);
  const next = () => {
    openNext(level);
    // It may be higher than the one before.
    requestAnimationFrame(() => document.querySelector(".board")?.scrollIntoView({ block: "nearest" }));
  };
  return (
    <div class="row offer">
      <h2>
        {isToday(linked.value) ? t("daily") : t("tab.play")}
        {own && <span class="soft"> · {t(`rating.${own}`)}</span>}
      </h2>
      <span class="row tight">
        <select
          aria-label={t("daily.level")}
          value={level}
          onChange={(event) => {
            choose(event.currentTarget.value as Level);
            setLevel(chosenLevel());
          }}
        >
          {LEVELS.map((one) => (
            <option key={one} value={one}>
              {t(`rating.${one}`)}
            </option>
          ))}
        </select>
        <button type="button" class={isSolved.value ? "primary" : ""} onClick={next}>
          {t("daily.next")}
        </button>
      </span>
      {own && <p class="soft">{t("daily.help")}</p>}
    </div>
  );
}

/** The answer: below the buttons that ask, which would otherwise move away under the finger. */
function Told() {
  const said = told.value;
  const place = useRef<HTMLDivElement>(null);
  // Below a tall drawing it would be off the screen.
  useEffect(() => {
    if (said) place.current?.scrollIntoView({ block: "nearest" });
  }, [said]);
  return (
    <div ref={place} role="status" aria-live="polite" class="told">
      {said && <p class={`badge ${said.tone} pre`}>{said.text}</p>}
      {isAsking.value && (
        <Late>
          <div class="row">
            <span>{t("play.looking")}</span>
            <progress aria-label={t("progress")} />
            <button
              type="button"
              onClick={() => {
                stopAsking();
                // The button is gone then, and the focus with it.
                document.querySelector<HTMLElement>(".play .primary")?.focus();
              }}
            >
              {t("stop")}
            </button>
          </div>
        </Late>
      )}
    </div>
  );
}

/** Buttons without effect now are not disabled: the browser would take the focus from the button that was just pressed. */
function Tools({ parsed }: { parsed: Parsed }) {
  const base = baseOf(parsed);
  const cell = selected.value?.cell;
  const possible = cell === undefined ? null : play.open(parsed, now.value, cell);
  const here = cell === undefined ? undefined : now.value[cell];
  const isMarked = pencil.value && here?.digit === null;
  const { boards, at, checkpoints, hints } = game.value;
  return (
    <>
      <div class="row">
        <fieldset class="segments">
          <legend class="unseen">{t("play.with")}</legend>
          {([false, true] as const).map((one) => (
            <label key={String(one)} class="segment">
              <input
                type="radio"
                name="pencil"
                class="unseen"
                checked={pencil.value === one}
                onChange={() => {
                  pencil.value = one;
                }}
              />
              <span>{t(one ? "play.pencil" : "play.pen")}</span>
            </label>
          ))}
        </fieldset>
        <button type="button" aria-disabled={at === 0} onClick={() => undo(-1)}>
          {t("play.undo")}
        </button>
        <button type="button" aria-disabled={at === boards.length - 1} onClick={() => undo(1)}>
          {t("play.redo")}
        </button>
      </div>
      <fieldset class="pad">
        <legend class="unseen">{t("play.pad")}</legend>
        {Array.from({ length: base }, (_, digit) => {
          const isIn = isMarked ? here?.marks.includes(digit) : here?.digit === digit;
          return (
            <button
              type="button"
              key={digit}
              class={possible && !possible.has(digit) ? "pale" : ""}
              aria-pressed={Boolean(isIn)}
              aria-disabled={!here || (pencil.value && !isMarked)}
              onClick={() => writeDigit(digit)}
            >
              {nameOf(digit, base)}
            </button>
          );
        })}
        <button type="button" disabled={cell === undefined} onClick={erase} aria-label={t("keys.clear")}>
          ⌫
        </button>
      </fieldset>
      <div class="row">
        <button type="button" class="primary" aria-disabled={isAsking.value} onClick={hint}>
          {t(`hint.${nextLevel.value as 1 | 2 | 3}`)}
        </button>
        <span class="row checks">
          <button type="button" aria-disabled={isAsking.value} onClick={check}>
            {t("check")}
          </button>
          <label class="soft" for="strength">
            {t("check.how")}
          </label>
          <select
            id="strength"
            value={strength.value}
            onChange={(event) => {
              strength.value = event.currentTarget.value as Strength;
              keep("strength", strength.value);
            }}
          >
            {STRENGTHS.map((one) => (
              <option key={one} value={one}>
                {t(`check.${one}`)}
              </option>
            ))}
          </select>
        </span>
        {hints > 0 && <span class="soft">{t("hint.count", { n: hints })}</span>}
      </div>
      <Told />
      <div class="row">
        <button type="button" onClick={() => put(play.allMarks(parsed, now.value))}>
          {t("play.all-marks")}
        </button>
        <button type="button" onClick={() => put(play.cleared(now.value))}>
          {t("play.clear")}
        </button>
        <button type="button" onClick={remember}>
          {t("play.remember")}
        </button>
        {checkpoints.length > 0 && (
          <select
            aria-label={t("play.back-to")}
            value=""
            onChange={(event) => {
              const found = checkpoints[Number(event.currentTarget.value)];
              if (found && event.currentTarget.value) put(found.board);
              event.currentTarget.value = "";
            }}
          >
            <option value="">{t("play.back-to")}</option>
            {checkpoints.map(({ name }, index) => (
              <option key={name} value={index}>
                {name}
              </option>
            ))}
          </select>
        )}
      </div>
      <label class="row tight">
        <input
          type="checkbox"
          checked={tidy.value}
          onChange={(event) => {
            tidy.value = event.currentTarget.checked;
            keep("tidy", tidy.value ? "on" : "off");
          }}
        />
        {t("play.tidy")}
      </label>
    </>
  );
}
