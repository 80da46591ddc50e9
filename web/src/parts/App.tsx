/** The page: one puzzle, four tabs. */
import { useEffect, useState } from "preact/hooks";
import { storage } from "../kept.ts";
import { linkTo, TABS, type Tab } from "../link.ts";
import { takeOver, update } from "../offline.ts";
import { aside } from "../playing.ts";
import { bare, broken, linked, remarks, rules, tab, text } from "../state.ts";
import { isNarrow, theme, turn } from "../theme.ts";
import { LANGUAGES, type Language, language, speak, t } from "../words/index.ts";
import { Dialog } from "./Dialog.tsx";
import { Editor } from "./Editor.tsx";
import { Later } from "./Later.tsx";
import { Play } from "./Play.tsx";
import { Settings } from "./Settings.tsx";
import { save } from "./save.ts";

export function App() {
  return bare.value ? (
    <>
      <Messages />
      <main>
        <Panel />
      </main>
      <footer class="soft foot">
        <Whole />
      </footer>
    </>
  ) : (
    <>
      <button type="button" class="skip" onClick={enter}>
        {t("skip")}
      </button>
      <Head />
      <Messages />
      <main>
        <Panel />
      </main>
      <footer class="soft foot">
        <p>{t("foot")}</p>
        {storage.value === "unkept" && <p>{t("unkept")}</p>}
      </footer>
      <Later name="Paper" />
    </>
  );
}

/** From other people's pages, the way to this one. */
function Whole() {
  const [link, setLink] = useState("");
  const state = linked.value;
  useEffect(() => {
    linkTo({ ...state, bare: false }).then(setLink);
  }, [state]);
  return (
    <a href={link} target="_blank" rel="noopener">
      fukumen
    </a>
  );
}

/** The main control of each tab: the first of these that is there. */
const MAIN: Record<Tab, string[]> = {
  solve: ["#text"],
  play: [".board [tabindex='0']", "#text"],
  explain: [".explain .primary:enabled", ".explain .step", "#text"],
  make: [".make select, .make input"],
};

/** Moves the focus past all that stands above and beside. */
function enter(): void {
  // A tab that was chosen just now is drawn first.
  requestAnimationFrame(() => {
    for (const selector of MAIN[tab.value]) {
      const found = document.querySelector<HTMLElement>(selector);
      if (found) return found.focus();
    }
  });
}

function Head() {
  const [isHelpOpen, setHelpOpen] = useState(false);
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.key !== "?" || target.closest("input, textarea, select")) return;
      setHelpOpen(true);
    };
    addEventListener("keydown", open);
    return () => removeEventListener("keydown", open);
  }, []);
  const keys = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown") {
      event.preventDefault();
      enter();
      return;
    }
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    const next = TABS[(TABS.indexOf(tab.value) + by + TABS.length) % TABS.length];
    if (!next) return;
    tab.value = next;
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <header class="head">
      <h1 class="name">fukumen</h1>
      <div class="tabs" role="tablist" aria-label={t("tabs")} onKeyDown={keys}>
        {TABS.map((name) => (
          <button
            type="button"
            key={name}
            id={`tab-${name}`}
            role="tab"
            aria-selected={tab.value === name}
            aria-controls="panel"
            tabIndex={tab.value === name ? 0 : -1}
            onClick={() => {
              tab.value = name;
            }}
          >
            {t(`tab.${name}`)}
          </button>
        ))}
      </div>
      <div class="means">
        <label class="unseen" for="language">
          {t("language")}
        </label>
        <select id="language" value={language.value} onChange={(event) => speak(event.currentTarget.value as Language)}>
          {Object.entries(LANGUAGES).map(([code, name]) => (
            <option key={code} value={code} lang={code}>
              {name}
            </option>
          ))}
        </select>
        <button type="button" onClick={turn} aria-label={t("theme")} title={t("theme")} data-theme-now={theme.value}>
          <span aria-hidden="true">◐</span>
        </button>
        <button type="button" onClick={() => setHelpOpen(true)} aria-label={t("help")} title={t("help")}>
          ?
        </button>
      </div>
      <Dialog open={isHelpOpen} close={() => setHelpOpen(false)} title={t("help")}>
        <Help />
      </Dialog>
    </header>
  );
}

