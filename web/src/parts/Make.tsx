/** The puzzles that were made, as cards. */
import { useEffect, useState } from "preact/hooks";
import { copy } from "../copying.ts";
import type { Parsed } from "../engine/answers";
import { explain, read } from "../engine/hands.ts";
import type { Find } from "../engine/messages";
import { finds, isMaking, made, reached, wrong } from "../making.ts";
import { inWords, put, tab } from "../state.ts";
import { number, t, word } from "../words/index.ts";
import { add, entries } from "../worksheet.ts";
import { Print } from "./Print.tsx";
import { Sheet } from "./Sheet.tsx";

export function Made() {
  const now = made.value;
  const far = reached.value;
  return (
    <section class="stack" aria-label={t("make.found")}>
      <div role="status" aria-live="polite">
        {isMaking.value && <p>{t("make.making", { n: finds.value.length })}</p>}
        {now && (
          <p>
            {t("make.made", { n: finds.value.length })} {t(`make.${now.ended}`)}{" "}
            {now.tally.candidates > 0 && (
              <span class="soft">{t("make.tally", { n: now.tally.candidates, tested: now.tally.tested })}</span>
            )}
          </p>
        )}
      </div>
      {isMaking.value && (
        <progress value={far?.total ? far.done / far.total : undefined} max={1} aria-label={t("progress")} />
      )}
      {now?.notes.map((note) => (
        <p key={note} class="note">
          {note}
        </p>
      ))}
      {entries.value.length > 0 && (
        <div>
          <Print />
        </div>
      )}
      <ul class="cards">
        {finds.value.map((find) => (
          <Card key={find.text} find={find} />
        ))}
      </ul>
      {!isMaking.value && !now && finds.value.length === 0 && !wrong.value && <p class="soft">{t("make.help")}</p>}
    </section>
  );
}

function Card({ find }: { find: Find }) {
  const [parsed, setParsed] = useState<Parsed | null>(null);
  const [rating, setRating] = useState("");
  const [done, setDone] = useState("");
  useEffect(() => {
    let isWanted = true;
    read({ do: "parse", text: find.text }, () => isWanted).then((outcome) => {
      if (isWanted && outcome.is === "answer") setParsed(outcome.answer);
    });
    return () => {
      isWanted = false;
    };
  }, [find]);
  const go = (where: "solve" | "play") => {
    put(find.text, {});
    tab.value = where;
    // The button is gone then, and the focus with it.
    document.getElementById(`tab-${where}`)?.focus();
  };
  const rate = async () => {
    setRating(t("make.rating"));
    const outcome = await explain({ do: "rate", ...inWords.value, text: find.text, rules: {} }).ended;
    setRating(outcome.is === "answer" ? outcome.answer.text : t("make.unrated"));
  };
  const measures = Object.entries(find.measures).filter(([, value]) => value > 0);
  return (
    <li class="card stack">
      {parsed ? <Sheet parsed={parsed} /> : <pre>{find.text}</pre>}
      {find.note && <p class="soft small">{find.note}</p>}
      <p class="soft small">
        {measures.map(([name, value]) => `${word(`measure.${name}`) ?? name} ${number(value)}`).join(" · ")}
      </p>
      {rating && <p role="status">{rating}</p>}
      <div class="row">
        <button type="button" onClick={() => go("play")}>
          {t("tab.play")}
        </button>
        <button type="button" onClick={() => go("solve")}>
          {t("tab.solve")}
        </button>
        <button type="button" class="quiet" onClick={rate}>
          {t("make.rate")}
        </button>
        <button
          type="button"
          class="quiet"
          onClick={async () => {
            await copy(find.text);
            setDone(t("copied"));
          }}
        >
          {t("make.copy")}
        </button>
        <button
          type="button"
          class="quiet"
          onClick={() => {
            add({ text: find.text, rules: {} });
            setDone(t("make.added"));
          }}
        >
          {t("sheet.to")}
        </button>
        <span class="soft" role="status">
          {done}
        </span>
      </div>
    </li>
  );
}
