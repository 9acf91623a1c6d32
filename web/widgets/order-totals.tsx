import type { MockTotals, OrderTotals } from "../../contract/api/orders.ts";
import { formatNumber } from "../../contract/rules/formats.ts";
import { formatMoney } from "../lib/format.ts";
import { testModeOf } from "../lib/test-mode.ts";
import { Figure } from "../ui/figure.tsx";

type TotalsProps = { totals: readonly OrderTotals[]; mockTotals: readonly MockTotals[] };

/** The totals of the paid orders that match the filter, for each currency; those for which no money moved are apart and say so. */
export function Totals({ totals, mockTotals }: TotalsProps) {
  return (
    <>
      {totals.map((each) => (
        <Figures key={each.currency} totals={each} hasProvider={each.amount_cents > 0} />
      ))}
      {mockTotals.map((each) => (
        <div key={`${each.currency} ${each.mode}`} className="grid gap-2">
          <p className="text-sm text-muted">
            <span className="font-semibold text-ink">
              {testModeOf({ mock: each.mode === null, mode: each.mode })}
            </span>{" "}
            · no money was charged
          </p>
          <Figures totals={each} hasProvider={each.mode !== null} />
        </div>
      ))}
    </>
  );
}

/** `hasProvider`: a payment provider takes a fee of its own, which is no part of the totals. */
function Figures({ totals, hasProvider }: { totals: OrderTotals; hasProvider: boolean }) {
  const { currency, paid, amount_cents, fee_cents, refunded_cents, disputed_cents, net_cents } = totals;
  const returned = [refunded_cents, disputed_cents].filter((cents) => cents > 0).length;
  const columns = ["sm:grid-cols-4", "sm:grid-cols-5", "sm:grid-cols-3 lg:grid-cols-6"][returned];
  return (
    <dl className={`grid grid-cols-2 gap-3 ${columns}`}>
      <Figure name={paid === 1 ? "Paid order" : "Paid orders"}>{formatNumber(paid)}</Figure>
      <Figure name="Amount">{formatMoney(amount_cents, currency)}</Figure>
      {refunded_cents > 0 && <Figure name="Refunded">{formatMoney(refunded_cents, currency)}</Figure>}
      {disputed_cents > 0 && <Figure name="Disputed">{formatMoney(disputed_cents, currency)}</Figure>}
      <Figure name="Platform fee">{formatMoney(fee_cents, currency)}</Figure>
      <Figure name="Net" help={hasProvider && "before the payment provider's fee"}>
        {formatMoney(net_cents, currency)}
      </Figure>
    </dl>
  );
}
