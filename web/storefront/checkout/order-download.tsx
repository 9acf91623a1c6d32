import { DownloadIcon } from "lucide-react";
import type { BuyerOrder } from "../../../contract/api/buyer-orders.ts";
import type { BuyerLine } from "../../../contract/api/order-lines.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { t } from "../../../contract/texts.ts";
import { formatBytes } from "../../lib/bytes.ts";
import { rich } from "../../lib/rich.ts";
import { Button } from "../../ui/button.tsx";
import { FormSuccess, Problem } from "../layout/card-page.tsx";
import { Instant } from "../layout/isolated.tsx";

type OrderDownloadProps = { orderPath: string; order: BuyerOrder };

/** The downloads and their expiry. Plain forms request the download and a new link. */
export function OrderDownload({ orderPath, order: { download, lines, creator } }: OrderDownloadProps) {
  const files = lines.flatMap(({ access }) => access.files.filter(({ url }) => url !== null));
  const isOne = files.length <= 1 && files.every(({ bought_url }) => bought_url === null);
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
        data-failure={t("Couldn't get a new link. Please try again.")}
      >
        <div className="grid gap-3" data-part="download">
          {open && isOne && (
            <Button type="submit" form="download" variant="primary" size="lg">
              <DownloadIcon size={20} />
              {t("Download")}
            </Button>
          )}
          {open && !isOne && <Files files={files} />}
          <p className="text-center text-sm text-muted">
            {open
              ? rich(
                  files.length > 1
                    ? "These links work until {date}. Get new links any time; these then stop working."
                    : "This link works until {date}. Get a new link any time; this one then stops working.",
                  { date: <Instant at={download.expires_at} timeZone={creator.time_zone} /> },
                )
              : t("The download link has expired. Get a new one any time.")}
          </p>
        </div>
        <Button type="submit" variant={open ? "plain" : "primary"} data-part="renew">
          {files.length > 1 ? t("Get new links") : t(open ? "Get a new link" : "Get a new download link")}
        </Button>
        <FormSuccess>{t("Your new link is ready.")}</FormSuccess>
        <Problem id="renew-problem" text={null} />
      </form>
    </>
  );
}

type ListedFile = BuyerLine["access"]["files"][number];

/** Each file with its own download. The button's name and value say which one the form requests. */
function Files({ files }: { files: readonly ListedFile[] }) {
  return (
    <ul className="grid divide-y divide-line rounded-control border border-line">
      {files.map(({ id, name, size, bought_url }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-x-3 px-3 py-1.5">
          <span className="min-w-0 flex-1">
            <bdi className="block font-medium wrap-anywhere">{name}</bdi>
            <span className="block text-sm text-muted">{formatBytes(size)}</span>
          </span>
          <Button
            type="submit"
            form="download"
            name="file"
            value={String(id)}
            aria-label={t("Download {file}", { file: name })}
            className="max-sm:size-11 max-sm:px-0!"
          >
            <DownloadIcon size={18} />
            <span className="max-sm:sr-only">{t("Download")}</span>
          </Button>
          {bought_url !== null && (
            <Button
              type="submit"
              form="download"
              name="bought"
              value={String(id)}
              variant="quiet"
              className="w-full whitespace-normal!"
              aria-label={t("Get the version you bought of {file}", { file: name })}
            >
              {t("Get the version you bought")}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
