import { XIcon } from "lucide-react";
import type { ReactNode } from "react";
import { t } from "../../contract/texts.ts";

type DialogPanelProps = {
  /** The heading, unless the content has one. */
  title?: string;
  /** The `id` of the heading, which labels the dialog. */
  titleId?: string;
  scrolls?: "whole" | "content";
  /** The close button's link without scripts. Without it, the button needs scripts. */
  closeHref?: string;
  children: ReactNode;
};

/** The contents of a dialog: heading, content and close button (`data-close`, see `followDialog`). */
export function DialogPanel({ title, titleId, scrolls = "whole", closeHref, children }: DialogPanelProps) {
  return (
    <div
      className={`relative flex min-h-0 flex-col overscroll-contain rounded-tile -outline-offset-4 ${scrolls === "content" ? "overflow-hidden short:overflow-y-auto" : "overflow-y-auto"}`}
    >
      {title !== undefined && (
        <h2 id={titleId} className="min-w-0 shrink-0 px-6 pt-6 pe-16 text-2xl [overflow-wrap:anywhere]">
          {/* Inside, because the letters must not choose the side of the close button's room. */}
          <span dir="auto" className="block">
            {title}
          </span>
        </h2>
      )}
      {children}
      {closeHref === undefined ? (
        <button type="button" data-close aria-label={t("Close")} className={CLOSE}>
          <XIcon size={20} />
        </button>
      ) : (
        <a href={closeHref} data-close aria-label={t("Close")} className={CLOSE}>
          <XIcon size={20} />
        </a>
      )}
    </div>
  );
}

const CLOSE =
  "absolute top-3 inset-e-3 grid size-11 place-items-center rounded-control bg-surface text-ink hover:bg-tint";
