import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { SubscriptionProvider } from "../../platform/payments/port.ts";

export type BillingDeps = Pick<Infrastructure, "db" | "log" | "jobs" | "limits" | "pageInvalidations"> & {
  payments: SubscriptionProvider;
  publicUrl: string;
  /** The provider's product of the Creator plan. */
  productId: string;
};
