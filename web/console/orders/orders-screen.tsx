import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import type { CreatorOrder } from "../../../contract/orders.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { DownloadIcon } from "../../ui/icons.tsx";
import { countPages, Pagination } from "../../ui/pagination.tsx";
import { LoadingOrders } from "./loading-orders.tsx";
import { NoOrders } from "./no-orders.tsx";
import { OrderFilter } from "./order-filter.tsx";
import { OrderTable } from "./order-table.tsx";
import { Totals } from "./order-totals.tsx";
import { type OrderView, parseFilters, serializeFilters, withFilter } from "./order-view.ts";
import { exportAddress, ordersQuery } from "./queries.ts";
import { ResendDialog } from "./resend-dialog.tsx";

/** What was bought of the creator: figures, a filter and the orders, page by page. */
export function OrdersScreen() {
  const [params, setParams] = useSearchParams();
  const view = parseFilters(params);
  const { data, isError, isPlaceholderData, refetch } = useQuery(ordersQuery(view));
  const [resending, setResending] = useState<CreatorOrder | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const show = (next: OrderView, options?: { replace: boolean }) =>
    setParams(serializeFilters(next), options);

  const pages = data ? countPages(data) : 1;
  const isOutOfRange = data !== undefined && !isPlaceholderData && view.page > pages;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was loaded can tell that the page is gone
  useEffect(() => {
    if (isOutOfRange) show({ ...view, page: pages }, { replace: true });
  }, [isOutOfRange]);

  const goToPage = (page: number) => {
    show({ ...view, page });
    heading.current?.focus();
    heading.current?.scrollIntoView({ block: "start" });
  };

  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-3xl sm:text-4xl">Orders</h1>
        {data !== undefined && data.total > 0 && (
          <Button href={exportAddress(view)} download>
            <DownloadIcon />
            Export CSV
          </Button>
        )}
      </div>
      <OrderFilter view={view} onFilter={(filter) => show(withFilter(view, filter), { replace: true })} />
      {data && <Totals totals={data.totals} />}
      <section aria-labelledby="order-list" className="rounded-card border border-line bg-surface">
        <h2 id="order-list" ref={heading} tabIndex={-1} className="scroll-mt-4 px-5 py-4 text-xl">
          Your orders
        </h2>
        {data ? (
          <div aria-busy={isPlaceholderData} className={isPlaceholderData ? "opacity-60" : undefined}>
            {data.orders.length === 0 ? (
              <NoOrders view={view} onShowAll={() => show({ status: "all", search: "", page: 1 })} />
            ) : (
              <OrderTable orders={data.orders} onResend={setResending} />
            )}
            {data.total > 0 && (
              <Pagination
                title="Orders"
                nouns={["order", "orders"]}
                total={data.total}
                page={data.page}
                pages={pages}
                onPageChange={goToPage}
              />
            )}
          </div>
        ) : isError ? (
          <div className="px-5 pb-5">
            <Alert tone="bad" role="alert" action={<Button onClick={() => void refetch()}>Try again</Button>}>
              Your orders could not be loaded.
            </Alert>
          </div>
        ) : (
          <LoadingOrders />
        )}
      </section>
      {data?.orders.some(({ provider }) => provider === "mock") && (
        <p className="text-sm text-muted">“mock” marks orders of the mock checkout: no money moved.</p>
      )}
      <ResendDialog order={resending} onClose={() => setResending(null)} />
    </>
  );
}
