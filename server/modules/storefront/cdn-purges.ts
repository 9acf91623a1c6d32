import { asc, count, inArray, lt, lte, sql } from "drizzle-orm";
import { z } from "zod";
import type { Transaction } from "../../platform/database/index.ts";
import { cdnTag } from "../../platform/http/cdn-headers.ts";
import type { Infrastructure } from "../../platform/infrastructure.ts";
import { defineJob } from "../../platform/jobs/define-job.ts";
import type { Module } from "../../platform/module.ts";
import { MAX_TAGS, purgeTags } from "../../platform/net/cdn-purge.ts";
import { pagePurges } from "./tables.ts";

const JOB = "pages.purge-cdn";
/** By then no node serves the page as it was: a CDN that asks again receives the new one. */
const AFTER_SECONDS = 1;
const MAX_ROWS = 1_000;
/** After a failed request the other jobs do not try at once. */
const PAUSE_MS = 2_000;

/** Tells a CDN to forget the pages of creators that have changed; nothing without one. */
export function createCdnPurges({
  db,
  jobs,
  log,
  pageInvalidations,
  settings,
}: Infrastructure): Required<Pick<Module, "jobs" | "maintenance" | "gauges">> {
  const { cdn, cdnPurge: purge } = settings;
  /** After this time a CDN has asked for the page again by itself. */
  const usefulSeconds = cdn.seconds + cdn.staleSeconds + AFTER_SECONDS;
  let pausedUntil = 0;

  const deleteUseless = async () => {
    await db
      .delete(pagePurges)
      .where(lt(pagePurges.createdAt, sql`now() - make_interval(secs => ${usefulSeconds}::int)`));
  };

  const record = async (tx: Transaction, creatorId: number) => {
    await tx.insert(pagePurges).values({ creatorId });
    // Not by a key: a job that runs before this transaction is committed would not see its row.
    await jobs.enqueue(tx, { name: JOB, data: {}, startAfterSeconds: AFTER_SECONDS });
  };
  if (purge && cdn.seconds > 0) pageInvalidations.onPublish(record);

  const purgeAll = async (signal: AbortSignal) => {
    if (!purge || performance.now() < pausedUntil) return deleteUseless();
    // The rows of several changes are in one request, and jobs that find none are done.
    for (;;) {
      await deleteUseless();
      const rows = await db
        .select({ id: pagePurges.id, creatorId: pagePurges.creatorId })
        .from(pagePurges)
        .where(lte(pagePurges.createdAt, sql`now() - make_interval(secs => ${AFTER_SECONDS}::int)`))
        .orderBy(asc(pagePurges.id))
        .limit(MAX_ROWS);
      if (rows.length === 0) return;
      const creatorIds = [...new Set(rows.map(({ creatorId }) => creatorId))].slice(0, MAX_TAGS);
      await purgeTags(purge, creatorIds.map(cdnTag), signal);
      const done = rows.filter(({ creatorId }) => creatorIds.includes(creatorId)).map(({ id }) => id);
      await db.delete(pagePurges).where(inArray(pagePurges.id, done));
    }
  };

  return {
    jobs: [
      defineJob({
        name: JOB,
        payload: z.object({}),
        concurrency: 2,
        retry: { limit: 10, initialDelaySeconds: 2, maxDelaySeconds: 60 },
        timeoutSeconds: 60,
        async handler({ signal, attempt }) {
          try {
            await purgeAll(signal);
          } catch (error) {
            pausedUntil = performance.now() + PAUSE_MS;
            log.warn({ err: error, attempt }, "a CDN was not told that pages have changed");
            throw error;
          }
        },
      }),
    ],
    maintenance: { "delete-old-page-purges": deleteUseless },
    gauges: [
      {
        name: "tessera_page_purges_waiting",
        help: "Changes of pages that the CDN has not been told yet",
        read: async () => (purge ? ((await db.select({ rows: count() }).from(pagePurges))[0]?.rows ?? 0) : 0),
      },
    ],
  };
}
