import { z } from "zod";
import { inTransaction } from "../../platform/database/index.ts";
import { defineJob } from "../../platform/jobs/define-job.ts";
import { errorMessage, type Job } from "../../platform/jobs/port.ts";
import type { PaymentEvent } from "../../platform/payments/port.ts";
import type { BillingDeps } from "./deps.ts";
import { notSigned, noWebhook } from "./errors.ts";
import { findCheckout, findWaitingEvent, insertEvent, setEventError, setEventHandled } from "./repository.ts";
import { refreshCheckout, refreshSubscription } from "./subscriptions.ts";

/** What another module does about a payout account that something happened to. */
export type OnAccountEvent = (event: { id: string; deauthorized: boolean }) => Promise<void>;

const JOB = "billing.payment-event";
const EventJob = z.object({ eventId: z.string() });

/** Again after 2 s, then ever later, for about a day; after that it is among the dead jobs, and its row says why. */
const RETRY = { limit: 150, initialDelaySeconds: 2, maxDelaySeconds: 600 };

/** Takes a genuine event in, once: stored with the job that will handle it, or not at all. Throws 400 for any other, 404 when none can be told. */
export async function receiveEvent(
  deps: BillingDeps,
  rawBody: Buffer,
  signature: string | undefined,
): Promise<void> {
  const { payments, log } = deps;
  if (!payments.verifyEvent) throw noWebhook();
  const event = payments.verifyEvent(rawBody, signature);
  if (event === "late") {
    log.error(
      "a genuine payment event was refused as too old: it was sent again, or this machine's clock is wrong",
    );
    throw notSigned();
  }
  if (!event) throw notSigned();
  const { id, type } = event;
  if (event.live !== payments.live)
    return log.info({ id, type }, "ignoring webhook event: livemode mismatch");
  if (!event.resource) return log.info({ id, type }, "ignoring webhook event: unhandled type");
  await inTransaction(deps.db, async (tx) => {
    if (!(await insertEvent(tx, event))) return;
    await deps.jobs.enqueue(tx, { name: JOB, key: id, data: { eventId: id } });
  });
}

/** Processes a stored event. */
export function paymentEventJob(deps: BillingDeps, onAccountEvent: OnAccountEvent): Job {
  return defineJob({
    name: JOB,
    payload: EventJob,
    retry: RETRY,
    async handler({ data: { eventId } }) {
      const event = await findWaitingEvent(deps.db, eventId);
      if (!event) return;
      try {
        await processEvent(deps, event.resource, onAccountEvent);
      } catch (error) {
        await setEventError(deps.db, eventId, errorMessage(error));
        throw error;
      }
      // Effects can be repeated: a process that is killed here does no harm.
      await setEventHandled(deps.db, eventId);
    },
  });
}

async function processEvent(
  deps: BillingDeps,
  resource: PaymentEvent["resource"],
  onAccountEvent: OnAccountEvent,
): Promise<void> {
  if (resource?.kind === "account") await onAccountEvent(resource);
  if (resource?.kind === "subscription") await refreshSubscription(deps, resource.id);
  if (resource?.kind === "checkout") {
    const { id: sessionId, reference } = resource;
    const row = await findCheckout(deps.db, { sessionId, reference });
    if (row) await refreshCheckout(deps, row, { sessionId, trigger: "something happened" });
    else deps.log.info({ sessionId }, "ignoring unknown checkout session");
  }
}