const KEYS: [string, Parameters<typeof t>[0]][] = [
  ["← → ↑ ↓", "keys.move"],
  ["0–9 A–Z", "keys.write"],
  ["Shift 0–9 · Ctrl 0–9", "keys.mark"],
  ["P", "keys.pencil"],
  ["Backspace", "keys.clear"],
  ["Ctrl Z · Ctrl Y", "keys.undo"],
  ["H", "keys.hint"],
  ["C", "keys.check"],
  ["?", "keys.help"],
];

/** Keys that are of use everywhere. */
const ELSEWHERE: [string, Parameters<typeof t>[0]][] = [
  ["Ctrl Enter", "keys.solve"],
  ["↓", "keys.enter"],
];

function Help() {
  return (
    <div class="stack">
      <p>{t("help.text")}</p>
      <h3>{t("keys")}</h3>
      <Keys keys={KEYS} />
      <h3>{t("keys.elsewhere")}</h3>
      <Keys keys={ELSEWHERE} />
    </div>
  );
}

function Keys({ keys }: { keys: typeof KEYS }) {
  return (
    <dl class="pairs">
      {keys.map(([key, what]) => (
        <>
          <dt key={key}>
            <kbd>{key}</kbd>
          </dt>
          <dd>{t(what)}</dd>
        </>
      ))}
    </dl>
  );
}

function Messages() {
  const wrong = broken.value;
  return (
    <div class="stack messages">
      {wrong && (
        <div class="note bad" role="alert">
          <p>
            <strong>{t(`broken.${wrong.is}`)}</strong>
          </p>
          <p>{t(wrong.is === "trapped" ? "broken.report" : "broken.do")}</p>
          {wrong.is === "trapped" && <pre>{text.value}</pre>}
          <p class="soft">{wrong.text}</p>
        </div>
      )}
      {remarks.value.map((remark) => (
        <div class="note warn row" role="status" key={remark}>
          <p>{remark}</p>
          <button
            type="button"
            class="quiet"
            onClick={() => {
              remarks.value = remarks.value.filter((other) => other !== remark);
            }}
          >
            {t("close")}
          </button>
        </div>
      ))}
      {aside.value !== null && (
        <div class="note warn row" role="status">
          <p>{t("play.thrown")}</p>
          <button type="button" onClick={() => save("play.json", "application/json", aside.value ?? "")}>
            {t("share.file")}
          </button>
          <button
            type="button"
            class="quiet"
            onClick={() => {
              aside.value = null;
            }}
          >
            {t("close")}
          </button>
        </div>
      )}
      {update.value && (
        <div class="note row" role="status">
          <p>{t("update")}</p>
          <button type="button" onClick={takeOver}>
            {t("update.do")}
          </button>
        </div>
      )}
    </div>
  );
}

/** Buttons that are there at once, so that nothing moves when they can be pressed. */
const ROW = [
  ["Share", "share"],
  ["Print", "print"],
  ["Download", "download"],
] as const;

const RIGHT = { solve: "AnswerPanel", explain: "Explain", make: "Made" } as const;

function Panel() {
  const now = tab.value;
  const isEmpty = text.value.trim() === "";
  const left = (
    <div class="stack left" key="left">
      {now === "make" ? <Later name="MakeForm" /> : <Editor />}
      {(!isEmpty || now === "make" || Object.keys(rules.value).length > 0) && <Settings />}
      {now === "solve" && !isEmpty && <Later name="Ask" />}
      {!isEmpty && now !== "make" && (
        <div class="row">
          {ROW.map(([name, label]) => (
            <Later key={name} name={name}>
              <button type="button" disabled>
                {t(label)}
              </button>
            </Later>
          ))}
        </div>
      )}
    </div>
  );
  const right = (
    <div class="stack right" key="right">
      {isEmpty && now !== "make" ? (
        <Later name="Gallery" />
      ) : now === "play" ? (
        <Play />
      ) : (
        <Later key={now} name={RIGHT[now]} />
      )}
    </div>
  );
  // On a narrow screen a puzzle that is played comes first, its text below.
  const isTurned = isNarrow.value && !isEmpty && (now === "play" || now === "explain");
  if (bare.value) return <div class="sides bare">{right}</div>;
  return (
    <div id="panel" role="tabpanel" aria-labelledby={`tab-${now}`} class="sides">
      {isTurned ? [right, left] : [left, right]}
    </div>
  );
}
