import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { paths } from "../../../contract/rules/paths.ts";
import { inTransaction } from "../../platform/database/index.ts";
import { defineJob } from "../../platform/jobs/define-job.ts";
import type { Job } from "../../platform/jobs/port.ts";
import { listAdminEmails } from "../accounts/index.ts";
import { findCreatorById } from "../creators/index.ts";
import type { ModerationDeps } from "./deps.ts";
import { CLOSE_PAYMENTS_JOB } from "./effects.ts";
import { isWaiting } from "./repository.ts";
import { reports } from "./tables.ts";

/** Retries for an hour while the provider is unavailable. */
const RETRY = { limit: 40, initialDelaySeconds: 2, maxDelaySeconds: 120 };

/** Defines the job that closes buyers' open payments to a suspended creator. */
export const closePaymentsJob = ({ db, orders }: Pick<ModerationDeps, "db" | "orders">): Job =>
  defineJob({
    name: CLOSE_PAYMENTS_JOB,
    payload: z.object({ creatorId: z.number() }),
    retry: RETRY,
    async handler({ data: { creatorId } }) {
      const creator = await findCreatorById(db, creatorId);
      if (creator?.suspension) await orders.closePaymentsOf(creatorId);
    },
  });

/** Defines the job that emails administrators once a day while reports are open. */
export const digestJob = ({ db, clock, mails }: Pick<ModerationDeps, "db" | "clock" | "mails">): Job =>
  defineJob({
    name: "moderation.digest",
    schedule: "0 6 * * *",
    async handler() {
      await inTransaction(db, async (tx) => {
        const [waiting] = await tx
          .select({
            total: sql<number>`count(*)`.mapWith(Number),
            objections: sql<number>`count(*) filter (where ${eq(reports.state, "objected")})`.mapWith(Number),
            oldest: sql<Date | null>`min(${reports.createdAt})`.mapWith(reports.createdAt),
          })
          .from(reports)
          .where(isWaiting());
        if (!waiting?.oldest) return;
        const now = clock.now();
        const days = Math.floor((now.getTime() - waiting.oldest.getTime()) / 86_400_000);
        for (const email of await listAdminEmails(tx))
          await mails.enqueueEmail(tx, {
            to: email,
            mail: {
              mail: "reports-waiting",
              reports: waiting.total - waiting.objections,
              objections: waiting.objections,
              days,
              links: { main: { to: "page", path: paths.adminReports() } },
            },
            cause: `reports on ${now.toISOString().slice(0, 10)}`,
          });
      });
    },
  });
