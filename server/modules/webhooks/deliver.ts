import { randomUUID } from "node:crypto";
import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { paths } from "../../../contract/rules/paths.ts";
import { FAILING_DAYS, MAX_STORED_RESPONSE } from "../../../contract/rules/webhook-types.ts";
import { inTransaction, type Queries, type Transaction } from "../../platform/database/index.ts";
import { defineJob } from "../../platform/jobs/define-job.ts";
import type { Job } from "../../platform/jobs/port.ts";
import { PublicFetchError } from "../../platform/net/public-fetch.ts";
import { findOwner, users } from "../accounts/index.ts";
import { creators } from "../creators/index.ts";
import {
  claimEndpoint,
  DELIVER_JOB,
  type DeliveryRow,
  disableEndpoint,
  type EndpointRow,
  extendClaim,
  findDueDelivery,
  findNextDelay,
  insertAttempt,
  listDueEndpoints,
  lockDelivering,
  releaseEndpoint,
  restartDeliveries,
  updateDelivery,
  updateEndpoint,
} from "../webhook-events/index.ts";
import type { WebhookDeps } from "./deps.ts";
import { type Outcome, outcomeOf, type Response } from "./rules.ts";
import type { Runs } from "./runs.ts";
import { signatureHeaders } from "./signing.ts";

