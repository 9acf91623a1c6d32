import { and, eq, gt, isNotNull, isNull, lt, ne, or, sql } from "drizzle-orm";
import type { MailLink } from "../../../../contract/mails/mails.ts";
import { EMAIL_CHANGES } from "../../../../contract/rules/limits.ts";
import { deleteInBatches } from "../../../platform/database/in-batches.ts";
import { lockName, type Queries, type Transaction } from "../../../platform/database/index.ts";
import type { EmailLink } from "../../../platform/mail/port.ts";
import { type DeriveToken, hashToken } from "../../../platform/tokens.ts";
import { errors } from "../errors.ts";
import { emailChanges, sessions } from "../tables.ts";

export type EmailChange = typeof emailChanges.$inferSelect;
export const CONFIRM_HOURS = 48;
/**
 * Undoing a change also removes what was added to the account within this many hours before its request.
 */
const UNDOES_HOURS = 72;

type Side = "confirm" | "undo";
const deriveToken = (derive: DeriveToken, side: Side, id: string) => derive("email change", side, id);

const isOpen = isNull(emailChanges.endedAt);
const confirmable = and(
  isOpen,
  isNull(emailChanges.confirmedAt),
  gt(emailChanges.requestedAt, sql`now() - make_interval(hours => ${CONFIRM_HOURS})`),
);
const undoable = and(isOpen, gt(emailChanges.undoUntil, sql`now()`));

/**
 * Throws 409 for an email that a former account can still take back. Of concurrent transactions for one
 * email, only one passes.
 */
export async function requireEmailFree(
  tx: Transaction,
  { email, userId }: { email: string; userId?: string },
): Promise<void> {
  await lockName(tx, `email ${email.toLowerCase()}`);
  const others = userId ? ne(emailChanges.userId, userId) : undefined;
  const reserved = and(eq(emailChanges.oldEmail, email.toLowerCase()), undoable, others);
  if ((await tx.$count(emailChanges, reserved)) > 0) throw errors.emailTaken();
}

/** Stores a session's request, which replaces a pending one. The caller has locked the account. */
export async function insertEmailChange(
  tx: Transaction,
  derive: DeriveToken,
  {
    id,
    sessionId,
    ...change
  }: { id: string; userId: string; sessionId: string; oldEmail: string; newEmail: string },
): Promise<void> {
  await endPendingChange(tx, change.userId);
  await tx.insert(emailChanges).values({
    id,
    ...change,
    // A thief may have added a way to sign in before the change, in this session or another one.
    undoesSince: sql`least(now() - make_interval(hours => ${UNDOES_HOURS}),
      (select ${sessions.createdAt} from ${sessions} where ${sessions.id} = ${sessionId}))`,
    confirmHash: hashToken(deriveToken(derive, "confirm", id)),
    undoHash: hashToken(deriveToken(derive, "undo", id)),
  });
}

/** A time before anything was added to any account. */
const EVER = new Date(0);

/** Returns whether the account was unproven when its email was changed. */
export const wasUnproven = ({ undoesSince }: EmailChange): boolean =>
  undoesSince.getTime() === EVER.getTime();

export async function endPendingChange(db: Queries, userId: string): Promise<void> {
  await db
    .update(emailChanges)
    .set({ endedAt: sql`now()` })
    .where(and(eq(emailChanges.userId, userId), isNull(emailChanges.confirmedAt), isOpen));
}

/**
 * Ends a change, all later changes and the pending request, so that no later link changes the email again.
 */
export async function endChangesSince(tx: Transaction, { userId, requestedAt }: EmailChange): Promise<void> {
  const since = sql`${emailChanges.requestedAt} >= ${requestedAt.toISOString()}`;
  await tx
    .update(emailChanges)
    .set({ endedAt: sql`now()` })
    .where(and(eq(emailChanges.userId, userId), isOpen, since));
}

/**
 * Marks a change as confirmed. `canUndo` is true if the old email was verified. With `isUnproven`, undoing the
 * change removes all additions to the account, because nobody knows who made them.
 */
export async function confirmChange(
  tx: Transaction,
  id: string,
  { canUndo, isUnproven }: { canUndo: boolean; isUnproven: boolean },
): Promise<void> {
  await tx
    .update(emailChanges)
    .set({
      confirmedAt: sql`now()`,
      ...(canUndo && { undoUntil: undoEnd }),
      ...(isUnproven && { undoesSince: EVER }),
    })
    .where(eq(emailChanges.id, id));
}
const undoEnd = sql`now() + make_interval(hours => ${EMAIL_CHANGES.undoHours})`;

/** Returns the change that a link can still confirm or undo, or undefined. */
export async function findChange(db: Queries, side: Side, token: string): Promise<EmailChange | undefined> {
  const hash = side === "confirm" ? emailChanges.confirmHash : emailChanges.undoHash;
  const works = side === "confirm" ? confirmable : undoable;
  const [row] = await db
    .select()
    .from(emailChanges)
    .where(and(eq(hash, hashToken(token)), works));
  return row;
}

export async function findPendingEmail(db: Queries, userId: string): Promise<string | null> {
  const [row] = await db
    .select({ newEmail: emailChanges.newEmail })
    .from(emailChanges)
    .where(and(eq(emailChanges.userId, userId), confirmable));
  return row?.newEmail ?? null;
}

/**
 * Resolves a link of an email about a change, and drops the email if the link has expired. The time to undo
 * begins when its email is sent.
 */
export function emailChangeLink(
  { db, derive }: { db: Queries; derive: DeriveToken },
  side: Side,
  toPath: (token: string) => string,
): EmailLink<Extract<MailLink, { seed: string }>> {
  return {
    path: ({ seed }) => toPath(deriveToken(derive, side, seed)),
    refresh: async ({ seed }) => {
      const works = and(eq(emailChanges.id, seed), side === "confirm" ? confirmable : undoable);
      const rows = await db
        .update(emailChanges)
        .set({ undoUntil: side === "undo" ? undoEnd : null })
        .where(works)
        .returning({ id: emailChanges.id });
      return rows.length > 0;
    },
  };
}

/** Deletes changes that can no longer have an effect. */
export async function deleteOldEmailChanges(db: Queries): Promise<void> {
  await deleteInBatches(
    db,
    emailChanges,
    and(
      lt(emailChanges.requestedAt, sql`now() - interval '30 days'`),
      or(
        isNotNull(emailChanges.endedAt),
        isNull(emailChanges.undoUntil),
        lt(emailChanges.undoUntil, sql`now()`),
      ),
    ),
  );
}
