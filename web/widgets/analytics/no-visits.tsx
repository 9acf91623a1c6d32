import { ExternalLink } from "lucide-react";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { ShareIcon } from "../../ui/icons.tsx";
import { ShareDialog } from "../share-dialog.tsx";

type NoVisitsProps = {
  days: number;
  /** The path of the creator's page. */
  page: string;
};

/** What will stand here, and how the first visit comes about. */
export function NoVisits({ days, page }: NoVisitsProps) {
  const [sharing, setSharing] = useState(false);
  return (
    <div className="grid justify-items-center gap-3 border-t border-line px-4 py-8 text-center sm:px-5 sm:py-10">
      <Waiting />
      <h3 className="text-xl">No visits in {days} days</h3>
      <p className="max-w-[54ch] text-muted">
        From the first one on, this is where you see which tiles are opened, where visitors come from, on
        which devices, in which countries, and what they buy. Put your link where people already find you: a
        profile, a mail, a poster.
      </p>
      <div className="mt-1 flex flex-wrap justify-center gap-2.5">
        <Button variant="primary" onClick={() => setSharing(true)}>
          <ShareIcon size={18} />
          Share your link
        </Button>
        <Button href={page}>
          <ExternalLink size={18} aria-hidden="true" />
          Open your page
        </Button>
      </div>
      <ShareDialog
        open={sharing}
        onClose={() => setSharing(false)}
        url={new URL(page, window.location.origin).href}
      />
    </div>
  );
}

/** A chart of small tiles that waits for its first day. */
function Waiting() {
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
