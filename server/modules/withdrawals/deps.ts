import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { Orders } from "../orders/index.ts";

export type WithdrawalDeps = Pick<Infrastructure, "clock" | "db" | "jobs" | "limits" | "log" | "mails"> & {
  orders: Orders;
  publicUrl: string;
};
