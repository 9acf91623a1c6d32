import type { Modules } from "../modules/index.ts";
import { inTransaction } from "../platform/database/index.ts";
import { deleteExpiredLimits } from "../platform/http/database-rate-limiter.ts";
import type { Infrastructure } from "../platform/infrastructure.ts";
import { defineJob } from "../platform/jobs/define-job.ts";
import { defineEmailJobs } from "../platform/mail/mails.ts";
import type { Module } from "../platform/module.ts";
import { pageSiteOf } from "../platform/render/page-site.ts";
import { runTasks, type Tasks } from "./run-tasks.ts";

export const MAINTENANCE_JOB = "maintenance";
/** All retries fit into the hour until the next run. */
const MAINTENANCE_RETRY = { limit: 5, initialDelaySeconds: 60, maxDelaySeconds: 600 };

/** Adds the jobs of all modules. Called before the queue starts. */
export function registerJobs(infrastructure: Infrastructure, modules: Modules) {
  const { db, jobs, log, settings } = infrastructure;
  const list: Module[] = Object.values(modules);
  const [attachments, ...others] = list.flatMap(({ emailAttachments }) => emailAttachments ?? []);
  if (others.length > 0) throw new Error("only one module may have attachments of emails");
  const emailJobs = defineEmailJobs({
    ...infrastructure,
    site: pageSiteOf(settings),
    links: Object.assign({}, ...list.map(({ emailLinks }) => emailLinks)),
    attachments,
    findAccount: modules.accounts.api.findMailAccount,
  });
  for (const job of [...list.flatMap((module) => module.jobs ?? []), ...emailJobs]) jobs.register(job);
  const preparation: Tasks = Object.assign({}, ...list.map((module) => module.preparation));
  const tasks: Tasks = Object.assign(
    { ...preparation, "delete-expired-rate-limits": () => deleteExpiredLimits(db) },
    ...list.map(({ maintenance }) => maintenance),
  );
  jobs.register(
    defineJob({
      name: MAINTENANCE_JOB,
      schedule: "0 * * * *",
      retry: MAINTENANCE_RETRY,
      timeoutSeconds: 1800,
      async handler() {
        const failed = await runTasks(tasks, log);
        if (failed.length > 0) throw new Error(`failed: ${failed.join(", ")}`);
      },
    }),
  );
  return {
    /** Runs the tasks that requests depend on, and queues the others as a job, once an hour for all processes together. A task that fails is logged, and runs again within the hour. */
    async prepare() {
      await runTasks(preparation, log);
      const hour = infrastructure.clock.now().toISOString().slice(0, 13);
      await inTransaction(db, (tx) =>
        jobs.enqueue(tx, { name: MAINTENANCE_JOB, key: `started in ${hour}`, data: {} }),
      );
    },
    /** Runs the tasks of all modules now. */
    runMaintenance: async () => void (await runTasks(tasks, log)),
  };
}
