import type { Signup } from "../../../contract/api/storefront.ts";
import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { Audience } from "../audience/index.ts";
import type { Marketing } from "../marketing/index.ts";
import type { Orders } from "../orders/index.ts";

export type AdminDeps = Pick<Infrastructure, "db" | "jobs" | "mails" | "derive" | "pageInvalidations"> & {
  /** Whether new accounts may register. */
  signup: Signup;
  audience: Audience;
  marketing: Marketing;
  orders: Pick<Orders, "closePaymentsOf">;
  /** Cancels a creator's subscriptions and open checkouts at the provider. Throws 503. */
  endSubscription(creatorId: number): Promise<void>;
};
