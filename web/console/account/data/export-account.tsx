import { t } from "../../../../contract/texts.ts";
import { rich } from "../../../lib/rich.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type AccountExport, accountExportRoutes } from "../../../../contract/api/account-exports.ts";
import { EXPORT_DAYS } from "../../../../contract/rules/limits.ts";
import { ApiError, buildUrl, request } from "../../../lib/api.ts";
import { formatBytes } from "../../../lib/bytes.ts";
import { confirmIdentity } from "../../../lib/confirmation.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Button } from "../../../ui/button.tsx";
import { Loading } from "../../../widgets/loading.tsx";
import { RequestError } from "../../../widgets/request-error.tsx";
import { Timestamp } from "../../../widgets/timestamp.tsx";
import { Section } from "../../sections/section.tsx";
import { exportsQuery } from "./queries.ts";

/** Exports the whole account as an archive for download. */
export function ExportAccount() {
  return (
    <Section
      id="export"
      title={t("Export")}
      headingAs="h2"
      about={t(
        "One ZIP file with everything of your account: page, tiles, products, codes, orders, audience, files and pictures. Passwords and payment accounts are not part of it.",
      )}
    >
      <Loading
        query={exportsQuery}
        failure={t("Couldn't load your archives.")}
        label={t("Loading your archives")}
        shapes={["h-16"]}
      >
        {(exports) => <Exports exports={exports} />}
      </Loading>
    </Section>
  );
}

function Exports({ exports }: { exports: readonly AccountExport[] }) {
  const queryClient = useQueryClient();
  const isWaiting = exports.some(({ state }) => state === "waiting");
  const start = useMutation({
    mutationFn: () => request(accountExportRoutes.startExport, {}),
    onSettled: () => queryClient.invalidateQueries(exportsQuery),
  });
  return (
    <>
      {exports.length > 0 && (
        <ul className="grid gap-3">
          {exports.map((archive) => (
            <li key={archive.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
              <Archive archive={archive} />
            </li>
          ))}
        </ul>
      )}
      <RequestError error={start.error} fallback={t("Couldn't start the export.")} />
      <p className="text-[15px] text-muted">
        {t(
          "We email you when it is ready. It can be downloaded for {days, plural, one {# day} other {# days}}.",
          { days: EXPORT_DAYS },
        )}
      </p>
      <Button
        className="justify-self-start"
        onClick={() => start.mutate()}
        busy={start.isPending || isWaiting}
      >
        {isWaiting ? t("Making the archive…") : t("Make an archive")}
      </Button>
    </>
  );
}

function Archive({ archive }: { archive: AccountExport }) {
  if (archive.state === "waiting")
    return (
      <p role="status">
        {rich("Archive of {date}: being made", { date: <Timestamp at={archive.created_at} /> })}
      </p>
    );
  if (archive.state === "failed" || archive.expires_at === null)
    return (
      <p>
        {rich("Couldn't make the archive of {date}. Please try again.", {
          date: <Timestamp at={archive.created_at} />,
        })}
      </p>
    );
  return (
    <>
      <p>
        <span>{rich("Archive of {date}", { date: <Timestamp at={archive.created_at} /> })}</span>{" "}
        <span className="block text-sm text-muted">
          {rich("{size}, can be downloaded until {date}", {
            size: formatBytes(archive.size ?? 0),
            date: <Timestamp at={archive.expires_at} />,
          })}
        </span>
      </p>
      <Download id={archive.id} />
    </>
  );
}

/** A download by the browser cannot ask the user to confirm their identity, so a HEAD request checks first whether that is needed. */
function Download({ id }: { id: string }) {
  const download = useMutation({
    mutationFn: async () => {
      const url = buildUrl(accountExportRoutes.downloadExport, { params: { id } });
      const { status } = await fetch(url, { method: "HEAD" });
      if (status === 403 && !(await confirmIdentity())) return;
      if (status >= 400 && status !== 403) throw new ApiError(status, undefined);
      window.location.assign(url);
    },
  });
  return (
    <>
      <Button variant="primary" onClick={() => download.mutate()} busy={download.isPending}>
        {t("Download")}
      </Button>
      {download.error && (
        <Alert tone="bad" role="alert">
          {t("Couldn't download the archive. It may be gone. Make a new one.")}
        </Alert>
      )}
    </>
  );
}