const TIMEOUT_MS = 10_000;
const MAX_RESPONSE_BYTES = 64 * 1024;
/** A run ends after so many deliveries or seconds, so that no endpoint keeps others waiting. */
const RUN = { deliveries: 20, ms: 20_000, claimSeconds: 90 };
const SWEEP_ENDPOINTS = 500;
const UNSERVED_PAUSE_SECONDS = 600;
const inSeconds = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`;

/** Defines the job that starts the deliveries of the due events of one endpoint. */
export const deliverJob = (deps: WebhookDeps, runs: Runs): Job =>
  defineJob({
    name: DELIVER_JOB,
    payload: z.object({ endpointId: z.uuid() }),
    retry: { limit: 3, initialDelaySeconds: 5, maxDelaySeconds: 60 },
    handler: ({ data }) => runs.start((signal) => deliverDue(deps, data.endpointId, signal)),
  });

/** Defines the job that finds due deliveries whose own job was lost with its process. */
export const sweepJob = ({ db, jobs }: Pick<WebhookDeps, "db" | "jobs">): Job =>
  defineJob({
    name: "webhooks.sweep",
    schedule: "* * * * *",
    async handler() {
      const due = await listDueEndpoints(db, SWEEP_ENDPOINTS);
      await inTransaction(db, (tx) =>
        jobs.enqueueAll(
          tx,
          DELIVER_JOB,
          due.map((endpointId) => ({ data: { endpointId } })),
        ),
      );
    },
  });

async function deliverDue(deps: WebhookDeps, endpointId: string, signal: AbortSignal): Promise<void> {
  const { db } = deps;
  let claim: EndpointRow | undefined = await claimEndpoint(db, endpointId, RUN.claimSeconds);
  if (!claim) return;
  let attempts = 0;
  try {
    if (!(await isServed(db, claim.creatorId)))
      return void (await updateEndpoint(db, endpointId, { pausedUntil: inSeconds(UNSERVED_PAUSE_SECONDS) }));
    const end = performance.now() + RUN.ms;
    while (attempts < RUN.deliveries && performance.now() < end && !signal.aborted) {
      const due = await findDueDelivery(db, endpointId);
      if (!due) break;
      // Read again, because the URL and the secret may have changed during the run.
      const endpoint: EndpointRow | undefined = await extendClaim(db, claim, RUN.claimSeconds);
      if (!endpoint) return;
      claim = endpoint;
      attempts += 1;
      if (!(await deliver(deps, { endpoint, due, signal }))) break;
    }
  } finally {
    await releaseEndpoint(db, claim);
  }
  if (!signal.aborted) await continueLater(deps, { endpointId, attempts });
}

/** Queues the next run of an endpoint, after the release: an event recorded during the run has found the endpoint claimed. */
async function continueLater(
  { db, jobs }: Pick<WebhookDeps, "db" | "jobs">,
  { endpointId, attempts }: { endpointId: string; attempts: number },
): Promise<void> {
  const delay = await findNextDelay(db, endpointId);
  // A run without attempts leaves a later retry to the run that made the last attempt. Otherwise each event would have a job until all are delivered.
  if (delay === null || (delay > 0 && attempts === 0)) return;
  const job = { name: DELIVER_JOB, data: { endpointId } };
  await inTransaction(db, (tx) => jobs.enqueue(tx, { ...job, startAfterSeconds: delay }));
}

/** Returns false for a suspended account and one that waits for its deletion. */
async function isServed(db: Queries, creatorId: number): Promise<boolean> {
  const rows = await db
    .select({ id: creators.id })
    .from(creators)
    .innerJoin(users, eq(users.id, creators.userId))
    .where(
      and(
        eq(creators.id, creatorId),
        isNull(users.deletionAt),
        sql`${creators.suspension} is distinct from 'account'`,
      ),
    );
  return rows.length > 0;
}

type Sending = { endpoint: EndpointRow; due: DeliveryRow; signal: AbortSignal };

/** Makes one attempt and records it. Returns whether the run may continue. */
async function deliver(deps: WebhookDeps, { endpoint, due, signal }: Sending): Promise<boolean> {
  const start = performance.now();
  const answer = await send(deps, { endpoint, due, signal });
  // This process is stopping. Another one makes the attempt.
  if (signal.aborted && "error" in answer) return false;
  const ms = Math.round(performance.now() - start);
  return inTransaction(deps.db, async (tx) => {
    // Its creator may have changed or deleted it meanwhile.
    const current = await lockDelivering(tx, endpoint.id);
    if (!current) return false;
    const outcome = outcomeOf(answer, {
      ...{ attempts: due.attempts, failures: current.failures },
      ...{ now: deps.clock.now(), random: Math.random() },
    });
    if (!(await settle(tx, deps, { endpoint: current, due, outcome }))) return true;
    await insertAttempt(tx, {
      deliveryId: due.id,
      ms,
      status: "status" in answer ? answer.status : null,
      response: "text" in answer ? storable(answer.text) : null,
      error: "error" in answer ? answer.error : null,
    });
    return outcome.state === "delivered" || outcome.pauseSeconds === 0;
  });
}

type Answer = (Extract<Response, { status: number }> & { text: string }) | { error: string };

async function send(
  { postPublic, sealer, clock, log }: WebhookDeps,
  { endpoint, due, signal }: Sending,
): Promise<Answer> {
  const body = due.payload;
  const headers = signatureHeaders(sealer, endpoint, { id: due.eventId, at: clock.now(), body });
  if (!headers) {
    log.error({ endpointId: endpoint.id }, "the secret of a webhook was sealed with another APP_SECRET");
    return { error: "the secret cannot be read" };
  }
  try {
    const bounds = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_RESPONSE_BYTES, signal };
    return await postPublic.send({ url: new URL(endpoint.url), headers, body, ...bounds });
  } catch (error) {
    if (error instanceof PublicFetchError) return { error: error.message };
    throw error;
  }
}

/** Returns the beginning of a response without characters that PostgreSQL cannot store. */
const storable = (text: string) => text.replaceAll("\0", "").toWellFormed().slice(0, MAX_STORED_RESPONSE);

type Settled = { endpoint: EndpointRow; due: DeliveryRow; outcome: Outcome };

/** Changes a delivery and its endpoint by the outcome of an attempt. Returns false if the delivery was deleted. */
async function settle(
  tx: Transaction,
  deps: WebhookDeps,
  { endpoint, due, outcome }: Settled,
): Promise<boolean> {
  const isFound = await updateDelivery(tx, due.id, {
    state: outcome.state,
    ...(outcome.state === "pending" && { delaySeconds: outcome.delaySeconds }),
  });
  if (!isFound) return false;
  if (outcome.state === "delivered") await settleSuccess(tx, endpoint);
  else await settleFailure(tx, deps, { endpoint, outcome });
  return true;
}

async function settleSuccess(tx: Transaction, endpoint: EndpointRow): Promise<void> {
  if (endpoint.failingSince === null) return;
  await updateEndpoint(tx, endpoint.id, { failingSince: null, failures: 0, pausedUntil: null });
  // The server was down and is back: what it missed does not wait for its schedule. Events that it rejects do.
  if (endpoint.failures > 0) await restartDeliveries(tx, endpoint.id);
}

async function settleFailure(
  tx: Transaction,
  deps: WebhookDeps,
  { endpoint, outcome }: { endpoint: EndpointRow; outcome: Exclude<Outcome, { state: "delivered" }> },
): Promise<void> {
  const { failingSince } = await updateEndpoint(tx, endpoint.id, {
    // Retries are at most a day apart. An older failure was followed by days without events.
    failingSince: sql`case when failed_at > now() - interval '2 days' then coalesce(failing_since, now()) else now() end`,
    failedAt: sql`now()`,
    ...(outcome.pauseSeconds > 0 && {
      failures: endpoint.failures + 1,
      pausedUntil: inSeconds(outcome.pauseSeconds),
    }),
  });
  const isTooLong =
    failingSince !== null && deps.clock.now().getTime() - failingSince.getTime() > FAILING_DAYS * 86_400_000;
  if (outcome.isGone || isTooLong) await disable(tx, deps, endpoint, outcome.isGone ? "gone" : "failing");
}

/** Disables an endpoint and emails its creator once. */
async function disable(
  tx: Transaction,
  { mails }: Pick<WebhookDeps, "mails">,
  { id, creatorId, url }: EndpointRow,
  reason: "gone" | "failing",
): Promise<void> {
  if (!(await disableEndpoint(tx, id, reason))) return;
  const { email } = await findOwner(tx, creatorId);
  if (email === null) return;
  const links = { main: { to: "page", path: paths.webhooks() } } as const;
  await mails.enqueueEmail(tx, {
    to: email,
    mail: { mail: "webhook-disabled", host: new URL(url).host, reason, links },
    cause: `webhook disabled ${randomUUID()}`,
  });
}
