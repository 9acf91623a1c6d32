import { useState } from "react";
import type { WebhookDelivery, WebhookEndpoint } from "../../../../contract/api/webhooks.ts";
import { t } from "../../../../contract/texts.ts";
import { rich } from "../../../lib/rich.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { countPages, Pagination } from "../../../ui/pagination.tsx";
import { RowAction } from "../../../ui/row-action.tsx";
import { Loading } from "../../../widgets/loading.tsx";
import { RequestError } from "../../../widgets/request-error.tsx";
import { Timestamp } from "../../../widgets/timestamp.tsx";
import { deliveriesQuery, useSendAgain } from "./webhook-queries.ts";
import { DELIVERY_STATES } from "./webhook-texts.ts";

/** The deliveries to a webhook in the last 30 days. `null` closes the dialog. */
export function WebhookLog({ endpoint, onClose }: { endpoint: WebhookEndpoint | null; onClose: () => void }) {
  return (
    <Dialog
      open={endpoint !== null}
      onClose={onClose}
      title={t("Events of the last 30 days")}
      width="sm:max-w-2xl"
      scrolls="content"
    >
      {endpoint && <Log key={endpoint.id} endpoint={endpoint} />}
    </Dialog>
  );
}

function Log({ endpoint }: { endpoint: WebhookEndpoint }) {
  const [page, setPage] = useState(1);
  const again = useSendAgain(endpoint);
  return (
    <div className="grid min-h-0 grid-cols-1 gap-3 overflow-y-auto px-6 pt-2 pb-6">
      <p className="text-sm text-muted [overflow-wrap:anywhere]">{endpoint.url}</p>
      <RequestError error={again.error} fallback={t("Couldn't send the event.")} />
      <Loading
        query={deliveriesQuery(endpoint, page)}
        failure={t("Couldn't load the events.")}
        shapes={["h-16"]}
      >
        {(list) => (
          <>
            {list.deliveries.length === 0 && <p>{t("No events yet. Send a test event to see one here.")}</p>}
            {list.deliveries.length > 0 && (
              <ul
                aria-label={t("Events")}
                className="grid grid-cols-1 divide-y divide-line border-y border-line"
              >
                {list.deliveries.map((delivery) => (
                  <Delivery
                    key={delivery.id}
                    delivery={delivery}
                    onAgain={endpoint.disabled ? null : () => again.mutate(delivery)}
                  />
                ))}
              </ul>
            )}
            {countPages(list) > 1 && (
              <Pagination
                title={t("Events")}
                countOf={(count) => t("{count, plural, one {# event} other {# events}}", { count })}
                total={list.total}
                page={list.page}
                pages={countPages(list)}
                onPageChange={setPage}
              />
            )}
          </>
        )}
      </Loading>
    </div>
  );
}

function Delivery({ delivery, onAgain }: { delivery: WebhookDelivery; onAgain: (() => void) | null }) {
  const { type, state, event_id, created_at, next_at, attempts, payload } = delivery;
  const { text, tone } = DELIVERY_STATES[state];
  const [latest] = attempts;
  return (
    <li className="grid grid-cols-1 gap-1 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p className="flex flex-wrap items-center gap-2">
          <code className="font-semibold">{type}</code>
          <Badge tone={tone}>{text}</Badge>
        </p>
        {onAgain && (
          <div className="-mx-3">
            <RowAction
              name={t("Send again")}
              label={t("Send again {type} {eventId}", { type, eventId: event_id })}
              onClick={onAgain}
            />
          </div>
        )}
      </div>
      <p className="text-sm text-muted">
        <Timestamp at={created_at} />
        {latest && <span>{`, ${answerOf(latest)}`}</span>}
        {next_at && attempts.length > 0 && (
          <>
            <span>{", "}</span>
            <span>{rich("next attempt {date}", { date: <Timestamp at={next_at} /> })}</span>
          </>
        )}
      </p>
      <details>
        <summary className="link inline-flex min-h-11 cursor-pointer items-center text-sm">
          <span>
            {rich("Details<hidden> of {type} {eventId}</hidden>", {
              type,
              eventId: event_id,
              hidden: (inside) => <span className="sr-only">{inside}</span>,
            })}
          </span>
        </summary>
        <div className="grid grid-cols-1 gap-3 pb-2 text-sm">
          <Text label="webhook-id" text={event_id} />
          <Text label={t("Request body")} text={payload} />
          {latest?.response && <Text label={t("Latest response")} text={latest.response} />}
          {attempts.length > 0 && (
            <ol aria-label={t("Attempts")} className="grid grid-cols-1 gap-1">
              {attempts.map((attempt) => (
                <li key={attempt.at}>
                  {rich("{date}: {answer}, {ms} ms", {
                    date: <Timestamp at={attempt.at} />,
                    answer: answerOf(attempt),
                    ms: attempt.ms,
                  })}
                </li>
              ))}
            </ol>
          )}
        </div>
      </details>
    </li>
  );
}

const answerOf = ({ status, error }: WebhookDelivery["attempts"][number]) =>
  status === null
    ? t("no response ({reason})", { reason: error ?? t("unknown") })
    : t("status {status}", { status });

function Text({ label, text }: { label: string; text: string }) {
  return (
    <div className="grid grid-cols-1 gap-0.5">
      <p className="font-semibold">{label}</p>
      <pre
        dir="ltr"
        className="max-h-60 overflow-y-auto font-mono text-sm [overflow-wrap:anywhere] whitespace-pre-wrap"
      >
        {text}
      </pre>
    </div>
  );
}
