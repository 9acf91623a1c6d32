import { randomBytes } from "node:crypto";
import { and, arrayContains, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import { type SentType, TEST_EVENT, type WebhookType } from "../../../contract/rules/webhook-types.ts";
import type { Transaction } from "../../platform/database/index.ts";
import type { Jobs } from "../../platform/jobs/port.ts";
import { webhookDeliveries, webhookEndpoints, webhookEvents } from "./tables.ts";

/** A transaction that takes longer from an event to its commit may cause a change without an event. */
const COMMIT_SECONDS = 30;

/** The job that delivers the events of an endpoint. */
export const DELIVER_JOB = "webhooks.deliver";

export type WebhookEvent = {
  creatorId: number;
  type: WebhookType;
  /** Events of one subject are delivered in their order: `order 17`. */
  subject: string;
  /** Identifies the cause. A second event of the same cause is not recorded. */
  cause: string;
  /** Ids, amounts and states. Never emails, files or tokens. */
  data: Readonly<Record<string, unknown>>;
  delaySeconds?: number;
  /** Records nothing for an endpoint that waits for an equal event, which then stands for both. Locks nothing, so that changes of one page do not wait for each other. */
  isCollected?: boolean;
};

/** Records an event for the endpoints that subscribe to it, and queues its deliveries, in the transaction of its cause. */
export async function recordWebhook(
  tx: Transaction,
  jobs: Pick<Jobs, "enqueue">,
  event: WebhookEvent,
): Promise<void> {
  const { creatorId, type } = event;
  // An endpoint that was disabled for errors gets the event once it is enabled again.
  const isOn = or(isNull(webhookEndpoints.disabledAt), eq(webhookEndpoints.disabledReason, "failing"));
  const isSubscribed = and(
    eq(webhookEndpoints.creatorId, creatorId),
    isOn,
    arrayContains(webhookEndpoints.types, [type]),
    event.isCollected ? isNotCollecting(event.subject) : undefined,
  );
  await insertEvent(tx, jobs, { ...event, isReceiver: isSubscribed });
}

/** Selects endpoints without a pending event of the subject that still waits for long enough to stand for a change which is not committed yet. */
const isNotCollecting = (subject: string) => sql`not exists (
  select from webhook_deliveries waiting
  where waiting.endpoint_id = ${webhookEndpoints.id} and waiting.subject = ${subject}
    and waiting.state = 'pending' and waiting.attempts = 0
    and waiting.next_at > clock_timestamp() + make_interval(secs => ${COMMIT_SECONDS}))`;

/** Records a test event for one endpoint. Returns its id. */
export async function recordTest(
  tx: Transaction,
  jobs: Pick<Jobs, "enqueue">,
  { creatorId, endpointId }: { creatorId: number; endpointId: string },
): Promise<string> {
  const nonce = randomBytes(8).toString("hex");
  const id = await insertEvent(tx, jobs, {
    creatorId,
    type: TEST_EVENT,
    subject: `test ${nonce}`,
    cause: `test ${nonce}`,
    data: { endpoint_id: endpointId },
    isReceiver: eq(webhookEndpoints.id, endpointId),
  });
  if (!id) throw new Error("no test event was recorded");
  return id;
}

type NewEvent = Omit<WebhookEvent, "type"> & { type: SentType; isReceiver: SQL | undefined };

async function insertEvent(
  tx: Transaction,
  jobs: Pick<Jobs, "enqueue">,
  { creatorId, type, subject, cause, data, delaySeconds = 0, isReceiver }: NewEvent,
): Promise<string | undefined> {
  const receivers = await tx.select({ id: webhookEndpoints.id }).from(webhookEndpoints).where(isReceiver);
  if (receivers.length === 0) return undefined;
  const id = `msg_${randomBytes(15).toString("hex")}`;
  // The body is fixed here, so that each attempt sends the same bytes.
  const { rows } = await tx.execute<{ now: string }>(
    sql`select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as now`,
  );
  const payload = JSON.stringify({ type, timestamp: rows[0]?.now, data });
  const { rowCount } = await tx
    .insert(webhookEvents)
    .values({ id, creatorId, type, cause, payload })
    .onConflictDoNothing({ target: [webhookEvents.creatorId, webhookEvents.cause] });
  if (rowCount !== 1) return undefined;
  const nextAt = sql`now() + make_interval(secs => ${delaySeconds})`;
  await tx
    .insert(webhookDeliveries)
    .values(receivers.map((endpoint) => ({ endpointId: endpoint.id, eventId: id, subject, nextAt })));
  for (const endpoint of receivers) {
    const job = { name: DELIVER_JOB, data: { endpointId: endpoint.id } };
    await jobs.enqueue(tx, delaySeconds > 0 ? { ...job, startAfterSeconds: delaySeconds } : job);
  }
  return id;
}
