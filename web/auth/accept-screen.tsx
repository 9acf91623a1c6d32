import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ExternalLinkIcon } from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import { Link } from "react-router";
import { type PendingDocument, siteDocumentRoutes } from "../../contract/api/site-documents.ts";
import { paths } from "../../contract/rules/paths.ts";
import { t } from "../../contract/texts.ts";
import { request } from "../lib/api.ts";
import { rich } from "../lib/rich.ts";
import { broadcastSessionChange, meQuery } from "../lib/session.ts";
import { useSite } from "../lib/site-context.ts";
import { useLogout } from "../lib/use-logout.ts";
import { Button } from "../ui/button.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import { RequestError } from "../widgets/request-error.tsx";
import { Timestamp } from "../widgets/timestamp.tsx";
import { useRedirectAfterSignIn } from "./use-redirect-after-sign-in.ts";

/** Shows the operator's documents that are new or have changed, which the user accepts before going on. */
export function AcceptScreen() {
  const { name } = useSite();
  const pending = useQuery(meQuery).data?.pending_documents ?? [];
  const queryClient = useQueryClient();
  const { isPending: isLeaving, logOut } = useLogout();
  useContinueOnceAccepted(pending);
  const accept = useMutation({
    mutationFn: () =>
      request(siteDocumentRoutes.accept, {
        body: { documents: pending.map(({ document, version }) => ({ document, version })) },
      }),
    onSuccess: broadcastSessionChange,
    // After a failure another text may be shown by now.
    onSettled: () => queryClient.invalidateQueries(meQuery),
  });
  return (
    <>
      <PageTitle>{t("Before you go on")}</PageTitle>
      <div className="grid gap-2">
        <h1 className="text-3xl">{t("Before you go on")}</h1>
        <p className="text-muted">
          {pending.some(({ changed }) => changed)
            ? t("{name} has changed what applies to your account. Please read it.", { name })
            : t("Please read what applies to your account on {name}.", { name })}
        </p>
      </div>
      <ul className="grid grid-cols-1 gap-3">
        {pending.map((document) => (
          <DocumentCard key={document.document} document={document} />
        ))}
      </ul>
      <RequestError error={accept.error} fallback={t("Couldn't save that you accept.")} />
      <Button variant="primary" size="lg" onClick={() => accept.mutate()} busy={accept.isPending}>
        {t("Accept and continue")}
      </Button>
      <div className="flex flex-wrap justify-between gap-x-4">
        <Button variant="quiet" busy={isLeaving} onClick={() => void logOut()}>
          {t("Log out")}
        </Button>
        <Link to={paths.accountData()} className="link inline-flex min-h-11 items-center">
          {t("Export or delete account")}
        </Link>
      </div>
    </>
  );
}

function DocumentCard({ document: { document, url, changed, since } }: { document: PendingDocument }) {
  return (
    <li className="rounded-card border border-line px-4 py-3">
      <a
        href={url}
        target="_blank"
        rel="noopener"
        className="link inline-flex min-h-11 items-center gap-2 font-semibold"
      >
        {document === "terms" ? t("Read the terms") : t("Read the privacy notice")}
        <ExternalLinkIcon size={18} className="shrink-0" aria-label={t("in a new tab")} />
      </a>
      <p className="text-[15px] text-muted">
        {!changed ? (
          <span>{t("You have not accepted this text yet.")}</span>
        ) : since === null ? (
          <span>{t("Changed since you accepted it.")}</span>
        ) : (
          <span>
            {rich("Changed since you accepted it. Shown here since {date}.", {
              date: <Timestamp at={since} show="day" />,
            })}
          </span>
        )}
      </p>
    </li>
  );
}

/** Opens the requested page once nothing is left to accept, here or in another tab. */
function useContinueOnceAccepted(pending: readonly PendingDocument[]) {
  const goOn = useEffectEvent(useRedirectAfterSignIn());
  const isDone = pending.length === 0;
  useEffect(() => {
    if (isDone) void goOn();
  }, [isDone]);
}
