import { formatNumber } from "../../../contract/rules/formats.ts";
import { t } from "../../../contract/texts.ts";
import { formatMoney } from "../../lib/format.ts";
import { Figure } from "../../ui/figure.tsx";
import { adminOverviewQuery, useAdminQuery } from "../queries.ts";

/** The numbers of users, pages and sales. */
export function AdminOverview() {
  const { data, isError } = useAdminQuery(adminOverviewQuery);
  if (isError) return null;
  const sales = data?.totals.map(({ amount_cents, currency }) => formatMoney(amount_cents, currency));
  const orders = data?.totals.reduce((sum, { paid }) => sum + paid, 0);
  return (
    <section aria-label={t("Overview")}>
      <dl className="grid grid-cols-2 gap-2.5 lg:grid-cols-4">
        <Figure
          name={t("Registered")}
          help={data && t("{newUsers} in 30 days", { newUsers: formatNumber(data.new_users) })}
        >
          {data && formatNumber(data.users)}
        </Figure>
        <Figure name={t("Pages")} help={t("with tiles")}>
          {data && formatNumber(data.pages)}
        </Figure>
        <Figure name={t("Orders")} help={t("in 30 days")}>
          {orders === undefined ? undefined : formatNumber(orders)}
        </Figure>
        <Figure name={t("Sold for")} help={t("in 30 days")}>
          {sales && (sales.join(" + ") || "–")}
        </Figure>
      </dl>
    </section>
  );
}
