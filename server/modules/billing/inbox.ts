import { z } from "zod";
import { inTransaction } from "../../platform/database/index.ts";
import { defineJob } from "../../platform/jobs/define-job.ts";
import { errorMessage, type Job } from "../../platform/jobs/port.ts";
import type { PaymentEvent, PaymentNotice } from "../../platform/payments/port.ts";
import type { BillingDeps } from "./deps.ts";
import { notSigned, noWebhook } from "./errors.ts";
import { findCheckout, findWaitingEvent, insertEvent, setEventError, setEventHandled } from "./repository.ts";
import { refreshCheckout, refreshSubscription } from "./subscriptions.ts";

/** Handles an event about a payout account in another module. */
export type OnAccountEvent = (event: { id: string; deauthorized: boolean }) => Promise<void>;

/** Handles an event about a sale in another module: reads the payment that it names from the provider. Payments that are not ours are ignored. */
export type OnPaymentEvent = (
  event: Pick<PaymentNotice, "account" | "id" | "intent" | "reference"> & { live: boolean },
) => Promise<void>;

export type EventHandlers = { onAccountEvent: OnAccountEvent; onPaymentEvent: OnPaymentEvent };

const JOB = "billing.payment-event";
const EventJob = z.object({ eventId: z.string() });

/** Retries after 2 s with growing delays for about a day. After that the job is among the dead jobs, and the event's row holds the error. */
const RETRY = { limit: 150, initialDelaySeconds: 2, maxDelaySeconds: 600 };

/** Stores a correctly signed event. Throws 400 for any other event, 404 when no webhook secret is configured. */
export async function receiveEvent(
  deps: BillingDeps,
  rawBody: Buffer,
  signature: string | undefined,
): Promise<void> {
  const { payments, log } = deps;
  if (!payments.verifyEvent) throw noWebhook();
  const event = payments.verifyEvent(rawBody, signature);
  if (event === "expired") {
    log.error(
      "a genuine payment event was rejected as too old: it was sent again, or this machine's clock is wrong",
    );
    throw notSigned();
  }
  if (!event) throw notSigned();
  await storeEvent(deps, event);
}

/** Stores an event once, in one transaction with its job. Events of the other mode and of types without effect are ignored. */
export async function storeEvent(
  { db, jobs, payments, log }: BillingDeps,
  event: PaymentEvent,
): Promise<void> {
  const { id, type } = event;
  if (event.live !== payments.live)
    return log.info({ id, type }, "ignoring webhook event: livemode mismatch");
  if (!event.resource) return log.info({ id, type }, "ignoring webhook event: unhandled type");
  await inTransaction(db, async (tx) => {
    if (!(await insertEvent(tx, event))) return;
    await jobs.enqueue(tx, { name: JOB, key: id, data: { eventId: id } });
  });
}

/** Processes a stored event. */
export function paymentEventJob(deps: BillingDeps, handlers: EventHandlers): Job {
  return defineJob({
    name: JOB,
    payload: EventJob,
    retry: RETRY,
    async handler({ data: { eventId } }) {
      const event = await findWaitingEvent(deps.db, eventId);
      if (!event) return;
      try {
        await processEvent(deps, event, handlers);
      } catch (error) {
        await setEventError(deps.db, eventId, errorMessage(error));
        throw error;
      }
      // Processing is idempotent, so a process that is killed here causes no error.
      await setEventHandled(deps.db, eventId);
    },
  });
}

async function processEvent(
  deps: BillingDeps,
  { resource, live }: Pick<PaymentEvent, "resource" | "live">,
  { onAccountEvent, onPaymentEvent }: EventHandlers,
): Promise<void> {
  if (resource?.kind === "account") await onAccountEvent(resource);
  if (resource?.kind === "subscription") await refreshSubscription(deps, resource.id);
  if (resource?.kind === "checkout") {
    const { id: sessionId, reference } = resource;
    const row = await findCheckout(deps.db, { sessionId, reference });
    if (row) await refreshCheckout(deps, row, { sessionId, trigger: "webhook" });
    // A sale on the installation's own account arrives at the same endpoint.
    else await onPaymentEvent({ account: null, id: sessionId, intent: null, reference, live });
  }
  if (resource?.kind === "payment") {
    const { account, id, intent, reference } = resource;
    await onPaymentEvent({ account, id, intent, reference, live });
  }
}
