/** Making puzzles: the form of each kind, and what was found as cards. */
import { useEffect, useState } from "preact/hooks";
import { copy } from "../copying.ts";
import { explain, read } from "../engine/hands.ts";
import type { Choice, Find, Parsed } from "../engine/messages";
import { LISTS } from "../lists.ts";
import {
  begin,
  canGoOn,
  correct,
  field,
  fill,
  finds,
  generator,
  generators,
  isMaking,
  kind,
  made,
  most,
  reached,
  seed,
  stop,
  takeFile,
  takePuzzle,
  where,
  wrong,
} from "../making.ts";
import { inWords, put, tab, tables } from "../state.ts";
import { number, t, word } from "../words/index.ts";
import { add, entries } from "../worksheet.ts";
import { Print } from "./Print.tsx";
import { Sheet } from "./Sheet.tsx";

/** A text longer than this is not shown, only counted. */
const SHOWN = 100_000;

export function MakeForm() {
  const now = generator.value;
  // Most people need the options that the example of the kind names.
  const isUsual = ({ name }: Choice) => now?.example.some(([one]) => one === name);
  const usual = now?.options.filter(isUsual) ?? [];
  const others = now?.options.filter((option) => !isUsual(option)) ?? [];
  const submit = (event: Event) => {
    event.preventDefault();
    if (!isMaking.value && now) begin();
  };
  return (
    <form class="stack make" onSubmit={submit}>
      <h2>{t("make")}</h2>
      <label class="stack close">
        {t("make.kind")}
        <select
          value={kind.value}
          onChange={(event) => {
            kind.value = event.currentTarget.value;
            wrong.value = null;
          }}
        >
          {generators.value.map(({ name, help }) => (
            <option key={name} value={name} title={word(`kind.${name}.help`) ?? help}>
              {word(`kind.${name}`) ?? name}
            </option>
          ))}
        </select>
        <span class="soft">{word(`kind.${kind.value}.help`) ?? now?.help}</span>
      </label>
      {now?.subject && <Subject name={now.subject} example={now.example.find(([name]) => name === "")?.[1] ?? ""} />}
      {usual.map((option) => (
        <Option key={`${kind.value} ${option.name}`} option={option} />
      ))}
      {others.length > 0 && (
        <details key={kind.value}>
          <summary>{t("make.more", { n: others.length })}</summary>
          <div class="stack folded">
            {others.map((option) => (
              <Option key={`${kind.value} ${option.name}`} option={option} />
            ))}
          </div>
        </details>
      )}
      <div class="fields">
        <label>
          {t("make.most")}
          <input
            inputMode="numeric"
            value={most.value}
            onInput={(event) => (most.value = event.currentTarget.value)}
            onChange={correct}
          />
        </label>
        <label>
          {t("make.seed")}
          <input inputMode="numeric" value={seed.value} onInput={(event) => (seed.value = event.currentTarget.value)} />
        </label>
        <label>
          {t("make.where")}
          <input
            value={where.value}
            placeholder="nodes<50"
            list="measures"
            onInput={(event) => (where.value = event.currentTarget.value)}
          />
          <datalist id="measures">
            {tables.value.measures?.map(({ name, help }) => (
              <option key={name} value={`${name}<`} label={help} />
            ))}
          </datalist>
        </label>
      </div>
      <div class="row">
        <button type="submit" class="primary" aria-disabled={isMaking.value || !now}>
          {t("make.begin")}
        </button>
        <button type="button" aria-disabled={!isMaking.value} onClick={stop}>
          {t("stop")}
        </button>
        {canGoOn.value && (
          <button type="button" onClick={() => begin(true)}>
            {t("make.go-on")}
          </button>
        )}
      </div>
      {wrong.value && (
        <p class="note bad" role="alert">
          {wrong.value}
        </p>
      )}
    </form>
  );
}

