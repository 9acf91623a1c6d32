import { ProviderUnavailable } from "../../platform/payments/port.ts";
import type { BillingDeps } from "./deps.ts";
import { listStaleSubscriptions } from "./repository.ts";
import { refreshSubscription } from "./subscriptions.ts";

export const RECONCILE_JOB = "billing.reconcile";
const AT_A_TIME = 200;

/** An event can be lost for good: an endpoint that was set up late, a key that was changed. So every subscription is asked about once a day even if nothing is heard of it. */
export function scheduleReconciliation(deps: BillingDeps): void {
  deps.jobs.schedule(RECONCILE_JOB, "*/20 * * * *", async ({ signal }) => {
    for (const id of await listStaleSubscriptions(deps.db, AT_A_TIME)) {
      if (signal.aborted) return;
      try {
        await refreshSubscription(deps, id);
      } catch (error) {
        // The next run comes soon enough.
        if (error instanceof ProviderUnavailable) return;
        throw error;
      }
    }
  });
}
