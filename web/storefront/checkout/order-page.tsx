import type { ReactNode } from "react";
import type { PageModel } from "../../../contract/pages.ts";
import { formatDay, formatPrice } from "../../lib/format.ts";
import { ORDER_STATES } from "../../lib/order-states.ts";
import { BackToCreator } from "../layout/back-to-creator.tsx";
import { CardPage } from "../layout/card-page.tsx";
import { MessagePage } from "../layout/message-page.tsx";
import { OrderDownload } from "./order-download.tsx";
import { OrderMail } from "./order-mail.tsx";
import { OrderSummary } from "./order-summary.tsx";
import { WithdrawalBlock } from "./withdrawal-block.tsx";

const LOOKS = {
  good: "bg-good/8 text-good",
  warn: "bg-warn/8 text-warn",
  bad: "bg-bad/8 text-bad",
  neutral: "bg-line text-ink",
} as const;

type OrderModel = Extract<PageModel, { page: "order" }>;

/** The buyer's lasting page of an order. */
export function OrderPage({ model }: { model: OrderModel }) {
  const { orderToken, order, sendsReceipts, mailed } = model;
  const { label, tone } = ORDER_STATES[order.status];
  return (
    <CardPage>
      <div className="grid grid-cols-1 gap-5">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h1 className="text-3xl">Your order</h1>
          <span className={`rounded-full px-3 py-1 text-sm font-semibold ${LOOKS[tone]}`}>{label}</span>
        </div>
        <OrderSummary order={order} />
        <dl className="grid gap-2">
          <Row name="Amount">{formatPrice(order.amount_cents, order.currency)}</Row>
          {order.paid_at !== null && (
            <Row name="Date">
              <time dateTime={order.paid_at}>{formatDay(order.paid_at)}</time>
            </Row>
          )}
        </dl>
        {order.status === "paid" && order.product.type === "digital" && (
          <OrderDownload orderToken={orderToken} download={order.download} />
        )}
        {order.status === "paid" &&
          (sendsReceipts ? (
            <OrderMail orderToken={orderToken} order={order} mailed={mailed} />
          ) : (
            <p className="border-t border-line pt-5 text-center text-sm text-muted">
              Orders of this creator are not emailed. Keep the link of this page to come back to it.
            </p>
          ))}
        <WithdrawalBlock orderToken={orderToken} order={order} />
        <BackToCreator handle={order.creator.handle} />
      </div>
    </CardPage>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-muted">{name}</dt>
      <dd className="font-semibold tabular-nums">{children}</dd>
    </div>
  );
}

export function OrderNotFound() {
  return (
    <MessagePage title="Order not found.">
      Check that you copied the full link from your receipt. The seller can help, too.
    </MessagePage>
  );
}
