import type { Signup } from "../../../contract/storefront.ts";
import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { Marketing } from "../marketing/index.ts";

export type AdminDeps = Pick<Infrastructure, "db" | "jobs" | "mails" | "derive" | "pageInvalidations"> & {
  /** Who may register. */
  signup: Signup;
  marketing: Marketing;
  /** Cancels at the provider what a creator pays for the plan. Throws 503. */
  endSubscription(creatorId: number): Promise<void>;
};
