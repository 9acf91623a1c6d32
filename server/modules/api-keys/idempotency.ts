import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { and, eq, isNull, lt, sql } from "drizzle-orm";
import { deleteInBatches } from "../../platform/database/in-batches.ts";
import { type Database, first, type Queries, withCommitCheck } from "../../platform/database/index.ts";
import { httpErrors } from "../../platform/http/app-error.ts";
import type { Answer, IdempotentRequest, RepeatedAnswer, RunOnce } from "../../platform/http/idempotency.ts";
import type { RateLimiter } from "../../platform/http/rate-limiter.ts";
import { idempotentResponses } from "./tables.ts";

/** Stored responses of one creator in a day, which bounds their size. */
const DAILY = { points: 5_000, seconds: 86_400 };
const MAX_BODY_BYTES = 64 * 1024;
const WAIT_MS = 5_000;
const POLL_MS = 150;
const isExpired = sql`${idempotentResponses.startedAt} < now() - interval '24 hours'`;
/** An attempt that runs for so long is given up: its process has ended, or it can no longer commit. */
const isOld = sql`${idempotentResponses.startedAt} < now() - interval '30 seconds'`;
const isAbandoned = sql`${idempotentResponses.committedAt} is null and ${isOld}`;

type Deps = { db: Database; limits: RateLimiter };

/**
 * Creates the function that runs requests once. The first commit of an attempt marks its row in the same transaction,
 * so a crash leaves either nothing, and a repetition runs again, or a marked row, and it never does.
 */
export function createRunOnce({ db, limits }: Deps): RunOnce {
  return async (request, work) => {
    const attempt = randomUUID();
    const deadline = performance.now() + WAIT_MS;
    while (!(await claim(db, request, attempt))) {
      const answer = await findAnswer(db, request);
      if (answer === "gone") continue;
      if (answer) return answer;
      if (performance.now() > deadline) throw httpErrors.idempotencyRunning();
      await delay(POLL_MS);
    }
    try {
      await limits.consume({ name: "idempotency keys", key: `creator ${request.owner}`, ...DAILY });
      const answer = await commitOnce({ request, attempt }, work);
      await store(db, { request, attempt }, answer);
      return answer;
    } catch (error) {
      await release(db, { request, attempt });
      throw error;
    }
  };
}

type Claimed = { request: IdempotentRequest; attempt: string };

const isRequest = ({ keyId, name }: IdempotentRequest) =>
  and(eq(idempotentResponses.apiKeyId, keyId), eq(idempotentResponses.name, name));
const isAttempt = ({ request, attempt }: Claimed) =>
  and(isRequest(request), eq(idempotentResponses.attempt, attempt));

/** Returns true for the attempt that runs the request. */
async function claim(
  db: Queries,
  { keyId, name, hash }: IdempotentRequest,
  attempt: string,
): Promise<boolean> {
  const { rowCount } = await db
    .insert(idempotentResponses)
    .values({ apiKeyId: keyId, name, requestHash: hash, attempt })
    .onConflictDoUpdate({
      target: [idempotentResponses.apiKeyId, idempotentResponses.name],
      set: {
        requestHash: hash,
        attempt,
        startedAt: sql`now()`,
        committedAt: null,
        endedAt: null,
        status: null,
        body: null,
        hasBody: false,
      },
      setWhere: sql`${isExpired} or (${idempotentResponses.status} is null and ${isAbandoned})`,
    });
  return rowCount === 1;
}

/** Returns the stored answer, undefined while the request runs, or `gone` if it failed in the meantime. Throws 409. */
async function findAnswer(
  db: Queries,
  request: IdempotentRequest,
): Promise<RepeatedAnswer | "gone" | undefined> {
  const row = await db
    .select({
      hash: idempotentResponses.requestHash,
      status: idempotentResponses.status,
      body: idempotentResponses.body,
      hasBody: idempotentResponses.hasBody,
      isLost: sql<boolean>`${idempotentResponses.committedAt} is not null and (${idempotentResponses.endedAt} is not null or ${isOld})`,
    })
    .from(idempotentResponses)
    .where(isRequest(request))
    .then(first);
  if (!row) return "gone";
  if (!row.hash.equals(request.hash)) throw httpErrors.idempotencyReused();
  if (row.status === null && !row.isLost) return undefined;
  if (row.status === null || (row.hasBody && row.body === null)) throw httpErrors.idempotencyLost();
  return { status: row.status, body: row.body, isRepeated: true };
}

/** Runs the work. Each of its transactions is rolled back if another attempt has taken over the request. */
async function commitOnce<T>(claimed: Claimed, work: () => Promise<T>): Promise<T> {
  let isRunning = true;
  try {
    return await withCommitCheck(async (tx) => {
      // Work that it started, such as a job of a test, is not part of the request.
      if (!isRunning) return;
      const { rowCount } = await tx
        .update(idempotentResponses)
        .set({ committedAt: sql`coalesce(${idempotentResponses.committedAt}, now())` })
        .where(isAttempt(claimed));
      if (rowCount !== 1) throw httpErrors.idempotencyRunning();
    }, work);
  } finally {
    isRunning = false;
  }
}

async function store(db: Queries, claimed: Claimed, answer: Answer | undefined): Promise<void> {
  if (!answer) return release(db, claimed);
  const { status, body } = answer;
  const isStored = body !== null && Buffer.byteLength(body) <= MAX_BODY_BYTES;
  await db
    .update(idempotentResponses)
    .set({ status, body: isStored ? body : null, hasBody: body !== null, endedAt: sql`now()` })
    .where(isAttempt(claimed));
}

/** Forgets a request that failed before it committed anything, so that a repetition runs again. Otherwise records its end. */
async function release(db: Queries, claimed: Claimed): Promise<void> {
  try {
    await db
      .delete(idempotentResponses)
      .where(and(isAttempt(claimed), isNull(idempotentResponses.committedAt)));
    await db.update(idempotentResponses).set({ endedAt: sql`now()` }).where(isAttempt(claimed));
  } catch {
    // The database is unavailable. The attempt counts as given up after half a minute.
  }
}

export const deleteOldResponses = (db: Queries): Promise<void> =>
  deleteInBatches(
    db,
    idempotentResponses,
    lt(idempotentResponses.startedAt, sql`now() - interval '24 hours'`),
  );

/** Removes stored responses that contain an email. Their requests are still never run again. */
export async function eraseResponses(db: Queries, email: string): Promise<void> {
  await db
    .update(idempotentResponses)
    .set({ body: null })
    .where(sql`position(lower(${email}) in lower(${idempotentResponses.body})) > 0`);
}
