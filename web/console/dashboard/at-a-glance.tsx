import { useQuery } from "@tanstack/react-query";
import type { OrderOverview, OrderTotals } from "../../../contract/api/order-totals.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { revenueOf } from "../../../contract/rules/sale-money.ts";
import { formatMoney, formatNumber } from "../../lib/format.ts";
import { testModeOf } from "../../lib/test-mode.ts";
import { Figure } from "../../ui/figure.tsx";
import { countOf } from "../../widgets/analytics/metrics.ts";
import { DEFAULT_PERIOD } from "../../widgets/analytics/periods.ts";
import { analyticsQuery } from "../../widgets/analytics/queries.ts";
import { overviewQuery } from "../orders/overview-query.ts";

/** This month's revenue, net and visits, and orders that need attention. */
export function AtAGlance() {
  const orders = useQuery(overviewQuery);
  const analytics = useQuery(analyticsQuery(DEFAULT_PERIOD));
  // Errors are shown where the data belong: with the orders and the analytics.
  if (orders.isError && analytics.isError) return null;
  const visits = analytics.data && countOf(analytics.data.summary.summary, "page_view");
  return (
    <section aria-label="At a glance">
      <dl className="grid grid-cols-2 gap-2.5 lg:grid-cols-4">
        {orders.isError || <Sales overview={orders.data} />}
        {analytics.isError || (
          <Figure name="Visits" help={`in ${DEFAULT_PERIOD} days`} to={paths.analytics()}>
            {visits === undefined ? undefined : formatNumber(visits)}
          </Figure>
        )}
      </dl>
    </section>
  );
}

function Sales({ overview }: { overview: OrderOverview | undefined }) {
  const { sums, help } = sumsOf(overview);
  const of = (value: "revenue" | "gets") =>
    overview &&
    (sums.length === 0 ? "–" : sums.map((sum) => formatMoney(sum[value], sum.currency)).join(" + "));
  return (
    <>
      <Figure name="Revenue" help={help} to={paths.orders()}>
        {of("revenue")}
      </Figure>
      <Figure name="Left of it" help="after fees" to={paths.orders()}>
        {of("gets")}
      </Figure>
      {overview && overview.disputed > 0 ? (
        <Figure name="Disputed orders" help="need your answer" to={paths.orders("disputed")}>
          {formatNumber(overview.disputed)}
        </Figure>
      ) : (
        <Figure name="Orders to ship" help="paid, not shipped yet" to={paths.orders("to_ship")}>
          {overview && formatNumber(overview.to_ship)}
        </Figure>
      )}
    </>
  );
}

type Sum = { currency: string; revenue: number; gets: number };

/** Labels numbers of test orders as tests. */
function sumsOf(overview: OrderOverview | undefined): { sums: Sum[]; help: string } {
  const { totals = [], mockTotals = [] } = overview ?? {};
  if (totals.length > 0 || mockTotals.length === 0) return { sums: byCurrency(totals), help: "this month" };
  const modes = new Set(mockTotals.map(({ mode }) => testModeOf({ mock: mode === null, mode })));
  const [only] = modes;
  return {
    sums: byCurrency(mockTotals),
    help: `this month · ${modes.size === 1 ? only : "no real money"}`,
  };
}

function byCurrency(totals: readonly OrderTotals[]): Sum[] {
  const sums = new Map<string, Sum>();
  for (const { currency, amount_cents, refunded_cents, disputed_cents, gets_cents } of totals) {
    const { revenue, gets } = sums.get(currency) ?? { revenue: 0, gets: 0 };
    const money = { amountCents: amount_cents, refundedCents: refunded_cents, disputedCents: disputed_cents };
    sums.set(currency, { currency, revenue: revenue + revenueOf(money), gets: gets + gets_cents });
  }
  return [...sums.values()];
}
