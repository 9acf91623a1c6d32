import { z } from "zod";
import { limits } from "../../../contract/limits.ts";
import { OrderStatus } from "../../../contract/order-states.ts";
import { OrderFilterStatus } from "../../../contract/orders.ts";
import { ORDER_STATES } from "../../lib/order-states.ts";
import { UrlPage } from "../../lib/use-url-state.ts";

/** The filter of the list of orders in the URL: paid ones unless it names another status. */
export const OrderView = z.object({
  status: OrderFilterStatus.catch("paid"),
  search: z
    .string()
    .transform((search) => search.trim().slice(0, limits.search.max))
    .catch(""),
  page: UrlPage,
});
export type OrderView = z.output<typeof OrderView>;

/** Paid orders and all of them first, the others in the order of their states. */
export const STATUS_CHOICES: readonly { status: OrderFilterStatus; label: string }[] = [
  { status: "paid", label: ORDER_STATES.paid.label },
  { status: "all", label: "All" },
  ...OrderStatus.options
    .filter((status) => status !== "paid")
    .map((status) => ({ status, label: ORDER_STATES[status].label })),
];

/** True when the filter cannot hide a paid order. */
export function showsEverySale({ status, search }: OrderView): boolean {
  return search === "" && (status === "paid" || status === "all");
}
