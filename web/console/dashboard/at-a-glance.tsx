import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { OrderOverview, OrderTotals } from "../../../contract/api/order-totals.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { revenueOf } from "../../../contract/rules/sale-money.ts";
import { t } from "../../../contract/texts.ts";
import { formatMoney, formatNumber } from "../../lib/format.ts";
import { testModeOf } from "../../lib/test-mode.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
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
    <section aria-label={t("At a glance")}>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 rounded-card border border-line bg-surface px-4 py-1.5 sm:px-5 md:grid-cols-4">
        {orders.isError || <Sales overview={orders.data} />}
        {analytics.isError || (
          <Glance
            name={t("Visits")}
            help={t("in {days, plural, one {# day} other {# days}}", { days: DEFAULT_PERIOD })}
            to={paths.analytics()}
          >
            {visits === undefined ? undefined : formatNumber(visits)}
          </Glance>
        )}
      </dl>
    </section>
  );
}

function Sales({ overview }: { overview: OrderOverview | undefined }) {
  const { sums, help } = sumsOf(overview);
  const total = (value: "revenue" | "gets") =>
    overview &&
    (sums.length === 0 ? "–" : sums.map((sum) => formatMoney(sum[value], sum.currency)).join(" + "));
  return (
    <>
      <Glance name={t("Revenue")} help={help} to={paths.orders()}>
        {total("revenue")}
      </Glance>
      <Glance name={t("Net")} help={t("after fees")} to={paths.orders()}>
        {total("gets")}
      </Glance>
      {overview && overview.disputed > 0 ? (
        <Glance name={t("Disputed orders")} help={t("need your answer")} to={paths.orders("disputed")}>
          {formatNumber(overview.disputed)}
        </Glance>
      ) : (
        <Glance name={t("Orders to ship")} help={t("paid, not shipped yet")} to={paths.orders("to_ship")}>
          {overview && formatNumber(overview.to_ship)}
        </Glance>
      )}
    </>
  );
}

type GlanceProps = {
  name: string;
  help: string;
  to: string;
  /** Undefined while loading. */
  children: ReactNode;
};

/** A figure of the line above the tiles. The whole of it is a link. */
function Glance({ name, help, to, children }: GlanceProps) {
  return (
    <div className="relative grid min-w-0 content-start py-2 leading-snug">
      <dt className="text-sm text-muted">
        <Link to={to} className="block after:absolute after:-inset-x-1.5 after:-inset-y-1.5 hover:underline">
          {name}
        </Link>
      </dt>
      <dd className="font-semibold tabular-nums [overflow-wrap:anywhere]">
        {children === undefined ? <Skeleton className="my-1 h-4 w-2/3 rounded-md" /> : children}
        <span className="block text-sm font-normal text-muted lg:inline-block lg:ps-1.5">{help}</span>
      </dd>
    </div>
  );
}

type Sum = { currency: string; revenue: number; gets: number };

/** Returns the sums of real orders, or the sums of test orders with a label. */
function sumsOf(overview: OrderOverview | undefined): { sums: Sum[]; help: string } {
  const { totals = [], mockTotals = [] } = overview ?? {};
  if (totals.length > 0 || mockTotals.length === 0)
    return { sums: byCurrency(totals), help: t("this month") };
  const modes = new Set(mockTotals.map(({ mode }) => testModeOf({ mock: mode === null, mode })));
  const [only] = modes;
  return {
    sums: byCurrency(mockTotals),
    help: t("this month · {mode}", { mode: (modes.size === 1 && only) || t("no real money") }),
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
