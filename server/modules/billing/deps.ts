import type { Infrastructure } from "../../platform/infrastructure.ts";

export type BillingDeps = Pick<
  Infrastructure,
  "db" | "log" | "jobs" | "payments" | "limits" | "pageInvalidations"
> & {
  publicUrl: string;
  /** The provider's product of the Creator plan. */
  productId: string;
};
