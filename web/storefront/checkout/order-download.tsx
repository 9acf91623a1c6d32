import { type SubmitEvent, useState } from "react";
import type { BuyerOrder } from "../../../contract/checkout.ts";
import { DOWNLOAD_DAYS } from "../../../contract/limits.ts";
import { paths } from "../../../contract/paths.ts";
import { formatTimestamp } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { DownloadIcon } from "../../ui/icons.tsx";
import { failureText, renewDownload } from "../api.ts";
import { Note } from "../layout/card-page.tsx";

const FALLBACK = "A fresh link could not be made. Please try again.";

type OrderDownloadProps = { orderToken: string; download: BuyerOrder["download"] };

/** The download and how long it works; a fresh link is a form away, with scripts or without. */
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
      setNews({ tone: "good", text: "Your fresh link is ready." });
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
            <time dateTime={download.expires_at}>{formatTimestamp(download.expires_at)}</time>. A fresh one
            replaces it.
          </>
        ) : (
          "The download link has expired. Make a fresh one whenever you need the file again."
        )}
      </p>
      <form method="post" action={paths.order(orderToken)} onSubmit={renew} className="grid">
        <Button type="submit" variant={open ? "plain" : "primary"} busy={busy}>
          {open ? `Renew for ${DOWNLOAD_DAYS} days` : "Get a fresh download link"}
        </Button>
      </form>
      <div role="status">{news && <Note tone={news.tone}>{news.text}</Note>}</div>
    </div>
  );
}
