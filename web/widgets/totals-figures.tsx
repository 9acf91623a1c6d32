import type { MockTotals, OrderTotals } from "../../contract/api/order-totals.ts";
import { formatNumber } from "../../contract/rules/formats.ts";
import { t } from "../../contract/texts.ts";
import { formatMoney } from "../lib/format.ts";
import { rich } from "../lib/rich.ts";
import { testModeOf } from "../lib/test-mode.ts";
import { Figure } from "../ui/figure.tsx";

type TotalsProps = { totals: readonly OrderTotals[]; mockTotals: readonly MockTotals[] };

/** The totals of matching paid orders for each currency, with tests apart and labelled. */
export function Totals({ totals, mockTotals }: TotalsProps) {
  return (
    <>
      {totals.map((each) => (
        <Figures key={each.currency} totals={each} />
      ))}
      {mockTotals.map((each) => (
        <div key={`${each.currency} ${each.mode}`} className="grid gap-2">
          <p className="text-sm text-muted">
            {rich("{testMode} · no money was charged", {
              testMode: (
                <span className="font-semibold text-ink">
                  {testModeOf({ mock: each.mode === null, mode: each.mode })}
                </span>
              ),
            })}
          </p>
          <Figures totals={each} />
        </div>
      ))}
    </>
  );
}

function Figures({ totals }: { totals: OrderTotals }) {
  const { currency, paid, refunded_cents, disputed_cents, provider_fee_cents } = totals;
  const optional = [refunded_cents, disputed_cents, provider_fee_cents].filter((cents) => cents > 0).length;
  const columns = ["sm:grid-cols-4", "sm:grid-cols-5", "sm:grid-cols-3 lg:grid-cols-6", "sm:grid-cols-4"][
    optional
  ];
  const money = (cents: number) => formatMoney(cents, currency);
  return (
    <dl className={`grid grid-cols-2 gap-3 ${columns}`}>
      <Figure name={paid === 1 ? t("Paid order") : t("Paid orders")}>{formatNumber(paid)}</Figure>
      <Figure name={t("Amount")}>{money(totals.amount_cents)}</Figure>
      {refunded_cents > 0 && <Figure name={t("Refunded")}>{money(refunded_cents)}</Figure>}
      {disputed_cents > 0 && <Figure name={t("Disputed")}>{money(disputed_cents)}</Figure>}
      <Figure name={t("Platform fee")}>{money(totals.fee_cents)}</Figure>
      {provider_fee_cents > 0 && <Figure name={t("Provider's fee")}>{money(provider_fee_cents)}</Figure>}
      <Figure name={t("Net")} help={unknownFees(totals)}>
        {money(totals.gets_cents)}
      </Figure>
    </dl>
  );
}

/** Says for how many orders the provider's fee is still to be deducted, or false if all are known. */
export function unknownFees({ provider_fees_unknown: count, paid }: OrderTotals): string | false {
  if (count === 0) return false;
  return count === paid
    ? t("before the payment provider's fee")
    : t("before the payment provider's fee of {count, plural, one {# order} other {# orders}}", { count });
}
