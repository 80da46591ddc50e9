/** The question about the puzzle: what to look for, and the buttons that begin and end a search. */
import { useState } from "preact/hooks";
import { isAtBases, several, solveHere, stopBases } from "../bases.ts";
import { ASKS, WAYS, type Way } from "../link.ts";
import { api } from "../native.ts";
import { ask, essentially, first, goal, isSearching, isThere, parsed, plan, search, solve, stop } from "../state.ts";
import { about, t } from "../words/index.ts";

const LONG = 10;

export function Ask() {
  const expected = plan.value?.plan.seconds ?? 0;
  const isLong = parsed.value && expected > LONG;
  // A chosen option stays visible; its section does not fold while someone clears it.
  const [isOpen, setOpen] = useState(false);
  const isAimed = goal.value !== null || essentially.value;
  return (
    <section class="stack" aria-label={t("search")}>
      <div class="row">
        <button type="button" class="primary" disabled={!parsed.value && !several.value} onClick={solveHere}>
          {isLong ? t("solve.long", { time: about(expected) }) : t("solve")}
        </button>
        <button
          type="button"
          aria-disabled={!isSearching.value && !isAtBases.value}
          onClick={isAtBases.value ? stopBases : stop}
        >
          {t("stop")}
        </button>
      </div>
      <fieldset class="segments">
        <legend class="unseen">{t("search")}</legend>
        {ASKS.map((one) => (
          <label key={one} class="segment">
            <input
              type="radio"
              name="ask"
              class="unseen"
              checked={ask.value === one}
              onChange={() => {
                ask.value = one;
                again();
              }}
            />
            <span>{t(`ask.${one}`)}</span>
          </label>
        ))}
      </fieldset>
      {ask.value === "first" && (
        <label class="row tight">
          {t("ask.how-many")}
          <input
            type="number"
            min={1}
            max={100000}
            value={first.value}
            onChange={(event) => {
              first.value = Math.max(1, Math.min(100_000, Math.floor(event.currentTarget.valueAsNumber) || 1));
              event.currentTarget.value = String(first.value);
              again();
            }}
          />
        </label>
      )}
      <details class="wishes" open={isOpen || isAimed} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{t("ask.more")}</summary>
        <div class="stack">
          <Aim />
          <label class="row tight">
            <input
              type="checkbox"
              checked={essentially.value}
              onChange={(event) => {
                essentially.value = event.currentTarget.checked;
                again();
              }}
            />
            {t("essentially")}
          </label>
        </div>
      </details>
      {api && (isLong || isThere.value) && (
        <label class="row tight">
          <input
            type="checkbox"
            checked={isThere.value}
            onChange={(event) => {
              isThere.value = event.currentTarget.checked;
            }}
          />
          {t("there")}
        </label>
      )}
    </section>
  );
}

/** Searches once more if there was a search, since something else is asked. */
function again(): void {
  if (search.value && parsed.value) solve();
}

/** Which solutions are wanted: all, or those with the largest or smallest value of something. */
function Aim() {
  const now = goal.value;
  return (
    <div class="row tight">
      <label class="unseen" for="aim">
        {t("goal")}
      </label>
      <select
        id="aim"
        value={now?.way ?? ""}
        onChange={(event) => {
          const way = event.currentTarget.value as Way | "";
          goal.value = way === "" ? null : { way, of: now?.of ?? "" };
          if (now?.of || way === "") again();
        }}
      >
        <option value="">{t("goal.none")}</option>
        {WAYS.map((way) => (
          <option key={way} value={way}>
            {t(`goal.${way}`)}
          </option>
        ))}
      </select>
      {now && (
        <>
          <label class="unseen" for="aim-of">
            {t("goal.of")}
          </label>
          <input
            id="aim-of"
            size={10}
            value={now.of}
            placeholder={example()}
            autocomplete="off"
            spellcheck={false}
            onChange={(event) => {
              goal.value = { ...now, of: event.currentTarget.value.trim() };
              again();
            }}
          />
        </>
      )}
    </div>
  );
}

/** A symbol of the puzzle, as an example of what may be largest. */
function example(): string {
  return parsed.value?.cells.find(({ kind }) => kind === "symbol")?.name ?? "";
}
