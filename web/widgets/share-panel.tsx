import { CheckIcon, CopyIcon, ShareIcon } from "lucide-react";
import type { Ref } from "react";
import { paths } from "../../contract/rules/paths.ts";
import { t } from "../../contract/texts.ts";
import { Button } from "../ui/button.tsx";

type SharePanelProps = {
  url: string;
  /** Adds the behaviour in the console, which has no `data-enhance`. */
  ref?: Ref<HTMLDivElement>;
};

/** A page's URL to scan or copy; `enhanceSharePanel` adds the behaviour. */
export function SharePanel({ url, ref }: SharePanelProps) {
  return (
    <div ref={ref} data-enhance="share-panel" className="grid justify-items-center gap-4 p-6 pb-3">
      <div className="rounded-card border border-line bg-white p-3">
        <img
          src={paths.qr(url)}
          width={320}
          height={320}
          // Only when the dialog opens.
          loading="lazy"
          alt={t("QR code of {url}", { url })}
          className="block h-auto w-full max-w-60"
        />
      </div>
      <p className="text-center text-sm text-muted">{t("Scan it with a phone, or copy the link.")}</p>
      <input
        readOnly
        value={url}
        aria-label={t("Link to this page")}
        className="min-h-11 w-full rounded-control border border-line bg-ground px-3.5 text-sm text-ellipsis"
      />
      <Button variant="primary" className="w-full" data-part="copy-button">
        <span data-part="copy">
          <CopyIcon size={18} />
        </span>
        <span data-part="copied" hidden>
          <CheckIcon size={18} />
        </span>
        {t("Copy link")}
      </Button>
      <Button className="w-full" hidden data-part="sheet-button">
        <ShareIcon size={18} />
        {t("Share in another app")}
      </Button>
      <p
        role="status"
        className="min-h-6 text-sm font-semibold text-good"
        data-part="status"
        data-copied={t("Copied to clipboard")}
      />
    </div>
  );
}
