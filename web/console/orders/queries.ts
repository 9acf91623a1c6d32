import { keepPreviousData, queryOptions, useMutation } from "@tanstack/react-query";
import { toast } from "sonner";
import { type CreatorOrder, orderRoutes } from "../../../contract/api/orders.ts";
import { buildUrl, request } from "../../lib/api.ts";
import type { OrderView } from "./order-view.ts";
import { ORDERS } from "./overview-query.ts";

export const orderKeys = {
  lists: ORDERS,
  page: (view: OrderView) => [...orderKeys.lists, view] as const,
  detail: (id: string) => ["order", id] as const,
};

/** One page of the creator's orders. The previous page stays visible while it loads. */
export function ordersQuery(view: OrderView) {
  return queryOptions({
    queryKey: orderKeys.page(view),
    queryFn: ({ signal }) => request(orderRoutes.list, { query: view, signal }),
    placeholderData: keepPreviousData,
    // There may have been a sale since.
    staleTime: 0,
  });
}

/** Returns the URL of the matching orders as CSV, all pages of them. */
export function exportUrl({ status, search }: OrderView): string {
  return buildUrl(orderRoutes.export, { query: { status, search: search || undefined } });
}

/** Emails a buyer the receipt of an order again. */
export function useResendOrder() {
  return useMutation({
    mutationFn: ({ id }: Pick<CreatorOrder, "id" | "buyer_email">) =>
      request(orderRoutes.resend, { params: { id } }),
    onSuccess: (_response, { buyer_email }) => toast.success(`Receipt sent to ${buyer_email}.`),
  });
}
