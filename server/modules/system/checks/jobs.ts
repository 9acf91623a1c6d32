import type { QueueState } from "../../../platform/jobs/port.ts";
import { MAIL_JOB } from "../../../platform/mail/mails.ts";
import { type Check, type Found, fault, ok, warning } from "../check.ts";

const MANY = 1_000;
/**
 * Emails can wait for the mail server, and refunds for the provider. After this time an operator should look.
 */
const STUCK_SECONDS = 3600;

/** Counts waiting and failed jobs, including emails. */
export const jobsCheck: Check = {
  name: "Jobs",
  advice: "Start Tessera once: it creates the tables of its jobs.",
  needsDatabase: true,
  run: async ({ readQueues }) => [assessQueues(await readQueues())],
};

/**
 * Assesses the queues. Rejected emails are normal, because addresses may not exist. Any other job that failed
 * permanently or is overdue by an hour is a fault.
 */
export function assessQueues(queues: readonly QueueState[]): Found {
  const sum = (key: "waiting" | "running" | "dead") => queues.reduce((total, queue) => total + queue[key], 0);
  const [waiting, dead] = [sum("waiting"), sum("dead")];
  const counts = `${waiting} waiting, ${sum("running")} running, ${dead} failed`;
  const failed = queues.find((queue) => queue.dead > 0 && queue.name !== MAIL_JOB);
  const stuck = queues.find(({ oldestSeconds }) => oldestSeconds > STUCK_SECONDS);
  const failedAdvice = "Open Admin, Jobs. Each failed job has its reason there and can be retried.";
  if (failed) return fault({ seen: `${counts}, such as ${failed.name}`, advice: failedAdvice });
  if (stuck) {
    return fault({
      seen: `${counts}; the oldest of ${stuck.name} is overdue by ${Math.floor(stuck.oldestSeconds / 60)} min`,
      advice:
        "While Tessera runs, its log says why jobs fail. For emails check the mail server, for payments the provider.",
    });
  }
  if (dead > 0) return warning({ seen: counts, advice: failedAdvice });
  if (waiting < MANY) return ok({ seen: counts });
  const advice = "A large mailing causes this for a while. If the number does not fall, look at the log.";
  return warning({ seen: counts, advice });
}
