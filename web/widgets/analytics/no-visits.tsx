import { ExternalLink, ShareIcon } from "lucide-react";
import { useState } from "react";
import { t } from "../../../contract/texts.ts";
import { Button } from "../../ui/button.tsx";
import { ShareDialog } from "../share-dialog.tsx";

type NoVisitsProps = {
  days: number;
  /** The URL of the creator's page. */
  page: string;
  /** True if there is nothing to share without tiles. */
  hasTiles: boolean;
};

/** Explains the future content, and how to get the first visit. */
export function NoVisits({ days, page, hasTiles }: NoVisitsProps) {
  const [sharing, setSharing] = useState(false);
  return (
    <div className="grid justify-items-center gap-3 border-t border-line px-4 py-8 text-center sm:px-5 sm:py-10">
      <PlaceholderChart />
      <h3 className="text-xl">{t("No visits in {days, plural, one {# day} other {# days}}", { days })}</h3>
      <p className="max-w-[54ch] text-muted">
        <span>{t("Once people visit, you'll see clicks, sources, devices and countries here.")}</span>{" "}
        <span>
          {hasTiles
            ? t("Put your link where people already find you. Your own visits are not counted.")
            : t("Start with a tile, then share your link.")}
        </span>
      </p>
      <div className="mt-1 flex flex-wrap justify-center gap-2.5">
        {hasTiles && (
          <Button variant="primary" onClick={() => setSharing(true)}>
            <ShareIcon size={18} />
            {t("Share your link")}
          </Button>
        )}
        <Button href={page}>
          <ExternalLink size={18} />
          {t("Open your page")}
        </Button>
      </div>
      <ShareDialog open={sharing} onClose={() => setSharing(false)} url={page} />
    </div>
  );
}

/** A small decorative chart of tiles. */
function PlaceholderChart() {
  const heights = [10, 16, 12, 22, 18, 30];
  return (
    <span aria-hidden="true" className="flex h-8 items-end gap-1.5">
      {heights.map((height, place) => (
        <span
          key={height}
          className={`w-3 rounded-[4px] ${place === heights.length - 1 ? "bg-primary" : "bg-line"}`}
          style={{ height }}
        />
      ))}
    </span>
  );
}
