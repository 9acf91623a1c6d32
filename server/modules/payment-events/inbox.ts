import { z } from "zod";
import { inTransaction } from "../../platform/database/index.ts";
import { defineJob } from "../../platform/jobs/define-job.ts";
import { errorMessage, type Job } from "../../platform/jobs/port.ts";
import type { EventHeaders, PaymentEvent } from "../../platform/payments/port.ts";
import type { PaymentEventDeps, PaymentEventUses } from "./deps.ts";
import { errors } from "./errors.ts";
import { findWaitingEvent, insertEvent, setEventError, setEventHandled } from "./repository.ts";

/** Jobs of other releases are queued under this name. */
const JOB = "billing.payment-event";
const EventJob = z.object({ eventId: z.string() });

/**
 * Retries after 2 s with growing delays for about a day.
 * After that the job is among the dead jobs, and the event's row holds the error.
 */
const RETRY = { limit: 150, initialDelaySeconds: 2, maxDelaySeconds: 600 };

/** Stores a verified event. Throws 400 for any other event, 404 when none of the provider can be verified. */
export async function receiveEvent(
  deps: PaymentEventDeps,
  { provider, body, headers }: { provider: string; body: Buffer; headers: EventHeaders },
): Promise<void> {
  const { accountProviders, log } = deps;
  const source = Object.values(accountProviders).find((known) => known.provider === provider);
  if (!source?.verifyEvent) throw errors.noWebhook();
  const event = source.verifyEvent(body, headers);
  if (event === "expired") {
    log.error(
      "a genuine payment event was rejected as too old: it was sent again, or this machine's clock is wrong",
    );
    throw errors.notSigned();
  }
  if (!event) throw errors.notSigned();
  await storeEvent(deps, event);
}

/** Stores an event once, in one transaction with its job. Events of the other mode and of types without effect are ignored. */
export async function storeEvent(
  { db, jobs, accountProviders, log }: PaymentEventDeps,
  event: PaymentEvent,
): Promise<void> {
  const { id, type, provider, live } = event;
  if (live !== accountProviders[provider].live)
    return log.info({ id, type }, "ignoring webhook event: livemode mismatch");
  if (!event.resource) return log.info({ id, type }, "ignoring webhook event: unhandled type");
  await inTransaction(db, async (tx) => {
    if (!(await insertEvent(tx, event))) return;
    await jobs.enqueue(tx, { name: JOB, key: id, data: { eventId: id } });
  });
}

/** Processes a stored event. */
export function paymentEventJob(deps: PaymentEventDeps, uses: PaymentEventUses): Job {
  return defineJob({
    name: JOB,
    payload: EventJob,
    retry: RETRY,
    async handler({ data: { eventId } }) {
      const event = await findWaitingEvent(deps.db, eventId);
      if (!event) return;
      try {
        await processEvent(event, uses);
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
  { provider, resource, live }: Omit<PaymentEvent, "id" | "type">,
  { onAccountEvent, onSubscriptionEvent, onCheckoutEvent, onPaymentEvent }: PaymentEventUses,
): Promise<void> {
  if (resource?.kind === "account") await onAccountEvent({ provider, ...resource });
  if (resource?.kind === "subscription") await onSubscriptionEvent(resource.id);
  if (resource?.kind === "payment") await onPaymentEvent({ provider, ...resource, live });
  if (resource?.kind === "checkout" && !(await onCheckoutEvent(resource))) {
    // A sale on the installation's own account arrives at the same endpoint.
    const { id, reference } = resource;
    await onPaymentEvent({ provider, account: null, id, intent: null, reference, live });
  }
}
