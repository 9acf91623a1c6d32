import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { type PreparedAccount, preparedAccountRoutes } from "../../contract/api/prepared-account.ts";
import { paths } from "../../contract/rules/paths.ts";
import { t } from "../../contract/texts.ts";
import { errorMessage, request } from "../lib/api.ts";
import { broadcastSessionChange, meQuery } from "../lib/session.ts";
import { Button } from "../ui/button.tsx";
import { LoadFailure } from "../ui/load-failure.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { ConfirmDialog } from "../widgets/confirm-dialog.tsx";
import { RequestError } from "../widgets/request-error.tsx";
import { Timestamp } from "../widgets/timestamp.tsx";

const preparedQuery = {
  queryKey: ["prepared-account"],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await request(preparedAccountRoutes.show, { signal })).prepared,
  staleTime: 0,
};

/** Lists the contents that a stranger put into an account before its email was verified. The owner of the email keeps or deletes them. */
export function PreparedAccountScreen() {
  const { data: prepared, error, refetch } = useQuery(preparedQuery);
  const navigate = useNavigate();
  // The choice was made in another tab.
  useEffect(() => {
    if (prepared === null) void navigate(paths.dashboard(), { replace: true });
  }, [prepared, navigate]);
  return (
    <>
      <PageTitle>{t("An account existed already")}</PageTitle>
      <div className="grid gap-2">
        <h1 className="text-3xl">{t("An account existed already")}</h1>
        <p className="text-muted">
          {t(
            "This account was registered before you proved that its email is yours. The password, sessions, passkeys and second factor from before no longer work. If it was you, take it over.",
          )}
        </p>
      </div>
      {prepared ? (
        <Choice prepared={prepared} />
      ) : error ? (
        <LoadFailure onRetry={refetch}>{errorMessage(error, t("Couldn't load the account."))}</LoadFailure>
      ) : (
        <div role="status" aria-label={t("Loading the account")}>
          <Skeleton className="h-40" />
        </div>
      )}
    </>
  );
}

function Choice({ prepared }: { prepared: PreparedAccount }) {
  const [isAsking, setIsAsking] = useState(false);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const keep = useMutation({
    mutationFn: () => request(preparedAccountRoutes.keep, {}),
    onSuccess: async () => {
      await queryClient.invalidateQueries(meQuery);
      await navigate(paths.dashboard(), { replace: true });
    },
  });
  const remove = useMutation({
    mutationFn: () => request(preparedAccountRoutes.delete, {}),
    onSuccess: () => {
      broadcastSessionChange();
      // A full page load: nothing of this account stays in memory.
      window.location.replace(paths.auth({ tab: "register" }));
    },
  });
  const { handle, display_name: name, created_at: createdAt } = prepared;
  return (
    <>
      <dl className="grid gap-x-6 rounded-card border border-line p-4 text-[15px] sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-y-2">
        <Row term={t("Page")}>
          <bdi>{name}</bdi> (<bdi>@{handle}</bdi>)
        </Row>
        <Row term={t("Registered")}>
          <Timestamp at={createdAt} show="day" />
        </Row>
        <Row term={t("Has")}>{contentOf(prepared)}</Row>
      </dl>
      <RequestError error={keep.error} fallback={t("Couldn't take the account over.")} />
      <Button variant="primary" onClick={() => keep.mutate()} busy={keep.isPending}>
        {t("Take it over")}
      </Button>
      <Button variant="danger" onClick={() => setIsAsking(true)}>
        {t("Delete it…")}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={t("Delete @{handle}?", { handle })}
        confirm={t("Delete it")}
        cancel={t("Back")}
        failure={t("Couldn't delete the account.")}
        work={remove}
        onClose={() => setIsAsking(false)}
        onConfirm={() => remove.mutate()}
      >
        {t(
          "The page and all that it has are deleted now and for good. After that you can register with your email as if nothing had been there.",
        )}
      </ConfirmDialog>
    </>
  );
}

function Row({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <>
      <dt className="text-muted">{term}</dt>
      <dd className="mb-2 font-medium [overflow-wrap:anywhere] last:mb-0 sm:mb-0">{children}</dd>
    </>
  );
}

function contentOf({ tiles, products, files, audience }: PreparedAccount): string {
  return [
    t("{count, plural, one {# tile} other {# tiles}}", { count: tiles }),
    t("{count, plural, one {# product} other {# products}}", { count: products }),
    t("{count, plural, one {# file or picture} other {# files and pictures}}", { count: files }),
    t("{count, plural, one {# email in the audience} other {# emails in the audience}}", { count: audience }),
  ].join(", ");
}
