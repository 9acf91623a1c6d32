import { ChevronLeftIcon, ChevronRightIcon, XIcon } from "lucide-react";
import { t } from "../../../contract/texts.ts";

const BUTTON = "picture-button button is-plain";

/** The viewer for full pictures with swiping. `enhancements/pictures.ts` fills and opens it. */
export function PictureViewer({ name, hasSeveral }: { name: string; hasSeveral: boolean }) {
  return (
    <dialog data-part="viewer" className="picture-viewer" aria-label={t("Pictures of {name}", { name })}>
      <div data-part="stage" className="picture-stage" tabIndex={-1} />
      <div className="picture-bar">
        {hasSeveral && (
          <button type="button" data-part="back" className={BUTTON} aria-label={t("Previous picture")}>
            <ChevronLeftIcon size={22} aria-hidden="true" />
          </button>
        )}
        <button type="button" data-part="zoom" className={BUTTON} aria-pressed="false">
          {t("Zoom")}
        </button>
        {hasSeveral && (
          <button type="button" data-part="next" className={BUTTON} aria-label={t("Next picture")}>
            <ChevronRightIcon size={22} aria-hidden="true" />
          </button>
        )}
        <button type="button" data-close="" className={BUTTON} aria-label={t("Close")}>
          <XIcon size={22} aria-hidden="true" />
        </button>
      </div>
    </dialog>
  );
}
