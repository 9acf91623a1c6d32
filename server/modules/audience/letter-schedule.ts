import { DOUBLE_HOURS, LETTER_DAYS_AHEAD, LETTER_LATE_HOURS } from "../../../contract/rules/limits.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { inTransaction, type Transaction } from "../../platform/database/index.ts";
import { AppError } from "../../platform/http/app-error.ts";
import { tryConsume } from "../../platform/http/rate-limiter.ts";
import { defineJob } from "../../platform/jobs/define-job.ts";
import type { Job } from "../../platform/jobs/port.ts";
import { LETTER_EMAILS } from "../../platform/mail/email-table.ts";
import { findOwner } from "../accounts/index.ts";
import { lockCreator } from "../creators/index.ts";
import { sendWithin } from "./campaigns.ts";
import type { CampaignDeps } from "./deps.ts";
import { letterErrors } from "./errors.ts";
import {
  compareTime,
  deleteLetter,
  findDueLetter,
  type LetterRow,
  lockLetter,
  updateLetter,
} from "./letter-repository.ts";
import { emailOf } from "./letters.ts";

/** Sends scheduled emails when their time has come, within a minute. */
export const scheduledLettersJob = (deps: CampaignDeps): Job =>
  defineJob({
    name: "audience.scheduled-letters",
    schedule: "* * * * *",
    timeoutSeconds: 300,
    handler: ({ signal }) => sendDueLetters(deps, signal),
  });

/** Sends each email whose time has come. One that fails is logged and tried again in a minute, and keeps no other from being sent. */
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

/** Sends an email and deletes its letter in one transaction: a process that is killed has done both or neither. Whatever forbids sending at this moment makes it a draft again, with the reason. */
function sendDue(deps: CampaignDeps, own: { creatorId: number; id: number }): Promise<void> {
  return inTransaction(deps.db, async (tx) => {
    const creator = await lockCreator(tx, own.creatorId);
    if (!creator) return;
    const letter = await lockLetter(tx, own);
    if (!letter?.sendAt || letter.scheduledBy === null) return;
    // Changed to a later time while this transaction waited for the lock.
    const at = await compareTime(tx, letter.sendAt, { hours: LETTER_LATE_HOURS, days: LETTER_DAYS_AHEAD });
    if (!at.isOver) return;
    if (at.isLate) return putBack(tx, deps, letter, letterErrors.late().message);
    try {
      const mail = emailOf(letter, deps.publicUrl);
      await sendWithin(tx, deps, { creator, userId: letter.scheduledBy, mail, isScheduled: true });
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      return putBack(tx, deps, letter, problemOf(error));
    }
    await deleteLetter(tx, own);
  });
}

/** The error of an email that was sent already asks whether to send it again, which nobody is there to answer. */
const problemOf = ({ code, message }: AppError): string =>
  code === "marketing.sent_already" ? letterErrors.repeated({ hours: DOUBLE_HOURS }).message : message;

/** Makes a scheduled email a draft again, and emails its creator the reason. */
async function putBack(
  tx: Transaction,
  { limits, mails }: CampaignDeps,
  { creatorId, id, subject, sendAt }: LetterRow,
  problem: string,
): Promise<void> {
  await updateLetter(tx, { creatorId, id }, { sendAt: null, scheduledBy: null, problem });
  const { email } = await findOwner(tx, creatorId);
  if (email === null) return;
  // Above it the reason is beside the draft alone.
  if (!(await tryConsume(limits, { name: "emails about letters", key: String(creatorId), ...LETTER_EMAILS })))
    return;
  await mails.enqueueEmail(tx, {
    to: email,
    mail: {
      ...{ mail: "letter-not-sent", subject, reason: problem, reached: null },
      links: { main: { to: "page", path: paths.editLetter(id) } },
    },
    // It may be scheduled again.
    cause: `letter ${id} ${sendAt?.toISOString()}`,
  });
}
