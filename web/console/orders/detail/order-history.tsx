import type { CreatorOrderDetail } from "../../../../contract/api/orders.ts";
import { t } from "../../../../contract/texts.ts";
import { formatMoney } from "../../../lib/format.ts";
import { differenceText } from "../../../lib/held-payment.ts";
import { Card } from "../../../ui/card.tsx";
import { Timestamp } from "../../../widgets/timestamp.tsx";
import { ACTORS, eventText, readableCode } from "./order-texts.ts";

type Noted = { what: CreatorOrderDetail["history"][number]["what"]; note: string; currency: string };

function noteText({ what, note, currency }: Noted): string {
  if (what === "payment_held") return differenceText(note, currency);
  return what === "refund_failed" ? readableCode(note) : note;
}

/** The history of an order, the latest first. */
export function OrderHistory({ order: { history, currency, provider } }: { order: CreatorOrderDetail }) {
  if (history.length === 0) return null;
  return (
    <Card title={t("History")}>
      <ol className="grid gap-3">
        {[...history].reverse().map(({ at, by, what, amount_cents, note }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id, and a new one redraws the list at little cost
          <li key={index} className="flex flex-wrap items-baseline gap-x-3">
            <span className="min-w-0 flex-1 basis-48 [overflow-wrap:anywhere]">
              <span className="font-medium">{eventText(what, provider)}</span>
              {amount_cents !== null && (
                <span className="tabular-nums"> {formatMoney(amount_cents, currency)}</span>
              )}
              {note !== null && (
                <span dir="auto" className="block text-sm whitespace-pre-line text-muted">
                  {noteText({ what, note, currency })}
                </span>
              )}
            </span>
            <span className="text-sm text-muted">
              {ACTORS[by]} · <Timestamp at={at} />
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
