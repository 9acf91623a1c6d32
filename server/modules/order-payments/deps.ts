import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { OrderHook } from "./order.ts";

export type OrderPaymentDeps = Pick<Infrastructure, "clock" | "db" | "log" | "sales" | "jobs"> & {
  orders: OrderHook;
};
