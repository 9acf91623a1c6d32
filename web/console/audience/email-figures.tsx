import { useQuery } from "@tanstack/react-query";
import type { CreatorCampaign, SentEmail } from "../../../contract/api/audience-campaigns.ts";
import { formatNumber } from "../../../contract/rules/formats.ts";
import { t } from "../../../contract/texts.ts";
import { errorMessage } from "../../lib/api.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Switch } from "../../ui/switch.tsx";
import { RequestError } from "../../widgets/request-error.tsx";
import { sentEmailQuery, usePublishEmail } from "./queries.ts";

type EmailFiguresProps = { email: CreatorCampaign | null; onClose: () => void };

/** The numbers of a sent email, and its public page. */
export function EmailFigures({ email, onClose }: EmailFiguresProps) {
  return (
    <Dialog open={email !== null} onClose={onClose} title={email?.subject ?? ""} width="sm:max-w-xl">
      {email && <Figures key={email.id} id={email.id} />}
    </Dialog>
  );
}

function Figures({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(sentEmailQuery(id));
  const email = data?.campaign;
  return (
    <div className="grid grid-cols-1 gap-5 px-6 pt-3 pb-6">
      {error && (
        <LoadFailure onRetry={refetch}>{errorMessage(error, t("Couldn't load the figures."))}</LoadFailure>
      )}
      {email ? (
        <>
          {email.problem && (
            <Alert tone="bad">
              {t("This email did not reach your audience.")} <bdi>{email.problem}</bdi>
            </Alert>
          )}
          <Counts email={email} />
          <Links email={email} />
          <EmailPage email={email} />
        </>
      ) : (
        !error && (
          <div role="status" aria-label={t("Loading the figures")}>
            <Skeleton className="h-40" />
          </div>
        )
      )}
    </div>
  );
}

function Counts({ email }: { email: SentEmail }) {
  const counts: [name: string, count: number][] = [
    [t("Delivered to the mail server"), email.sent],
    [t("Refused"), email.failed],
    [t("Skipped: unsubscribed or deleted before"), email.skipped],
    [t("Waiting"), email.queued],
    [t("Unsubscribed after it"), email.unsubscribed],
    [t("Clicks"), email.clicks],
  ];
  return (
    <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1.5">
      {counts.map(([name, count]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="text-end font-semibold tabular-nums">{formatNumber(count)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Links({ email: { links } }: { email: SentEmail }) {
  if (links.length === 0) return null;
  return (
    <section aria-labelledby="links-of-email" className="grid grid-cols-1 gap-2">
      <h3 id="links-of-email" className="text-lg">
        {t("Clicks by link")}
      </h3>
      <ul className="grid grid-cols-1">
        {links.map(({ url, clicks }) => (
          <li key={url} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4">
            <a href={url} rel="nofollow noopener" className="link flex min-h-11 items-center wrap-anywhere">
              {url}
            </a>
            <span className="font-semibold tabular-nums">{formatNumber(clicks)}</span>
          </li>
        ))}
      </ul>
      <p className="text-sm text-muted">
        {t(
          "Every reader has the same links, so it is not known who clicked, and one person can count several times. Mail programs may open links to check them: those that are known are not counted, others are. People whose browser asks not to be tracked are not counted.",
        )}
      </p>
    </section>
  );
}

function EmailPage({ email: { id, url, published } }: { email: SentEmail }) {
  const publish = usePublishEmail(id);
  return (
    <section aria-labelledby="page-of-email" className="grid grid-cols-1 gap-3">
      <h3 id="page-of-email" className="text-lg">
        {t("Its page")}
      </h3>
      <Switch
        label={t("Published")}
        help={t(
          "Listed on your page of emails, and search engines may show it. Otherwise only people who have its link can read it.",
        )}
        checked={publish.isPending ? publish.variables : published}
        disabled={publish.isPending}
        onChange={({ target }) => publish.mutate(target.checked)}
      />
      <RequestError error={publish.error} fallback={t("Couldn't change the page.")} />
      <Button href={url} target="_blank" rel="noopener" className="justify-self-start">
        {t("Open the page")}
      </Button>
    </section>
  );
}
