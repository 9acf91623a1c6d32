import { defineJob } from "../../platform/jobs/define-job.ts";
import type { Job } from "../../platform/jobs/port.ts";
import { ProviderUnavailable } from "../../platform/payments/port.ts";
import type { CreatorPlanDeps } from "./deps.ts";
import { listStaleSubscriptions, postponeRead } from "./repository.ts";
import { refreshSubscription } from "./subscriptions.ts";

export const RECONCILE_JOB = "billing.reconcile";
const AT_A_TIME = 200;

/**
 * Reads every subscription without a recent event from the provider once a day. Some events never arrive, for
 * example if the webhook endpoint is created late or its secret changes.
 */
export const reconciliationJob = (deps: CreatorPlanDeps): Job =>
  defineJob({
    name: RECONCILE_JOB,
    schedule: "*/20 * * * *",
    async handler({ signal }) {
      for (const id of await listStaleSubscriptions(deps.db, AT_A_TIME)) {
        if (signal.aborted) return;
        try {
          await refreshSubscription(deps, id);
        } catch (error) {
          // Postpone the next read, so that a subscription that always fails cannot block the others.
          await postponeRead(deps.db, id);
          // The next run reads the remaining subscriptions.
          if (error instanceof ProviderUnavailable) return;
          deps.log.error(
            { err: error, subscriptionId: id },
            "subscription could not be reconciled; retrying",
          );
        }
      }
    },
  });
