import pLimit from "p-limit";
import { defineJob } from "../../platform/jobs/define-job.ts";
import type { Job } from "../../platform/jobs/port.ts";
import { ProviderUnavailable } from "../../platform/payments/port.ts";
import type { Sales } from "../../platform/payments/sales.ts";
import type { OrderPaymentDeps } from "./deps.ts";
import { endPayment, refreshPayment } from "./refresh-payment.ts";
import { listAbandonedTestPayments, listDuePayments, postponeRead } from "./repository.ts";

export const RECONCILE_JOB = "orders.reconcile";
const AT_A_TIME = 200;
/**
 * Payments older than two hours are read in every other run. That is up to 144,000 reads a day, enough for some 3,000 sales a day, because a paid
 * payment is read some 44 times.
 */
const OLD_PAYMENTS_EVERY_RUNS = 2;
/** Far below the providers' rate limits. At 0.4 s a read, a run takes some 15 seconds. */
const IN_PARALLEL = 5;
const TIMEOUT_SECONDS = 600;

/** Reads due payments from the provider, because events can be lost. */
export const reconcilePaymentsJob = (deps: OrderPaymentDeps): Job =>
  defineJob({
    name: RECONCILE_JOB,
    schedule: "* * * * *",
    timeoutSeconds: TIMEOUT_SECONDS,
    async handler({ signal }) {
      const recentOnly = Math.floor(deps.clock.now().getTime() / 60_000) % OLD_PAYMENTS_EVERY_RUNS !== 0;
      for (const sales of Object.values(deps.sales)) {
        await readDuePayments(deps, sales, { recentOnly, signal });
      }
    },
  });

/** Reads a provider's due payments until it is unavailable. */
async function readDuePayments(
  deps: OrderPaymentDeps,
  sales: Sales,
  { recentOnly, signal }: { recentOnly: boolean; signal: AbortSignal },
): Promise<void> {
  const due = await listDuePayments(deps.db, sales, { recentOnly, limit: AT_A_TIME });
  let isUnavailable = false;
  const read = async (id: string) => {
    // The next run reads the remaining payments.
    if (signal.aborted || isUnavailable) return;
    try {
      await refreshPayment(deps, id);
    } catch (error) {
      // A payment that always fails must not stop every run before the others are read.
      await postponeRead(deps.db, id);
      if (error instanceof ProviderUnavailable) isUnavailable = true;
      else deps.log.error({ err: error, paymentId: id }, "payment could not be reconciled; retrying");
    }
  };
  const limit = pLimit(IN_PARALLEL);
  await Promise.all(due.map((id) => limit(read, id)));
}

/**
 * Ends sandbox and test payments that were open when the keys were replaced. Otherwise their reserved stock and codes would never be released.
 * Live payments stay open, because money may have arrived for them.
 */
export async function endAbandonedTestPayments(deps: OrderPaymentDeps): Promise<void> {
  for (const sales of Object.values(deps.sales)) {
    for (const id of await listAbandonedTestPayments(deps.db, sales, AT_A_TIME)) {
      await endPayment(deps, id, "expired");
    }
  }
}
