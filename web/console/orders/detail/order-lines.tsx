import type { CreatorLine } from "../../../../contract/api/order-lines.ts";
import type { CreatorOrderDetail } from "../../../../contract/api/orders.ts";
import { t } from "../../../../contract/texts.ts";
import { formatMoney } from "../../../lib/format.ts";
import { rich } from "../../../lib/rich.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Timestamp } from "../../../widgets/timestamp.tsx";

type OrderLinesProps = { order: CreatorOrderDetail; onRefund: (line: CreatorLine) => void };

/** The products of an order with several. A button opens the refund with one of them chosen. */
export function OrderLines({ order, onRefund }: OrderLinesProps) {
  if (order.lines.length < 2) return null;
  const money = (cents: number) => formatMoney(cents, order.currency);
  return (
    <Card title={t("Products")}>
      <ul className="grid gap-4">
        {order.lines.map((line) => (
          <li key={line.id} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
            <div className="min-w-0 grow [overflow-wrap:anywhere]">
              <p className="font-semibold">
                <bdi>{line.name}</bdi>
              </p>
              <p className="tabular-nums">{money(line.amount_cents)}</p>
              <LineState line={line} refunded={money(line.refunded_cents)} />
            </div>
            {line.refundable_cents > 0 && (
              <Button onClick={() => onRefund(line)} aria-label={t("Refund {name}", { name: line.name })}>
                {t("Refund")}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function LineState({ line, refunded }: { line: CreatorLine; refunded: string }) {
  return (
    <div className="text-sm text-muted">
      {line.refunded_cents > 0 && <p>{t("{refunded} refunded", { refunded })}</p>}
      {line.withdrawn_at !== null && <p>{t("The buyer withdrew from the contract")}</p>}
      {line.shipped_at !== null && (
        <p>
          <span>{rich("Shipped on {date}", { date: <Timestamp at={line.shipped_at} show="day" /> })}</span>
          {line.tracking !== null && <span dir="auto">{` · ${line.tracking}`}</span>}
        </p>
      )}
      {line.type === "digital" && (
        <p>{t("{count, plural, one {# download} other {# downloads}}", { count: line.downloads })}</p>
      )}
    </div>
  );
}
