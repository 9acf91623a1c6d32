import type { DeadJob } from "../../../contract/api/admin.ts";
import { notFound } from "../../platform/http/app-error.ts";
import { paginate } from "../../platform/http/paginate.ts";
import type { DeadLetter } from "../../platform/jobs/port.ts";
import { withAdmin } from "./admin-transaction.ts";
import { recordAction } from "./audit.ts";
import type { AdminDeps } from "./deps.ts";

const EMAIL = /[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g;
const MAX_ERROR_LENGTH = 500;

/** Returns one page of permanently failed jobs, newest first. */
export async function listDeadJobs({ jobs }: Pick<AdminDeps, "jobs">, page: number) {
  const { range, wrap } = paginate(page);
  const [letters, total] = await Promise.all([jobs.listDeadLetters(range), jobs.countDeadLetters()]);
  return wrap({ jobs: letters.map(presentDeadJob), total });
}

/** Retries a job. Throws 404 if it is unknown or was retried already. */
export function retryDeadJob(
  { db, jobs }: Pick<AdminDeps, "db" | "jobs">,
  { actorId, id }: { actorId: string; id: string },
): Promise<void> {
  return withAdmin({ db, actorId }, async (tx) => {
    const job = await jobs.retryDeadLetter(tx, id);
    if (job === undefined) throw notFound("Job");
    await recordAction(tx, { actorId, action: "job.retried", subjectId: id, after: { job } });
  });
}

/** Formats a dead job. Masks the recipient, which mail servers repeat in their errors. */
function presentDeadJob({ id, name, reason, attempts, queuedAt, diedAt }: DeadLetter): DeadJob {
  return {
    id,
    name,
    error: reason.replace(EMAIL, "[email]").slice(0, MAX_ERROR_LENGTH),
    attempts,
    queued_at: queuedAt.toISOString(),
    failed_at: diedAt.toISOString(),
  };
}
