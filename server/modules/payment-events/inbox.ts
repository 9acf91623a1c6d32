import { z } from "zod";
import { inTransaction } from "../../platform/database/index.ts";
import { errorMessage } from "../../platform/failure.ts";
import { tryConsume } from "../../platform/http/rate-limiter.ts";
import { defineJob } from "../../platform/jobs/define-job.ts";
import type { Job } from "../../platform/jobs/port.ts";
import type { EventHeaders, PaymentEvent } from "../../platform/payments/port.ts";
import type { PaymentEventDeps, PaymentEventUses } from "./deps.ts";
import { errors } from "./errors.ts";
import { findUnhandledEvent, insertEvent, renewEvent, setEventError, setEventHandled } from "./repository.ts";

const JOB = "billing.payment-event";
const EventJob = z.object({ eventId: z.string() });

/**
 * Retries after 2 s with growing delays for about a day.
 * After that the job is among the dead jobs, and the event's row holds the error.
 */
const RETRY = { limit: 150, initialDelaySeconds: 2, maxDelaySeconds: 600 };

/** Limits the reads of one payment that unsigned events can cause. A real payment sends only a few events a minute. */
const UNSIGNED = { points: 6, seconds: 60 };

/** Stores an event if it is verified or names a known payment. Throws 400 for other events, and 404 if the provider's events cannot be verified. */
export async function receiveEvent(
  deps: PaymentEventDeps,
  uses: Pick<PaymentEventUses, "findPayment">,
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
  if (event.unsigned) await storeUnsigned(deps, uses, event);
  else await storeEvent(deps, event);
}

/**
 * Stores that a payment has changed. Unsigned events have no id, so each payment has one row for all its changes.
 * An event about an unknown payment costs one query.
 */
async function storeUnsigned(
  { db, jobs, limits, log }: PaymentEventDeps,
  { findPayment }: Pick<PaymentEventUses, "findPayment">,
  { resource, ...event }: PaymentEvent,
): Promise<void> {
  const { id, provider } = event;
  if (resource?.kind !== "payment" || resource.id === null) return;
  const known = await findPayment({ provider, id: resource.id });
  if (!known) return log.debug({ id }, "ignoring unsigned event of an unknown payment");
  // Beyond the limit, the regular job reads the payment later.
  if (!(await tryConsume(limits, { name: "unsigned payment events", key: id, ...UNSIGNED }))) return;
  await inTransaction(db, async (tx) => {
    const receivedAt = await renewEvent(tx, { ...event, resource: { ...resource, account: known.account } });
    await jobs.enqueue(tx, { name: JOB, key: `${id} ${receivedAt.toISOString()}`, data: { eventId: id } });
  });
}

/** Stores an event once, in one transaction with its job. Events of the other mode and of types without effect are ignored. */
export async function storeEvent({ db, jobs, accountProviders, log }: PaymentEventDeps, event: PaymentEvent) {
  const { id, type, provider, live } = event;
  if (live !== accountProviders[provider].live)
    return log.info({ id, type }, "ignoring webhook event: livemode mismatch");
  if (!event.resource) return log.info({ id, type }, "ignoring webhook event: unhandled type");
  await inTransaction(db, async (tx) => {
    if (!(await insertEvent(tx, event))) return;
    await jobs.enqueue(tx, { name: JOB, key: id, data: { eventId: id } });
  });
}

export function paymentEventJob(deps: PaymentEventDeps, uses: PaymentEventUses): Job {
  return defineJob({
    name: JOB,
    payload: EventJob,
    retry: RETRY,
    async handler({ data: { eventId } }) {
      const event = await findUnhandledEvent(deps.db, eventId);
      if (!event) return;
      try {
        await processEvent(event, uses);
      } catch (error) {
        await setEventError(deps.db, eventId, errorMessage(error));
        throw error;
      }
      // If the process is killed here, the event is processed again, which is safe because processing is idempotent.
      await setEventHandled(deps.db, { eventId, receivedAt: event.receivedAt });
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
