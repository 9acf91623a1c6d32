import { z } from "zod";
import { defineJob } from "../../platform/jobs/define-job.ts";
import type { Job } from "../../platform/jobs/port.ts";
import { countFunnel } from "../analytics/index.ts";
import type { FunnelDeps } from "./deps.ts";

export const COUNT_JOB = "funnel.count";
const ATTEMPT_SECONDS = 600;

/**
 * Counts the stored visits of past years after a creator has opened the funnel for the first time. An attempt
 * continues where the last one stopped.
 */
export const countJob = ({ db, retentionDays }: Pick<FunnelDeps, "db" | "retentionDays">): Job =>
  defineJob({
    name: COUNT_JOB,
    payload: z.object({ creatorId: z.number() }),
    concurrency: 2,
    timeoutSeconds: ATTEMPT_SECONDS,
    async handler({ data }) {
      await countFunnel(db, { ...data, retentionDays, milliseconds: (ATTEMPT_SECONDS * 1000) / 2 });
    },
  });
