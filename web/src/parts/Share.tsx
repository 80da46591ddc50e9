/** The link of the puzzle, to be copied; a file where a link would be too long. */
import { useState } from "preact/hooks";
import { copy } from "../copying.ts";
import { LONGEST, linkTo } from "../link.ts";
import { linked, rules, tab, text } from "../state.ts";
import { t } from "../words/index.ts";
import { Dialog } from "./Dialog.tsx";
import { save } from "./save.ts";

export function Share() {
  const [open, setOpen] = useState(false);
  const [link, setLink] = useState("");
  const [bare, setBare] = useState("");
  const [hidden, setHidden] = useState(false);
  const [isCopied, setCopied] = useState(false);
  const make = async (play: boolean) => {
    const state = { ...linked.peek(), ...(play ? { play: true, tab: "play" as const, step: 0 } : { play: false }) };
    setHidden(play);
    setCopied(false);
    setLink(await linkTo(state));
    setBare(await linkTo({ ...state, bare: true }));
  };
  const show = async () => {
    // Who plays shares a game.
    await make(tab.peek() === "play");
    setOpen(true);
  };
  const take = async (value: string) => {
    await copy(value);
    setCopied(true);
  };
  const isLong = link.length > LONGEST;
  const frame = `<iframe src="${bare.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}" width="100%" height="640" title="fukumen"></iframe>`;
  const file = () => {
    const lines = Object.entries(rules.value).flatMap(([name, value]) =>
      [value].flat().map((one) => `@${name} ${one}`.trim()),
    );
    save("puzzle.txt", "text/plain", [...lines, text.value, ""].join("\n"));
  };
  return (
    <>
      <button type="button" disabled={!text.value.trim()} onClick={show}>
        {t("share")}
      </button>
      <Dialog open={open} close={() => setOpen(false)} title={t("share")}>
        {isLong ? (
          <div class="stack">
            <p>{t("share.long")}</p>
            <button type="button" onClick={file}>
              {t("share.file")}
            </button>
          </div>
        ) : (
          <div class="stack">
            <label class="stack">
              {t("share.link")}
              <input readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
            </label>
            <label class="row tight">
              <input type="checkbox" checked={hidden} onChange={(event) => make(event.currentTarget.checked)} />
              {t("share.play")}
            </label>
            <div class="row">
              <button type="button" class="primary" onClick={() => take(link)}>
                {t("share.copy")}
              </button>
              {"share" in navigator && (
                <button type="button" onClick={() => navigator.share({ url: link }).catch(() => {})}>
                  {t("share.send")}
                </button>
              )}
              <button type="button" onClick={() => take(frame)}>
                {t("share.frame")}
              </button>
            </div>
            <p role="status" class="soft">
              {isCopied ? t("copied") : t("share.private")}
            </p>
          </div>
        )}
      </Dialog>
    </>
  );
}
