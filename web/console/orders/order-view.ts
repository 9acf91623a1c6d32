import { z } from "zod";
import { limits } from "../../../contract/limits.ts";
import { OrderFilterStatus } from "../../../contract/orders.ts";
import { UrlPage } from "../../lib/use-url-state.ts";

/** Which orders are shown, as the URL says: paid ones unless it names another status. */
export const OrderView = z.object({
  status: OrderFilterStatus.catch("paid"),
  search: z
    .string()
    .transform((search) => search.trim().slice(0, limits.search.max))
    .catch(""),
  page: UrlPage,
});
export type OrderView = z.output<typeof OrderView>;

export const STATUS_CHOICES: readonly { status: OrderFilterStatus; label: string }[] = [
  { status: "paid", label: "Paid" },
  { status: "all", label: "All" },
  { status: "pending", label: "Pending" },
  { status: "cancelled", label: "Cancelled" },
  { status: "failed", label: "Failed" },
];

/** True when the filter cannot hide a paid order. */
export function showsEverySale({ status, search }: OrderView): boolean {
  return search === "" && (status === "paid" || status === "all");
}

const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });
const clock = new Intl.DateTimeFormat("en-GB", { timeStyle: "short", timeZone: "UTC" });

/** Returns a time in UTC in the length that fits a table: `21 Nov 2026, 14:05`. */
export function formatShortTimestamp(iso: string): string {
  const time = new Date(iso);
  return `${day.format(time)}, ${clock.format(time)}`;
}
