import { useMutation } from "@tanstack/react-query";
import { toast } from "sonner";
import { type CreatorOrder, orderRoutes } from "../../../contract/api/orders.ts";
import { t } from "../../../contract/texts.ts";
import { buildUrl, request } from "../../lib/api.ts";
import { listQuery } from "../../lib/list-query.ts";
import type { OrderView } from "./order-view.ts";
import { ORDERS } from "./overview-query.ts";

export { ORDERS };

/** A page of the creator's orders. */
export const ordersQuery = (view: OrderView) =>
  listQuery([...ORDERS, view], orderRoutes.list, { query: view });

/** Returns the URL of all matching orders as CSV. */
export function exportUrl({ status, search }: OrderView): string {
  return buildUrl(orderRoutes.export, { query: { status, search: search || undefined } });
}

/** Emails a buyer the receipt of an order again. */
export function useResendOrder() {
  return useMutation({
    mutationFn: ({ id }: Pick<CreatorOrder, "id" | "buyer_email">) =>
      request(orderRoutes.resend, { params: { id } }),
    onSuccess: (_response, { buyer_email }) =>
      toast.success(t("Receipt sent to {buyerEmail}.", { buyerEmail: buyer_email ?? "" })),
  });
}
