import { limits } from "../../../contract/limits.ts";
import { OrderFilterStatus } from "../../../contract/orders.ts";

/** Which orders are shown, as the address says. */
export type OrderView = { status: OrderFilterStatus; search: string; page: number };

/** What sold; checkouts that nobody finished are asked for. */
const DEFAULT_STATUS: OrderFilterStatus = "paid";

export const STATUS_CHOICES: readonly { status: OrderFilterStatus; label: string }[] = [
  { status: "paid", label: "Paid" },
  { status: "all", label: "All" },
  { status: "pending", label: "Not finished" },
  { status: "cancelled", label: "Cancelled" },
  { status: "failed", label: "Failed" },
];

export function isOrdersView(params: URLSearchParams): boolean {
  return params.get("view") === "orders";
}

/** The view of an address; what it says wrongly is as if it said nothing. */
export function parseFilters(params: URLSearchParams): OrderView {
  const status = OrderFilterStatus.safeParse(params.get("status"));
  const page = params.get("page") ?? "";
  return {
    status: status.success ? status.data : DEFAULT_STATUS,
    search: (params.get("search") ?? "").trim().slice(0, limits.search.max),
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  };
}

/** The address of a view, which names only what is not as usual. */
export function serializeFilters({ status, search, page }: OrderView): Record<string, string> {
  return {
    view: "orders",
    ...(status !== DEFAULT_STATUS && { status }),
    ...(search !== "" && { search }),
    ...(page > 1 && { page: String(page) }),
  };
}

/** Another filter begins at its first page. */
export function withFilter(view: OrderView, filter: Partial<Omit<OrderView, "page">>): OrderView {
  return { ...view, ...filter, page: 1 };
}

/** True when nothing was asked for that could hide an order that was paid. */
export function showsEverySale({ status, search }: OrderView): boolean {
  return search === "" && (status === "paid" || status === "all");
}

const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });
const clock = new Intl.DateTimeFormat("en-GB", { timeStyle: "short", timeZone: "UTC" });

/** A moment as it fits into a table: `21 Nov 2026, 14:05`, UTC. */
export function formatShortTimestamp(iso: string): string {
  const moment = new Date(iso);
  return `${day.format(moment)}, ${clock.format(moment)}`;
}
