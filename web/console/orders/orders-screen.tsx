import { useQuery } from "@tanstack/react-query";
import { BookOpenTextIcon, Download, PackageIcon } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import type { CreatorOrder } from "../../../contract/api/orders.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { t } from "../../../contract/texts.ts";
import { testModeOf } from "../../lib/test-mode.ts";
import { useUrlState } from "../../lib/use-url-state.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { DataList, Nothing } from "../../widgets/data-list.tsx";
import { ListFilter } from "../../widgets/list-filter.tsx";
import { ProvenDownload } from "../../widgets/proven-download.tsx";
import { Totals } from "../../widgets/totals-figures.tsx";
import { useCreator } from "../creator-context.ts";
import { BUYER_COLUMN, OrderTable } from "./order-table.tsx";
import { OrderView, STATUS_CHOICES, showsEverySale } from "./order-view.ts";
import { overviewQuery } from "./overview-query.ts";
import { exportUrl, ordersQuery } from "./queries.ts";
import { ResendDialog } from "./resend-dialog.tsx";

/** The creator's orders by page, with a filter, and their totals below. */
export function OrdersScreen() {
  const [view, setView] = useUrlState(OrderView);
  const query = useQuery(ordersQuery(view));
  const { data } = query;
  // Changing the filter returns to the first page.
  const filter = (change: Partial<OrderView>) => setView({ ...change, page: 1 }, { replace: true });
  const [resending, setResending] = useState<CreatorOrder | null>(null);
  return (
    <>
      {view.status !== "to_ship" && (
        <OrdersToShip onShow={() => setView({ status: "to_ship", search: "", page: 1 })} />
      )}
      <ListFilter
        label={t("Status")}
        value={view.status}
        options={STATUS_CHOICES}
        onChoose={(status) => filter({ status })}
        placeholder={t("Product, email or order number")}
        search={view.search}
        onSearch={(search) => filter({ search })}
      />
      <DataList
        id="order-list"
        title={t("Your orders")}
        query={query}
        failure={t("Couldn't load your orders.")}
        actions={
          data &&
          data.total > 0 && (
            <span className="flex flex-wrap gap-2">
              <Link to={paths.books()} className={buttonClass()}>
                <BookOpenTextIcon size={18} />
                {t("Books")}
              </Link>
              <ProvenDownload href={exportUrl(view)}>
                <Download size={18} />
                {t("Export CSV")}
              </ProvenDownload>
            </span>
          )
        }
        rows={({ orders }) => orders}
        empty={<NoOrders view={view} onShowAll={() => setView({ status: "all", search: "", page: 1 })} />}
        pages={{
          countOf: (count) => t("{count, plural, one {# order} other {# orders}}", { count }),
          onTurn: setView,
        }}
      >
        {(orders) => <OrderTable orders={orders} onResend={setResending} column={BUYER_COLUMN} />}
      </DataList>
      {data && <Totals totals={data.totals} mockTotals={data.mockTotals} />}
      {data?.orders.some((order) => testModeOf(order) !== null) && (
        <p className="text-sm text-muted">
          {t("Orders marked Mock, Sandbox or Test were placed in test mode. No money was charged.")}
        </p>
      )}
      <ResendDialog order={resending} onClose={() => setResending(null)} />
    </>
  );
}

/** Leads to the paid goods that are not shipped, if there are any. */
function OrdersToShip({ onShow }: { onShow: () => void }) {
  const { data } = useQuery(overviewQuery);
  if (!data || data.to_ship === 0) return null;
  return (
    <div>
      <Button onClick={onShow}>
        <PackageIcon size={18} />
        {t("{count, plural, one {# order to ship} other {# orders to ship}}", { count: data.to_ship })}
      </Button>
    </div>
  );
}

/** Explains an empty list: no sale yet, or no match. */
function NoOrders({ view, onShowAll }: { view: OrderView; onShowAll: () => void }) {
  const { handle } = useCreator();
  if (!showsEverySale(view))
    return (
      <Nothing
        title={t("No matching orders.")}
        action={<Button onClick={onShowAll}>{t("Show all orders")}</Button>}
      >
        {t("Try a different status or search.")}
      </Nothing>
    );
  return (
    <Nothing
      title={view.status === "all" ? t("No orders yet.") : t("No sales yet.")}
      action={
        <>
          <Button href={paths.creator(handle)} variant="primary">
            {t("See your page")}
          </Button>
          {view.status !== "all" && <Button onClick={onShowAll}>{t("Show orders of every status")}</Button>}
        </>
      }
    >
      {t(
        "Create a product, add it to your page and share the link. Orders show up here and we'll email you.",
      )}
    </Nothing>
  );
}
