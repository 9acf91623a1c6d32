import { defineMessages } from "../../../../contract/texts.ts";
import type { QueueState } from "../../../platform/jobs/port.ts";
import { MAIL_JOB } from "../../../platform/mail/mails.ts";
import { type Check, type Found, fault, ok, warning } from "../check.ts";

const MANY = 1_000;
/**
 * Emails can wait for the mail server, and refunds for the provider. After this time an operator should look.
 */
const STUCK_SECONDS = 3600;

const messages = defineMessages("check_jobs", {
  name: "Jobs",
  advice: "Start Tessera once: it creates the tables of its jobs.",
  counts: "{waiting} waiting, {running} running, {dead} failed",
  countsWithFailed: "{waiting} waiting, {running} running, {dead} failed, such as {job}",
  failedAdvice: "Open Admin, Jobs. Each failed job has its reason there and can be retried.",
  stuck: "the oldest of {job} is overdue by {minutes} min",
  stuckAdvice:
    "While Tessera runs, its log says why jobs fail. For emails check the mail server, for payments the provider.",
  manyAdvice: "A large mailing causes this for a while. If the number does not fall, look at the log.",
});

/** Counts waiting and failed jobs, including emails. */
export const jobsCheck: Check = {
  id: "jobs",
  name: messages.name,
  advice: messages.advice,
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
  const counts = { waiting, running: sum("running"), dead };
  const seen = messages.counts(counts);
  const failed = queues.find((queue) => queue.dead > 0 && queue.name !== MAIL_JOB);
  const stuck = queues.find(({ oldestSeconds }) => oldestSeconds > STUCK_SECONDS);
  if (failed) {
    const withFailed = messages.countsWithFailed({ ...counts, job: failed.name });
    return fault({ seen: withFailed, advice: messages.failedAdvice });
  }
  if (stuck) {
    const minutes = Math.floor(stuck.oldestSeconds / 60);
    const overdue = messages.stuck({ job: stuck.name, minutes });
    return fault({ seen: [seen, overdue], advice: messages.stuckAdvice });
  }
  if (dead > 0) return warning({ seen, advice: messages.failedAdvice });
  return waiting < MANY ? ok({ seen }) : warning({ seen, advice: messages.manyAdvice });
}
