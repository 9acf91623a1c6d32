import type { MockTotals, OrderTotals } from "../../../contract/orders.ts";
import { formatMoney } from "../../lib/format.ts";

/** The totals of the paid orders that match the filter, for each currency; those for which no money moved are apart. */
export function Totals({ totals }: { totals: readonly (OrderTotals | MockTotals)[] }) {
  return totals.map(({ currency, paid, amount_cents, fee_cents, net_cents, ...rest }) => (
    <dl
      key={`${currency} ${"mode" in rest ? rest.mode : "live"}`}
      className="grid grid-cols-2 gap-3 sm:grid-cols-4"
    >
      <Figure name={paid === 1 ? "Paid order" : "Paid orders"}>{paid.toLocaleString("en")}</Figure>
      <Figure name="Amount">{formatMoney(amount_cents, currency)}</Figure>
      <Figure name="Platform fee">{formatMoney(fee_cents, currency)}</Figure>
      <Figure name="Net">{formatMoney(net_cents, currency)}</Figure>
    </dl>
  ));
}

function Figure({ name, children }: { name: string; children: string }) {
  return (
    <div className="min-w-0 rounded-card border border-line bg-surface px-4 py-3">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="text-xl font-bold tabular-nums [overflow-wrap:anywhere] sm:text-2xl">{children}</dd>
    </div>
  );
}
