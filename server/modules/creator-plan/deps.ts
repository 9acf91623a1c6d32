import type { Plans } from "../../../contract/rules/plans.ts";
import type { Transaction } from "../../platform/database/index.ts";
import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { SubscriptionProvider } from "../../platform/payments/port.ts";

export type CreatorPlanDeps = Pick<
  Infrastructure,
  "db" | "log" | "jobs" | "limits" | "mails" | "pageInvalidations"
> & {
  payments: SubscriptionProvider;
  publicUrl: string;
  /** Returns a creator's email, or null if it receives no emails. */
  findOwner(tx: Transaction, creatorId: number): Promise<{ email: string | null }>;
  /** Whether creators can buy the plan here. If not, existing subscriptions give no plan. */
  isPlanSold: boolean;
  /** The provider's id of the Creator plan's product. */
  productId: string;
  /** The price that the site shows, which the provider must charge. */
  plans: Plans;
};
