import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { OrderHook } from "./order.ts";
import type { PaymentCounts } from "./payment-counts.ts";

export type OrderPaymentDeps = Pick<Infrastructure, "clock" | "db" | "log" | "sales" | "jobs"> & {
  orders: OrderHook;
  counts: PaymentCounts;
};
