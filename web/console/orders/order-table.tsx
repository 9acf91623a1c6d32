import type { ReactNode } from "react";
import { Link } from "react-router";
import type { CreatorOrder } from "../../../contract/api/orders.ts";
import { movesMoney } from "../../../contract/rules/order-states.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { t } from "../../../contract/texts.ts";
import { formatMoney, formatPrice } from "../../lib/format.ts";
import { ORDER_STATES } from "../../lib/order-state-labels.ts";
import { rich } from "../../lib/rich.ts";
import { testModeOf } from "../../lib/test-mode.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { CardTable, Cell, type Column, RowHeader, TableRow } from "../../ui/card-table.tsx";
import { Timestamp } from "../../widgets/timestamp.tsx";

const KINDS = {
  digital: t("Digital"),
  physical: t("Physical"),
  service: t("Service"),
  tip: t("Tip"),
  bundle: t("Bundle"),
} as const;

type OrderTableProps<Order> = {
  orders: readonly Order[];
  onResend: (order: CreatorOrder) => void;
  /** The column before the actions. */
  column: OrderColumn<Order>;
};
type OrderColumn<Order> = { name: string; of: (order: Order) => ReactNode };

/** The buyer's email. */
export const BUYER_COLUMN: OrderColumn<CreatorOrder> = {
  name: t("Buyer"),
  of: ({ buyer_email }) => buyer_email ?? <span className="text-muted">{t("No email")}</span>,
};

const columnsWith = (name: string): readonly Column[] => [
  { name: t("Date") },
  { name: t("Product") },
  { name: t("Amount"), align: "end" },
  { name: t("Fee"), align: "end" },
  { name: t("Net"), align: "end" },
  { name: t("Status") },
  { name },
  { name: t("Actions"), align: "end" },
];

/** A table where there is room, otherwise cards. */
export function OrderTable<Order extends CreatorOrder>(props: OrderTableProps<Order>) {
  const { orders, onResend, column } = props;
  return (
    <div className="@container min-w-0">
      <CardTable columns={columnsWith(column.name)} from="@4xl">
        {orders.map((order) => (
          <OrderRow key={order.id} order={order} onResend={() => onResend(order)}>
            {column.of(order)}
          </OrderRow>
        ))}
      </CardTable>
    </div>
  );
}

const MONEY = "text-end tabular-nums whitespace-nowrap @4xl:px-2.5";
const QUIET = "text-sm text-muted @4xl:text-[15px] @4xl:text-ink";

/** Marks an order whose provider's fee is still unknown. */
const isProviderFeeUnknown = (order: CreatorOrder) =>
  order.paid_at !== null &&
  order.amount_cents > 0 &&
  order.provider_fee_cents === null &&
  movesMoney(order.provider);

type OrderRowProps = { order: CreatorOrder; onResend: () => void; children: ReactNode };

function OrderRow({ order, onResend, children }: OrderRowProps) {
  const { label, tone } = ORDER_STATES[order.status];
  const testMode = testModeOf(order);
  const at = order.paid_at ?? order.created_at;
  const money = (cents: number) => formatMoney(cents, order.currency);
  return (
    <TableRow className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 border-t border-line px-4 py-3 @4xl:table-row @4xl:*:py-2.5">
      <Cell className="col-start-1 row-start-2 text-sm whitespace-nowrap text-muted @4xl:min-w-28 @4xl:whitespace-normal @4xl:pe-2.5 @4xl:ps-5 @4xl:text-[15px]">
        <Timestamp at={at} />
      </Cell>
      <RowHeader className="col-start-1 row-start-1 text-start font-normal @4xl:min-w-36 @4xl:px-2.5">
        <Link
          to={paths.creatorOrder(order.id)}
          className="inline-flex min-h-11 min-w-11 items-center font-semibold [overflow-wrap:anywhere] hover:underline @4xl:min-h-0"
        >
          <bdi>{order.product.name}</bdi>
        </Link>
        <span className="block text-sm text-muted">
          <span>
            {KINDS[order.product.type]} · #{order.id}
          </span>
          {order.product.type === "digital" && order.paid_at !== null && (
            <span>
              {" · "}
              {t("{count, plural, one {# download} other {# downloads}}", { count: order.downloads })}
            </span>
          )}
        </span>
      </RowHeader>
      <Cell className={`col-start-2 row-start-1 font-semibold ${MONEY}`}>
        <span>{formatPrice(order.amount_cents, order.currency)}</span>
        {order.refunded_cents > 0 && (
          <span className="block text-sm font-normal text-muted">
            {rich("{money} refunded", { money: money(0 - order.refunded_cents) })}
          </span>
        )}
        {order.disputed_cents > 0 && (
          <span className="block text-sm font-normal text-muted">
            {rich("{money} disputed", { money: money(0 - order.disputed_cents) })}
          </span>
        )}
      </Cell>
      <Cell className={`col-start-2 row-start-2 ${QUIET} ${MONEY}`}>
        <span className="@4xl:hidden">{t("Fee")} </span>
        {money(order.fee_cents)}
      </Cell>
      <Cell className={`col-start-2 row-start-3 ${QUIET} ${MONEY}`}>
        <span className="@4xl:hidden">{t("Net")} </span>
        <span>{money(order.gets_cents)}</span>
        {isProviderFeeUnknown(order) && (
          <span className="block text-muted">{t("before the provider's fee")}</span>
        )}
      </Cell>
      <Cell className="col-start-1 row-start-4 mt-2 self-center @4xl:px-2.5">
        <span className="flex flex-wrap gap-1.5">
          <Badge tone={tone}>{t(label)}</Badge>
          {testMode && <Badge tone="neutral">{testMode}</Badge>}
          {order.is_free_copy && <Badge tone="neutral">{t("Free copy")}</Badge>}
          {order.is_imported && <Badge tone="neutral">{t("Imported")}</Badge>}
        </span>
      </Cell>
      <Cell className={`col-start-1 row-start-3 [overflow-wrap:anywhere] @4xl:min-w-28 @4xl:px-2.5 ${QUIET}`}>
        {children}
      </Cell>
      <Cell className="col-start-2 row-start-4 mt-2 -me-3 text-end whitespace-nowrap @4xl:me-0 @4xl:py-1! @4xl:pe-2 @4xl:whitespace-normal">
        {order.to_ship && (
          <Link to={paths.creatorOrder(order.id, "ship")} className={buttonClass()}>
            <span>
              {rich("Ship<hidden> order {number}</hidden>", { number: order.id, hidden: screenReaderOnly })}
            </span>
          </Link>
        )}
        {order.paid_at !== null && order.buyer_email !== null && (
          <Button
            variant="quiet"
            className="px-3! text-primary! @4xl:h-auto! @4xl:min-h-11 @4xl:text-end @4xl:whitespace-normal!"
            onClick={onResend}
          >
            <span>
              {rich("Resend<hidden> receipt of order {number} to {email}</hidden>", {
                number: order.id,
                email: order.buyer_email,
                hidden: screenReaderOnly,
              })}
            </span>
          </Button>
        )}
      </Cell>
    </TableRow>
  );
}

const screenReaderOnly = (inside: ReactNode) => <span className="sr-only">{inside}</span>;
