import { z } from "zod";
import { defineJob } from "../../platform/jobs/define-job.ts";
import type { Job } from "../../platform/jobs/port.ts";
import { ProviderUnavailable } from "../../platform/payments/port.ts";
import type { OrderDeps } from "./deps.ts";
import { listAbandonedTests, listDuePayments, postponeRead } from "./payment-repository.ts";
import { endPayment, refreshPayment } from "./refresh-payment.ts";

export const RECONCILE_JOB = "orders.reconcile";
const AT_A_TIME = 200;
/** Payments older than two hours are read in every fifth run. */
const RUNS_FOR_OLD = 5;
/** The payments of a run are read one after the other. */
const TIMEOUT_SECONDS = 600;

/** Reads payments that are due from the provider: events can be lost. */
export const reconcilePaymentsJob = (deps: OrderDeps): Job =>
  defineJob({
    name: RECONCILE_JOB,
    payload: z.unknown(),
    schedule: "* * * * *",
    timeoutSeconds: TIMEOUT_SECONDS,
    async handler({ signal }) {
      const recentOnly = Math.floor(deps.clock.now().getTime() / 60_000) % RUNS_FOR_OLD !== 0;
      const due = await listDuePayments(deps.db, deps.sales.provider, {
        recentOnly: recentOnly,
        limit: AT_A_TIME,
      });
      for (const id of due) {
        if (signal.aborted) return;
        try {
          await refreshPayment(deps, id);
        } catch (error) {
          // One that always fails must not stop every run before the others are read.
          await postponeRead(deps.db, id);
          // The next run reads the remaining payments.
          if (error instanceof ProviderUnavailable) return;
          deps.log.error({ err: error, paymentId: id }, "payment could not be reconciled; retrying");
        }
      }
    },
  });

/** Ends payments of the sandbox and of test keys that were open when the keys were replaced: stock and codes that they reserve would never be returned. Live payments stay open, because money may have arrived for them. */
export async function endAbandonedTests(deps: OrderDeps): Promise<void> {
  const { mode } = deps.sales.provider;
  for (const id of await listAbandonedTests(deps.db, { mode, limit: AT_A_TIME })) {
    await endPayment(deps, id, "expired");
  }
}
