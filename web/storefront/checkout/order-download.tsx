import { type SubmitEvent, useState } from "react";
import type { BuyerOrder } from "../../../contract/buyer-orders.ts";
import { paths } from "../../../contract/paths.ts";
import { formatTimestamp } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { DownloadIcon } from "../../ui/icons.tsx";
import { failureText, renewDownload } from "../api.ts";
import { Note } from "../layout/card-page.tsx";

const FALLBACK = "Couldn't get a new link. Please try again.";

type OrderDownloadProps = { orderToken: string; download: BuyerOrder["download"] };

/** The download and how long it works; a new link is requested by a form, with scripts or without. */
export function OrderDownload({ orderToken, download: first }: OrderDownloadProps) {
  const [download, setDownload] = useState(first);
  const [busy, setBusy] = useState(false);
  const [news, setNews] = useState<{ tone: "good" | "bad"; text: string } | null>(null);
  const open = download !== null && Date.parse(download.expires_at) > Date.now();

  const renew = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setNews(null);
    try {
      setDownload(await renewDownload(orderToken));
      setNews({ tone: "good", text: "Your new link is ready." });
    } catch (error) {
      setNews({ tone: "bad", text: failureText(error, FALLBACK) });
    }
    setBusy(false);
  };
  return (
    <div className="grid gap-3 border-t border-line pt-5">
      {open && (
        <Button href={download.url} variant="primary" size="lg">
          <DownloadIcon />
          Download
        </Button>
      )}
      <p className="text-center text-sm text-muted">
        {open ? (
          <>
            This link works until{" "}
            <time dateTime={download.expires_at}>{formatTimestamp(download.expires_at)}</time>. Get a new link
            any time; this one then stops working.
          </>
        ) : (
          "The download link has expired. Get a new one any time."
        )}
      </p>
      <form method="post" action={paths.order(orderToken)} onSubmit={renew} className="grid">
        <Button type="submit" variant={open ? "plain" : "primary"} busy={busy}>
          {open ? "Get a new link" : "Get a new download link"}
        </Button>
      </form>
      <div role="status">{news && <Note tone={news.tone}>{news.text}</Note>}</div>
    </div>
  );
}
