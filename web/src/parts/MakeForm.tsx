/** The order for puzzles: a form for each kind. */
import { useEffect, useState } from "preact/hooks";
import type { Choice } from "../engine/answers";
import { LISTS } from "../lists.ts";
import {
  begin,
  canGoOn,
  correct,
  field,
  fill,
  generator,
  generators,
  isMaking,
  kind,
  most,
  seed,
  stop,
  takeFile,
  takePuzzle,
  where,
  wrong,
} from "../making.ts";
import { tables } from "../state.ts";
import { t, word } from "../words/index.ts";

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
