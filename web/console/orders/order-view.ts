import { z } from "zod";
import { OrderFilterStatus } from "../../../contract/api/orders.ts";
import { OrderStatus } from "../../../contract/rules/order-states.ts";
import { t } from "../../../contract/texts.ts";
import { ORDER_STATES } from "../../lib/order-state-labels.ts";
import { UrlPage, UrlSearch } from "../../lib/use-url-state.ts";

/** The filter of the orders in the URL; all sales by default. */
export const OrderView = z.object({
  status: OrderFilterStatus.catch("sales"),
  search: UrlSearch,
  page: UrlPage,
});
export type OrderView = z.output<typeof OrderView>;

/** All sales, then orders that need attention, then unpaid ones too, then each status. */
export const STATUS_CHOICES: readonly { value: OrderFilterStatus; label: string }[] = [
  { value: "sales", label: t("All sales") },
  { value: "to_ship", label: t("To ship") },
  { value: "all", label: t("All orders") },
  ...OrderStatus.options.map((status) => ({ value: status, label: t(ORDER_STATES[status].label) })),
];

/** True if the filter hides no sale. */
export function showsEverySale({ status, search }: OrderView): boolean {
  return search === "" && (status === "sales" || status === "all");
}
