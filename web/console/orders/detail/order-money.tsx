import type { ReactNode } from "react";
import type { CreatorOrderDetail } from "../../../../contract/api/orders.ts";
import { labelOf, reportsFees } from "../../../../contract/rules/order-states.ts";
import { priceLines } from "../../../../contract/rules/price-lines.ts";
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
      <Card title="Amounts" actions={actions}>
        <dl className="grid gap-1.5">
          <Row name="Total, not paid">{formatPrice(order.amount_cents, currency)}</Row>
        </dl>
      </Card>
    );
  const { disputed, providerFee, isEstimated, gets } = earningsOf(order);
  return (
    <Card title="Amounts" actions={actions}>
      <dl className="grid gap-1.5">
        {linesOf(order).map(({ name, cents }) => (
          <Row key={name} name={name}>
            {cents === 0 ? formatPrice(cents, currency) : money(cents)}
          </Row>
        ))}
        {order.refunded_cents > 0 && <Row name="Refunded">{money(0 - order.refunded_cents)}</Row>}
        {disputed > 0 && <Row name="Disputed">{money(0 - disputed)}</Row>}
        <Row
          name="Platform fee"
          help={order.fee_returned_cents > 0 && `${money(order.fee_returned_cents)} returned to you`}
        >
          {money(order.fee_returned_cents - order.fee_cents)}
        </Row>
        {providerFee !== null && (
          <Row
            name={`${labelOf(order.provider)}'s fee`}
            help={isEstimated ? estimateOf(order.provider) : "Not returned with refunds"}
          >
            {isEstimated && <span>{"about "}</span>}
            <span>{money(0 - providerFee)}</span>
          </Row>
        )}
        <Row name="Net" isSum>
          {isEstimated && <span>{"about "}</span>}
          <span>{money(gets)}</span>
        </Row>
      </dl>
      {order.mode !== "live" && order.amount_cents > 0 && (
        <p className="text-sm text-muted">Test mode: no real money was charged.</p>
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
    ? `An estimate until ${labelOf(provider)} reports it`
    : `An estimate: ${labelOf(provider)} bills it to you`;

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
