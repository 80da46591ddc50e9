/** The rules of the puzzle: chips of what is always of interest and of what is not usual, and a list of all others. */
import { useEffect, useState } from "preact/hooks";
import { mistake, parsed, rules, tab, tables } from "../state.ts";
import { called, t, valued, word } from "../words/index.ts";

const ALWAYS = ["base", "digits", "leading-zeros"];

interface Setting {
  name: string;
  value: "required" | "optional";
  repeats: boolean;
  default: unknown;
  example: string;
  help: string;
}

function settings(): Setting[] {
  return (tables.value.settings ?? []) as unknown as Setting[];
}

/** The puzzle whose own settings are shown; what is made has none of those that the text in the box sets. */
function shown() {
  return tab.value === "make" ? null : parsed.value;
}

/** The value of a setting as it is in force. */
function inForce(name: string): string {
  const own = rules.value[name];
  if (own !== undefined) return [own].flat().join(" · ");
  const value = shown()?.rules[name.replaceAll("-", "_")];
  if (value !== undefined && value !== null) return Array.isArray(value) ? value.join(" · ") : String(value);
  return String(settings().find((setting) => setting.name === name)?.default ?? "");
}

export function Settings() {
  const [open, setOpen] = useState<string | null>(null);
  const changed = Object.keys(shown()?.changed ?? {});
  const names = [...new Set([...ALWAYS, ...Object.keys(rules.value), ...changed])];
  const others = settings().filter(({ name }) => !names.includes(name));
  const choose = (name: string) => setOpen(name === open ? null : name);
  // The focus goes back to where the form was opened.
  const close = () => {
    const from = `chip-${open}`;
    setOpen(null);
    requestAnimationFrame(() => (document.getElementById(from) ?? document.getElementById("more"))?.focus());
  };
  const wrong = mistake.value?.setting?.replaceAll("_", "-");
  return (
    <section class="stack" aria-label={t("settings")}>
      <div class="row chips">
        {names.map((name) => (
          <button
            type="button"
            key={name}
            id={`chip-${name}`}
            class={`chip${name in rules.value || changed.includes(name) ? " changed" : ""}${wrong === name ? " wrong" : ""}`}
            aria-expanded={open === name}
            aria-controls="setting"
            onClick={() => choose(name)}
          >
            <span class="soft">{called(name)}</span> {valued(inForce(name))}
          </button>
        ))}
        <label class="unseen" for="more">
          {t("settings.more")}
        </label>
        <select
          id="more"
          class="chip"
          value=""
          onChange={(event) => {
            setOpen(event.currentTarget.value || null);
            event.currentTarget.value = "";
          }}
        >
          <option value="">+ {t("settings.add")}</option>
          {others.map(({ name }) => (
            <option key={name} value={name}>
              {called(name)}
            </option>
          ))}
        </select>
      </div>
      <div id="setting">{open && <One key={open} name={open} close={close} />}</div>
    </section>
  );
}

function One({ name, close }: { name: string; close: () => void }) {
  const setting = settings().find((setting) => setting.name === name);
  const [value, setValue] = useState([rules.value[name] ?? []].flat().join("\n"));
  const take = (next: string) => {
    const { [name]: _old, ...others } = rules.value;
    const values = setting?.repeats ? next.split("\n").filter(Boolean) : next ? [next] : [];
    const [first = "", ...more] = values;
    rules.value = values.length === 0 ? others : { ...others, [name]: more.length > 0 ? values : first };
  };
  const isFlag = typeof setting?.default === "boolean";
  useEffect(() => document.getElementById("value")?.focus(), []);
  const submit = (event: Event) => {
    event.preventDefault();
    take(value.trim());
    close();
  };
  return (
    <form
      class="card stack setting"
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === "Escape" && !event.isComposing) close();
      }}
    >
      <label for="value">
        <strong>{called(name)}</strong> <code class="soft">@{name}</code>
      </label>
      <p class="soft" id="value-help">
        {word(`setting.${name}.help`) ?? setting?.help}
      </p>
      {isFlag ? (
        <select
          id="value"
          value={value}
          aria-describedby="value-help"
          onChange={(event) => setValue(event.currentTarget.value)}
        >
          <option value="">{valued(String(setting?.default))}</option>
          <option value={String(!setting?.default)}>{valued(String(!setting?.default))}</option>
        </select>
      ) : setting?.repeats ? (
        <textarea
          id="value"
          rows={2}
          value={value}
          placeholder={setting.example}
          aria-describedby="value-help"
          onInput={(event) => setValue(event.currentTarget.value)}
        />
      ) : (
        <input
          id="value"
          value={value}
          placeholder={setting ? `${inForce(name)}` : ""}
          autocomplete="off"
          spellcheck={false}
          aria-describedby="value-help"
          onInput={(event) => setValue(event.currentTarget.value)}
        />
      )}
      {setting?.example && !isFlag && <p class="soft">{t("settings.example", { example: setting.example })}</p>}
      <div class="row">
        <button type="submit" class="primary">
          {t("settings.use")}
        </button>
        {name in rules.value && (
          <button
            type="button"
            onClick={() => {
              take("");
              close();
            }}
          >
            {t("settings.usual")}
          </button>
        )}
        <button type="button" class="quiet" onClick={close}>
          {t("close")}
        </button>
      </div>
    </form>
  );
}
