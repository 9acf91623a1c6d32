import { useQuery } from "@tanstack/react-query";
import { BookOpenTextIcon, Download } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import type { CreatorOrder } from "../../../contract/api/orders.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { testModeOf } from "../../lib/test-mode.ts";
import { useUrlState } from "../../lib/use-url-state.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { DataList } from "../../widgets/data-list.tsx";
import { Totals } from "../../widgets/order-totals.tsx";
import { NoOrders } from "./no-orders.tsx";
import { OrderFilter } from "./order-filter.tsx";
import { OrderTable } from "./order-table.tsx";
import { OrderView } from "./order-view.ts";
import { exportUrl, ordersQuery } from "./queries.ts";
import { ResendDialog } from "./resend-dialog.tsx";

/** The creator's orders page by page, with a filter and totals. */
export function OrdersScreen() {
  const [view, setView] = useUrlState(OrderView);
  const query = useQuery(ordersQuery(view));
  const { data } = query;
  const [resending, setResending] = useState<CreatorOrder | null>(null);
  return (
    <>
      <OrderFilter
        view={view}
        // Another filter starts at its first page.
        onFilter={(filter) => setView({ ...filter, page: 1 }, { replace: true })}
      />
      {data ? (
        <Totals totals={data.totals} mockTotals={data.mockTotals} />
      ) : (
        !query.error && <Skeleton className="h-41 rounded-card sm:h-25" />
      )}
      <DataList
        id="order-list"
        title="Your orders"
        query={query}
        failure="Couldn't load your orders."
        actions={
          data &&
          data.total > 0 && (
            <span className="flex flex-wrap gap-2">
              <Link to={paths.books()} className={buttonClass()}>
                <BookOpenTextIcon size={18} aria-hidden="true" />
                Books
              </Link>
              <ExportButton view={view} />
            </span>
          )
        }
        isEmpty={({ orders }) => orders.length === 0}
        empty={<NoOrders view={view} onShowAll={() => setView({ status: "all", search: "", page: 1 })} />}
        pages={{
          nouns: ["order", "orders"],
          of: (page) => page,
          onPageChange: (page, options) => setView({ page }, options),
        }}
      >
        {({ orders }) => <OrderTable orders={orders} onResend={setResending} />}
      </DataList>
      {data?.orders.some((order) => testModeOf(order) !== null) && (
        <p className="text-sm text-muted">
          Orders marked Mock, Sandbox or Test were placed in test mode. No money was charged.
        </p>
      )}
      <ResendDialog order={resending} onClose={() => setResending(null)} />
    </>
  );
}

function ExportButton({ view }: { view: OrderView }) {
  return (
    <Button href={exportUrl(view)} download>
      <Download size={18} aria-hidden="true" />
      Export CSV
    </Button>
  );
}
