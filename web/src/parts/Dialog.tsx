/** A window above the page, which the browser keeps the focus in. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../words/index.ts";

interface Props {
  open: boolean;
  close: () => void;
  title: string;
  class?: string;
  children: ComponentChildren;
}

export function Dialog({ open, close, title, class: name, children }: Props) {
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open && !box.current?.open) box.current?.showModal();
    if (!open && box.current?.open) box.current.close();
  }, [open]);
  return (
    <dialog ref={box} class={name} aria-label={title} onClose={close}>
      {open && (
        <div class="stack">
          <div class="spread">
            <h2>{title}</h2>
            <button type="button" class="quiet" onClick={close}>
              {t("close")}
            </button>
          </div>
          {children}
        </div>
      )}
    </dialog>
  );
}
