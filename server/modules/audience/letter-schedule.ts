import { DOUBLE_HOURS, LETTER_DAYS_AHEAD, LETTER_LATE_HOURS } from "../../../contract/rules/limits.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { inTransaction } from "../../platform/database/index.ts";
import { AppError } from "../../platform/http/app-error.ts";
import { tryConsume } from "../../platform/http/rate-limiter.ts";
import { defineJob } from "../../platform/jobs/define-job.ts";
import type { Job } from "../../platform/jobs/port.ts";
import { findOwner } from "../accounts/index.ts";
import { lockCreator } from "../creators/index.ts";
import { sendWithin } from "./campaigns.ts";
import type { CampaignDeps } from "./deps.ts";
import { letterErrors } from "./errors.ts";
import { compareTime, deleteLetter, findDueLetter, lockLetter, updateLetter } from "./letter-repository.ts";
import { emailOf } from "./letters.ts";

/**
 * The daily limit of notices to one creator about scheduled emails that were not sent. A creator can schedule many
 * emails.
 */
export const LETTER_EMAILS = { points: 10, seconds: 86_400 } as const;

/** Sends scheduled emails within a minute of their time. */
export const scheduledLettersJob = (deps: CampaignDeps): Job =>
  defineJob({
    name: "audience.scheduled-letters",
    schedule: "* * * * *",
    timeoutSeconds: 300,
    handler: ({ signal }) => sendDueLetters(deps, signal),
  });

/** Sends each due email. A failure is logged, retried in a minute and does not delay the others. */
async function sendDueLetters(deps: CampaignDeps, signal: AbortSignal): Promise<void> {
  const failed: number[] = [];
  while (!signal.aborted) {
    const due = await findDueLetter(deps.db, failed);
    if (!due) return;
    try {
      await sendDue(deps, due);
    } catch (error) {
      failed.push(due.id);
      deps.log.warn({ err: error, letter: due.id }, "scheduled email not sent; trying again in a minute");
    }
  }
}

/** Sends an email, or turns it into a draft again with the reason. */
async function sendDue(deps: CampaignDeps, own: Own): Promise<void> {
  const unsent = await trySending(deps, own);
  if (unsent === null) return;
  // Above the limit, only the draft shows the reason. Count before the transaction, because limits use
  // another connection.
  const limit = { name: "emails about letters", key: String(own.creatorId), ...LETTER_EMAILS };
  const isEmailed = await tryConsume(deps.limits, limit);
  await putBack(deps, own, { ...unsent, isEmailed });
}

type Own = { creatorId: number; id: number };
type Unsent = { sendAt: Date; problem: string };

/**
 * Sends an email and deletes its letter in one transaction, so that an interruption never leaves only one of
 * them done. Returns the reason for a failure, or null.
 */
async function trySending(deps: CampaignDeps, own: Own): Promise<Unsent | null> {
  let sendAt = new Date(0);
  try {
    await inTransaction(deps.db, async (tx) => {
      const creator = await lockCreator(tx, own.creatorId);
      if (!creator) return;
      const letter = await lockLetter(tx, own);
      if (!letter?.sendAt || letter.scheduledBy === null) return;
      sendAt = letter.sendAt;
      // Another transaction may have postponed the email while this one waited for the lock.
      const at = await compareTime(tx, sendAt, { hours: LETTER_LATE_HOURS, days: LETTER_DAYS_AHEAD });
      if (!at.isOver) return;
      if (at.isLate) throw letterErrors.late();
      const mail = emailOf(letter, deps.publicUrl);
      await sendWithin(tx, deps, { creator, userId: letter.scheduledBy, mail, isScheduled: true });
      await deleteLetter(tx, own);
    });
    return null;
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    return { sendAt, problem: problemOf(error) };
  }
}

/** Replaces the error that asks whether to send a repeated email again, because nobody is there to answer. */
const problemOf = ({ code, text }: AppError): string =>
  code === "marketing.sent_already" ? letterErrors.repeated({ hours: DOUBLE_HOURS }).text : text;

/**
 * Turns a scheduled email into a draft unless its time was changed in the meantime. Emails its creator the
 * reason.
 */
function putBack(
  deps: CampaignDeps,
  own: Own,
  { sendAt, problem, isEmailed }: Unsent & { isEmailed: boolean },
): Promise<void> {
  return inTransaction(deps.db, async (tx) => {
    await lockCreator(tx, own.creatorId);
    const letter = await lockLetter(tx, own);
    if (letter?.sendAt?.getTime() !== sendAt.getTime()) return;
    await updateLetter(tx, own, { sendAt: null, scheduledBy: null, problem });
    const { email } = await findOwner(tx, own.creatorId);
    if (email === null || !isEmailed) return;
    await deps.mails.enqueueEmail(tx, {
      to: email,
      mail: {
        ...{ mail: "letter-not-sent", subject: letter.subject, reason: problem, reached: null },
        links: { main: { to: "page", path: paths.editLetter(own.id) } },
      },
      // The time makes the cause unique, because the letter may be scheduled again.
      cause: `letter ${own.id} ${sendAt.toISOString()}`,
    });
  });
}
