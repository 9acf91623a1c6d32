import type { CreatorOrder } from "../../../contract/orders.ts";
import { formatMoney, formatPrice } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { formatShortTimestamp } from "./order-view.ts";

const STATES = {
  paid: { label: "Paid", look: "bg-good/8 text-good" },
  pending: { label: "Not finished", look: "bg-warn/8 text-warn" },
  cancelled: { label: "Cancelled", look: "bg-line text-ink" },
  failed: { label: "Failed", look: "bg-bad/8 text-bad" },
} as const;
const KINDS = { digital: "Digital", physical: "Physical", tip: "Tip" } as const;

type OrderTableProps = {
  orders: readonly CreatorOrder[];
  onResend: (order: CreatorOrder) => void;
};

/** Rows on a desk, cards on a phone. */
export function OrderTable({ orders, onResend }: OrderTableProps) {
  return (
    <table className="w-full border-collapse text-[15px]">
      <thead className="sr-only lg:not-sr-only lg:table-header-group">
        <tr className="text-left text-sm text-muted *:px-2.5 *:py-2 *:font-medium">
          <th scope="col" className="pl-5!">
            Date
          </th>
          <th scope="col">Product</th>
          <th scope="col" className="text-right">
            Amount
          </th>
          <th scope="col" className="text-right">
            Fee
          </th>
          <th scope="col" className="text-right">
            Net
          </th>
          <th scope="col">Status</th>
          <th scope="col">Buyer</th>
          <th scope="col" className="pr-5! text-right">
            Mail
          </th>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <OrderRow key={order.id} order={order} onResend={() => onResend(order)} />
        ))}
      </tbody>
    </table>
  );
}

const MONEY = "text-right tabular-nums whitespace-nowrap lg:px-2.5";
const QUIET = "text-sm text-muted lg:text-[15px] lg:text-ink";

function OrderRow({ order, onResend }: { order: CreatorOrder; onResend: () => void }) {
  const { label, look } = STATES[order.status];
  const at = order.paid_at ?? order.created_at;
  const money = (cents: number) => formatMoney(cents, order.currency);
  return (
    <tr className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 border-t border-line px-5 py-3 lg:table-row lg:*:py-2.5">
      <td className="col-start-1 row-start-2 text-sm whitespace-nowrap text-muted lg:pr-2.5 lg:pl-5 lg:text-[15px]">
        <time dateTime={at} title={`${formatShortTimestamp(at)} UTC`}>
          {formatShortTimestamp(at)}
        </time>
      </td>
      <th scope="row" className="col-start-1 row-start-1 text-left font-normal lg:min-w-36 lg:px-2.5">
        <span className="font-semibold [overflow-wrap:anywhere]" dir="auto">
          {order.product.name}
        </span>
        <span className="block text-sm text-muted">
          {KINDS[order.product.type]} · #{order.id}
          {order.product.type === "digital" && order.status === "paid" && ` · ${downloads(order.downloads)}`}
        </span>
      </th>
      <td className={`col-start-2 row-start-1 font-semibold ${MONEY}`}>
        {formatPrice(order.amount_cents, order.currency)}
        {order.provider === "mock" && (
          <span className="block text-xs font-normal text-muted" title="No money moved.">
            mock
          </span>
        )}
      </td>
      <td className={`col-start-2 row-start-2 ${QUIET} ${MONEY}`}>
        <span className="lg:hidden">Fee </span>
        {money(order.fee_cents)}
      </td>
      <td className={`col-start-2 row-start-3 ${QUIET} ${MONEY}`}>
        <span className="lg:hidden">Net </span>
        {money(order.net_cents)}
      </td>
      <td className="col-start-1 row-start-4 mt-2 self-center lg:px-2.5">
        <span
          className={`inline-block rounded-full px-2.5 py-0.5 text-sm font-semibold whitespace-nowrap ${look}`}
        >
          {label}
        </span>
      </td>
      <td className={`col-start-1 row-start-3 [overflow-wrap:anywhere] lg:px-2.5 ${QUIET}`}>
        {order.buyer_email ?? <span className="text-muted">No mail given</span>}
      </td>
      <td className="col-start-2 row-start-4 mt-2 -mr-3 text-right lg:mr-0 lg:py-1! lg:pr-2">
        {order.status === "paid" && order.buyer_email !== null && (
          <Button
            variant="quiet"
            className="px-3! text-primary!"
            aria-label={`Resend the mail of order ${order.id} to ${order.buyer_email}`}
            onClick={onResend}
          >
            Resend
          </Button>
        )}
      </td>
    </tr>
  );
}

function downloads(count: number): string {
  return count === 1 ? "1 download" : `${count.toLocaleString("en")} downloads`;
}
