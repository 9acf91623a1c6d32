import { DownloadIcon } from "lucide-react";
import type { BuyerOrder } from "../../../contract/api/buyer-orders.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { Button } from "../../ui/button.tsx";
import { FormSuccess, Problem } from "../layout/card-page.tsx";
import { Instant } from "../layout/isolated.tsx";

type OrderDownloadProps = { orderPath: string; download: BuyerOrder["download"]; timeZone: string };

/** The download and its expiry. Plain forms request the download and a new link. */
export function OrderDownload({ orderPath, download, timeZone }: OrderDownloadProps) {
  const open = download !== null && Date.parse(download.expires_at) > Date.now();
  return (
    <>
      {/* A form instead of a link, because crawlers follow links. */}
      <form id="download" method="post" action={paths.orderDownload(orderPath)} hidden />
      <form
        method="post"
        action={orderPath}
        className="grid gap-3 border-t border-line pt-5 print:hidden"
        data-enhance="renew-download"
      >
        <div className="grid gap-3" data-part="download">
          {open && (
            <Button type="submit" form="download" variant="primary" size="lg">
              <DownloadIcon size={20} />
              Download
            </Button>
          )}
          <p className="text-center text-sm text-muted">
            {open ? (
              <>
                This link works until <Instant at={download.expires_at} timeZone={timeZone} />. Get a new link
                any time; this one then stops working.
              </>
            ) : (
              "The download link has expired. Get a new one any time."
            )}
          </p>
        </div>
        <Button type="submit" variant={open ? "plain" : "primary"} data-part="renew">
          {open ? "Get a new link" : "Get a new download link"}
        </Button>
        <FormSuccess>Your new link is ready.</FormSuccess>
        <Problem id="renew-problem" text={null} />
      </form>
    </>
  );
}
