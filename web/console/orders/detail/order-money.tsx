import type { ReactNode } from "react";
import type { CreatorOrderDetail } from "../../../../contract/api/orders.ts";
import { labelOf, reportsFees } from "../../../../contract/rules/order-states.ts";
import { priceLines } from "../../../../contract/rules/price-lines.ts";
import { t } from "../../../../contract/texts.ts";
import { formatMoney, formatPrice } from "../../../lib/format.ts";
import { Card } from "../../../ui/card.tsx";
import { earningsOf } from "./earnings.ts";

type OrderMoneyProps = { order: CreatorOrderDetail; actions?: ReactNode };

/** The amount paid, the fees and the creator's net. */
export function OrderMoney({ order, actions }: OrderMoneyProps) {
  const { currency } = order;
  const money = (cents: number) => formatMoney(cents, currency);
  if (order.paid_at === null)
    return (
      <Card title={t("Amounts")} actions={actions}>
        <dl className="grid gap-1.5">
          <Row name={t("Total, not paid")}>{formatPrice(order.amount_cents, currency)}</Row>
        </dl>
      </Card>
    );
  const { disputed, providerFee, isEstimated, gets } = earningsOf(order);
  return (
    <Card title={t("Amounts")} actions={actions}>
      <dl className="grid gap-1.5">
        {linesOf(order).map(({ name, cents }) => (
          <Row key={name} name={name}>
            {cents === 0 ? formatPrice(cents, currency) : money(cents)}
          </Row>
        ))}
        {order.refunded_cents > 0 && <Row name={t("Refunded")}>{money(0 - order.refunded_cents)}</Row>}
        {disputed > 0 && <Row name={t("Disputed")}>{money(0 - disputed)}</Row>}
        <Row
          name={t("Platform fee")}
          help={
            order.fee_returned_cents > 0 &&
            t("{feeReturnedCents} returned to you", { feeReturnedCents: money(order.fee_returned_cents) })
          }
        >
          {money(order.fee_returned_cents - order.fee_cents)}
        </Row>
        {providerFee !== null && (
          <Row
            name={t("{provider}'s fee", { provider: labelOf(order.provider) })}
            help={isEstimated ? estimateOf(order.provider) : t("Not returned with refunds")}
          >
            {isEstimated && <span>{"about "}</span>}
            <span>{money(0 - providerFee)}</span>
          </Row>
        )}
        <Row name={t("Net")} isSum>
          {isEstimated && <span>{"about "}</span>}
          <span>{money(gets)}</span>
        </Row>
      </dl>
      {order.mode !== "live" && order.amount_cents > 0 && (
        <p className="text-sm text-muted">{t("Test mode: no real money was charged.")}</p>
      )}
    </Card>
  );
}

/** The parts of the price, as the buyer sees them. */
const linesOf = (order: CreatorOrderDetail) =>
  priceLines({
    totalCents: order.amount_cents,
    discountCents: order.discount_cents,
    discountCode: order.discount_code,
    shippingCents: order.shipping_cents,
  });

/** Some providers do not report their fee with a payment. */
const estimateOf = (provider: CreatorOrderDetail["provider"]) =>
  reportsFees(provider)
    ? t("An estimate until {provider} reports it", { provider: labelOf(provider) })
    : t("An estimate: {provider} bills it to you", { provider: labelOf(provider) });

type RowProps = { name: string; help?: ReactNode; isSum?: boolean; children: ReactNode };

function Row({ name, help, isSum = false, children }: RowProps) {
  return (
    <div
      className={`flex flex-wrap items-baseline justify-between gap-x-4 ${isSum ? "border-t border-line pt-2 font-semibold" : ""}`}
    >
      <dt>
        <span>{name}</span>
        {help && <span className="block text-sm font-normal text-muted">{help}</span>}
      </dt>
      <dd className="ms-auto text-end tabular-nums">
        <bdi>{children}</bdi>
      </dd>
    </div>
  );
}
