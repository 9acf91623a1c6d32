import { z } from "zod";
import { SIGNUP_CAPS, SIGNUP_DAYS, SIGNUP_EMAILS } from "../../../contract/rules/limits.ts";
import { inTransaction, type Queries, type Transaction } from "../../platform/database/index.ts";
import { tryConsume } from "../../platform/http/rate-limiter.ts";
import { defineJob } from "../../platform/jobs/define-job.ts";
import type { Job } from "../../platform/jobs/port.ts";
import { clientMailbox, mailboxOf } from "../../platform/mail/address.ts";
import { type DeriveToken, hashToken } from "../../platform/tokens.ts";
import { findOwner } from "../accounts/index.ts";
import { findCreatorById, maySend, visibleBranding } from "../creators/index.ts";
import type { AudienceDeps } from "./deps.ts";
import { findReplyAddress } from "./replies.ts";
import { findMember, lockMember, type MemberRow, setMailed } from "./repository.ts";

const JOB = "audience.confirmation-email";
const ConfirmationJob = z.object({
  memberId: z.number(),
  /** True for an imported reader, who is asked once. */
  isOnce: z.boolean().optional(),
});

/**
 * Enqueues the email that asks a member to confirm. A separate job sends it, because limits use another
 * connection, and a transaction that holds locks must not wait for one.
 */
export async function askToConfirm(tx: Transaction, { jobs }: AudienceDeps, { id }: Pick<MemberRow, "id">) {
  const data: z.input<typeof ConfirmationJob> = { memberId: id };
  await jobs.enqueue(tx, { name: JOB, data });
}

/** Enqueues the only question to each of these imported readers. A limit of the recipient delays it to another day. */
export async function askOnce(tx: Transaction, { jobs, clock }: AudienceDeps, memberIds: readonly number[]) {
  const day = clock.now().toISOString().slice(0, 10);
  await jobs.enqueueAll(
    tx,
    JOB,
    memberIds.map((memberId) => ({
      key: `import ${memberId} ${day}`,
      data: { memberId, isOnce: true } satisfies z.input<typeof ConfirmationJob>,
    })),
  );
}

/** Counts a confirmation email against the caps of its client IP and creator. Throws 429. */
export async function consumeSignupLimits(
  { limits }: AudienceDeps,
  { creatorId, ip }: { creatorId: number; ip: string },
): Promise<void> {
  await limits.consume({ name: "signups by ip", key: ip, ...SIGNUP_CAPS.ip });
  await limits.consume({ name: "signups by creator", key: String(creatorId), ...SIGNUP_CAPS.creator });
}

/** Counts a signup against the cap of this client for the recipient. Returns false if it is reached. */
export async function reserveClientSignup(
  { limits, log }: AudienceDeps,
  { email, ip }: { email: string; ip: string },
): Promise<boolean> {
  const use = { name: "signups of a client by recipient", key: clientMailbox(ip, email) };
  const isAllowed = await tryConsume(limits, { ...use, ...SIGNUP_CAPS.client });
  if (!isAllowed)
    log.info("confirmation of a signup not emailed: the client reached its limit for this recipient");
  return isAllowed;
}

/**
 * Defines the job that emails a confirmation link. It skips members who have just received one or have received
 * several, and creators who may not send emails.
 */
export const confirmationEmailJob = (deps: AudienceDeps): Job =>
  defineJob({
    name: JOB,
    payload: ConfirmationJob,
    async handler({ data: { memberId, isOnce = false } }) {
      const max = isOnce ? 1 : SIGNUP_EMAILS.max;
      const known = await findMember(deps.db, memberId);
      if (!known || !isDue(deps, known, max) || !(await findSender(deps.db, known))) return;
      if (!(await reserveConfirmation(deps, known.email))) return;
      await inTransaction(deps.db, async (tx) => {
        const member = await lockMember(tx, memberId);
        const creator = member && isDue(deps, member, max) && (await findSender(tx, member));
        if (!creator) return;
        const { id, email, seed, mailsSent, language } = member;
        await setMailed(tx, id, hashToken(confirmationToken(deps.derive, seed)));
        await deps.mails.enqueueEmail(tx, {
          to: email,
          creatorId: creator.id,
          mail: {
            mail: "confirm-signup",
            language: language ?? creator.language,
            ...visibleBranding(creator, deps.publicUrl),
            creator: creator.displayName,
            sender: creator.displayName,
            contact: await findReplyAddress(tx, creator),
            validDays: SIGNUP_DAYS,
            links: { main: { to: "signup", seed } },
          },
          cause: `${id} ${mailsSent}`,
        });
      });
    },
  });

function isDue(
  { clock }: AudienceDeps,
  { confirmedAt, mailsSent, mailedAt }: MemberRow,
  max: number,
): boolean {
  const gap = mailedAt === null ? Number.POSITIVE_INFINITY : clock.now().getTime() - mailedAt.getTime();
  return confirmedAt === null && mailsSent < max && gap >= SIGNUP_EMAILS.gapSeconds * 1000;
}

/**
 * Returns the creator of an audience, or undefined if the account's email is unverified or an administrator
 * has stopped the emails.
 */
async function findSender(db: Queries, { creatorId }: MemberRow) {
  const creator = await findCreatorById(db, creatorId);
  if (!creator || !maySend(creator) || !(await findOwner(db, creatorId)).isVerified) return undefined;
  return creator;
}

/** Counts an email against its recipient's cap. Returns false if it is reached. */
async function reserveConfirmation({ limits, log }: AudienceDeps, email: string): Promise<boolean> {
  const recipient = { name: "signups by recipient", key: mailboxOf(email) };
  const isAllowed = await tryConsume(limits, { ...recipient, ...SIGNUP_CAPS.recipient });
  if (!isAllowed) log.info("confirmation of a signup not emailed: the recipient reached its limit");
  return isAllowed;
}

export const confirmationToken = (derive: DeriveToken, seed: string) => derive("signup", seed);
