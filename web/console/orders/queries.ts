import { keepPreviousData, queryOptions, useMutation } from "@tanstack/react-query";
import { toast } from "sonner";
import { type CreatorOrder, orderRoutes } from "../../../contract/orders.ts";
import { buildUrl, request } from "../../lib/api.ts";
import type { OrderView } from "./order-view.ts";

/** One page of the creator's orders. The page before stays in sight until it is there. */
export function ordersQuery(view: OrderView) {
  return queryOptions({
    queryKey: ["orders", view],
    queryFn: ({ signal }) => request(orderRoutes.list, { query: view, signal }),
    placeholderData: keepPreviousData,
    // A sale may have been made since.
    staleTime: 0,
  });
}

/** Where the same orders are to be had as a table for spreadsheets, all pages of them. */
export function exportAddress({ status, search }: OrderView): string {
  return buildUrl(orderRoutes.export, { query: { status, search: search || undefined } });
}

/** Mails a buyer the links of an order again. */
export function useResendOrder() {
  return useMutation({
    mutationFn: ({ id }: CreatorOrder) => request(orderRoutes.resend, { params: { id } }),
    onSuccess: (_response, { buyer_email }) => toast.success(`Mailed to ${buyer_email}.`),
  });
}