function Subject({ name, example }: { name: string; example: string }) {
  const isFile = name === "FILE";
  const value = field("");
  useEffect(() => {
    takePuzzle();
  }, [name]);
  if (isFile) return <FileField name="" label={t("make.text")} help="" />;
  return (
    <label class="stack close">
      {t(name === "PUZZLE" ? "puzzle" : "make.calculation")}
      <textarea
        rows={value.text.includes("\n") ? 5 : 1}
        class="mono"
        value={value.text}
        placeholder={example}
        spellcheck={false}
        onInput={(event) => fill("", { text: event.currentTarget.value })}
      />
    </label>
  );
}

function Option({ option }: { option: Choice }) {
  const { name, type, words = [], repeats } = option;
  const help = word(`option.${kind.value}.${name}`) ?? option.help;
  const label = word(`option.name.${name}`) ?? name;
  const value = field(name).text;
  const id = `option-${name}`;
  const set = (text: string) => fill(name, { text });
  if (type === "file") return <FileField name={name} label={label} help={help} />;
  if (type === "flag") {
    return (
      <label class="row tight">
        <input
          type="checkbox"
          checked={value !== ""}
          onChange={(event) => set(event.currentTarget.checked ? "on" : "")}
        />
        <span>
          {label} <span class="soft">{help}</span>
        </span>
      </label>
    );
  }
  return (
    <div class="stack close">
      <label for={id}>{label}</label>
      {type === "one-of" ? (
        <select
          id={id}
          value={value}
          onChange={(event) => set(event.currentTarget.value)}
          aria-describedby={`${id}-help`}
        >
          <option value="">{option.default ?? "–"}</option>
          {words
            .filter((word) => word !== option.default)
            .map((word) => (
              <option key={word} value={word}>
                {word}
              </option>
            ))}
        </select>
      ) : repeats ? (
        <textarea
          id={id}
          rows={2}
          class="mono"
          value={value}
          onInput={(event) => set(event.currentTarget.value)}
          aria-describedby={`${id}-help`}
        />
      ) : (
        <input
          id={id}
          value={value}
          placeholder={option.default ?? option.value ?? ""}
          autocomplete="off"
          onInput={(event) => set(event.currentTarget.value)}
          aria-describedby={`${id}-help`}
        />
      )}
      <span class="soft small" id={`${id}-help`}>
        {help}
      </span>
    </div>
  );
}

/** A text that is pasted, dropped or opened as a file, or one of the lists that are ready. */
function FileField({ name, label, help }: { name: string; label: string; help: string }) {
  const value = field(name);
  const [isOver, setOver] = useState(false);
  const id = `option-${name || "subject"}`;
  const isShown = value.text.length <= SHOWN;
  const take = (file: File | null | undefined) => file && takeFile(name, file);
  const lines = value.text.split("\n").filter((line) => line.trim()).length;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a file can be opened by the field below as well
    <div
      class={`stack close drop${isOver ? " over" : ""}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer?.files[0]);
      }}
    >
      <label for={id}>{label}</label>
      {help && <span class="soft small">{help}</span>}
      {isShown && (
        <textarea
          id={id}
          rows={4}
          class="mono"
          value={value.text}
          placeholder={t("make.drop")}
          spellcheck={false}
          onInput={(event) => fill(name, { text: event.currentTarget.value })}
        />
      )}
      {value.text && (
        <p class="soft small" role="status">
          {value.file ? `${value.file}: ` : ""}
          {t("make.lines", { n: lines })}
        </p>
      )}
      <div class="row">
        <input
          type="file"
          accept="text/*,.txt,.csv,.dic"
          aria-label={t("make.file", { name: label })}
          onChange={(event) => take(event.currentTarget.files?.[0])}
        />
        {name === "words" &&
          (Object.keys(LISTS) as (keyof typeof LISTS)[]).map((list) => (
            <button type="button" class="quiet" key={list} onClick={() => fill(name, { text: LISTS[list] })}>
              {t(`make.list.${list}`)}
            </button>
          ))}
        {value.text && (
          <button type="button" class="quiet" onClick={() => fill(name, { text: "" })}>
            {t("make.empty")}
          </button>
        )}
      </div>
    </div>
  );
}

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
