import { useQuery } from "@tanstack/react-query";
import type { MockTotals, OrderOverview, OrderTotals } from "../../../contract/api/order-totals.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { formatMoney, formatNumber } from "../../lib/format.ts";
import { testModeOf } from "../../lib/test-mode.ts";
import { Figure } from "../../ui/figure.tsx";
import { countOf } from "../../widgets/analytics/metrics.ts";
import { DEFAULT_PERIOD } from "../../widgets/analytics/periods.ts";
import { analyticsQuery } from "../../widgets/analytics/queries.ts";
import { overviewQuery } from "../orders/overview-query.ts";

/** What this month has brought, what of it is left, which orders need something, and how many have visited. */
export function AtAGlance() {
  const orders = useQuery(overviewQuery);
  const analytics = useQuery(analyticsQuery(DEFAULT_PERIOD));
  // What cannot be loaded is said where it belongs: with the orders and the analytics.
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
  const of = (value: (sum: OrderTotals) => number) =>
    overview &&
    (sums.length === 0 ? "–" : sums.map((sum) => formatMoney(value(sum), sum.currency)).join(" + "));
  return (
    <>
      <Figure name="Revenue" help={help} to={paths.orders()}>
        {of(({ amount_cents }) => amount_cents)}
      </Figure>
      <Figure name="Left of it" help="after refunds and fees" to={paths.orders()}>
        {of(({ gets_cents }) => gets_cents)}
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

/** Orders of a test show what will stand here, and say that they are none. */
function sumsOf(overview: OrderOverview | undefined): { sums: readonly OrderTotals[]; help: string } {
  const [mock] = overview?.mockTotals ?? [];
  if (!overview || !mock || overview.totals.length > 0)
    return { sums: overview?.totals ?? [], help: "this month" };
  const isSame = ({ mode }: MockTotals) => mode === mock.mode;
  return {
    sums: overview.mockTotals.filter(isSame),
    help: `this month · ${testModeOf({ mock: mock.mode === null, mode: mock.mode })}`,
  };
}
