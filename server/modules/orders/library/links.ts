import { randomUUID } from "node:crypto";
import { and, eq, gt, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import { z } from "zod";
import { LIBRARY_CAPS, LIBRARY_LINK_MINUTES } from "../../../../contract/rules/library-limits.ts";
import { RECEIPT_CAPS } from "../../../../contract/rules/limits.ts";
import { deleteInBatches } from "../../../platform/database/in-batches.ts";
import { first, inTransaction, type Queries, type Transaction } from "../../../platform/database/index.ts";
import { tryConsume } from "../../../platform/http/rate-limiter.ts";
import { defineJob } from "../../../platform/jobs/define-job.ts";
import type { Job } from "../../../platform/jobs/port.ts";
import { clientMailbox, mailboxOf } from "../../../platform/mail/address.ts";
import { hashToken } from "../../../platform/tokens.ts";
import type { OrderDeps } from "../deps.ts";
import { listReceived } from "../gifts/repository.ts";
import { buyerLinks } from "../library-tables.ts";
import { isPurchaseOf } from "../repository.ts";
import { orders } from "../tables.ts";
import { findBuyerLanguage } from "./purchases.ts";

const JOB = "orders.library-link";
/** `email` is erased with the user, as in every job. */
const LinkJob = z.object({ email: z.string(), browserHash: z.string() });
const inMinutes = sql`now() + make_interval(mins => ${LIBRARY_LINK_MINUTES})`;

/**
 * Emails the link to the purchases of an email if there are any.
 * A job looks for them, so neither the response nor its timing reveals the result.
 */
export async function mailLibraryLink(
  { db, jobs, limits, log }: OrderDeps,
  { email, browserToken, ip }: { email: string; browserToken: string; ip: string },
): Promise<void> {
  const client = { name: "library links of a client by recipient", key: clientMailbox(ip, email) };
  const isWithinCaps =
    (await tryConsume(limits, { name: "library links by ip", key: ip, ...RECEIPT_CAPS.ip })) &&
    (await tryConsume(limits, { ...client, ...LIBRARY_CAPS.client }));
  if (!isWithinCaps) {
    log.info("library link without an email: the cap of its client is reached");
    return;
  }
  const data: z.input<typeof LinkJob> = {
    email: email.toLowerCase(),
    browserHash: hashToken(browserToken).toString("base64url"),
  };
  await inTransaction(db, (tx) => jobs.enqueue(tx, { name: JOB, data }));
}

/** Defines the job that emails the link. Above a mailbox's cap it extends the recent links instead. */
export const libraryLinkJob = (deps: OrderDeps): Job =>
  defineJob({
    name: JOB,
    payload: LinkJob,
    async handler({ data: { email, browserHash } }) {
      const { db, limits, log, tokens } = deps;
      const [known] = await db.select({ id: orders.id }).from(orders).where(isPurchaseOf(email)).limit(1);
      if (!known && (await listReceived(db, email)).length === 0) return;
      const recipient = { name: "library links by recipient", key: mailboxOf(email) };
      if (!(await tryConsume(limits, { ...recipient, ...LIBRARY_CAPS.recipient }))) {
        log.info("library link without an email: the cap of its recipient is reached");
        await extendRecentLinks(db, email);
        return;
      }
      const id = randomUUID();
      await inTransaction(db, async (tx) => {
        await tx.insert(buyerLinks).values({
          id,
          email,
          tokenHash: tokens.hash(tokens.library(id)),
          browserHash: Buffer.from(browserHash, "base64url"),
          expiresAt: inMinutes,
        });
        await deps.mails.enqueueEmail(tx, {
          to: email,
          mail: {
            mail: "library-link",
            language: await findBuyerLanguage(tx, email),
            validMinutes: LIBRARY_LINK_MINUTES,
            links: { main: { to: "library", seed: id } },
          },
          cause: `library link ${id}`,
        });
      });
    },
  });

/** Extends all of them, because emails arrive in any order. */
async function extendRecentLinks(db: Queries, email: string): Promise<void> {
  const isRecent = gt(
    buyerLinks.createdAt,
    sql`now() - make_interval(secs => ${LIBRARY_CAPS.recipient.seconds})`,
  );
  await db
    .update(buyerLinks)
    .set({ expiresAt: inMinutes })
    .where(and(eq(buyerLinks.email, email), isNull(buyerLinks.usedAt), isRecent));
}

/** Restarts a link's lifetime just before its email is sent. Returns false if the link was used or deleted meanwhile. */
export async function refreshLibraryLink(db: Queries, id: string): Promise<boolean> {
  const rows = await db
    .update(buyerLinks)
    .set({ expiresAt: inMinutes })
    .where(and(eq(buyerLinks.id, id), isNull(buyerLinks.usedAt)))
    .returning({ id: buyerLinks.id });
  return rows.length > 0;
}

/** Returns the state of a link, by the database's clock, and whether this browser asked for it. */
export async function readLibraryLink(
  db: Queries,
  { token, browserToken }: { token: string; browserToken: string | undefined },
) {
  const row = await db
    .select({
      email: buyerLinks.email,
      browserHash: buyerLinks.browserHash,
      isUsed: sql<boolean>`${isNotNull(buyerLinks.usedAt)}`,
      isExpired: sql<boolean>`${buyerLinks.expiresAt} <= now()`,
    })
    .from(buyerLinks)
    .where(eq(buyerLinks.tokenHash, hashToken(token)))
    .then(first);
  if (!row) return undefined;
  const isSameBrowser = browserToken !== undefined && hashToken(browserToken).equals(row.browserHash);
  const state = row.isUsed ? "used" : row.isExpired ? "expired" : "open";
  return { state, email: row.email, isSameBrowser } as const;
}

/** Uses up a link and returns its email. Returns undefined if the link no longer works, or if another browser sends a wrong email. */
export async function useLibraryLink(
  tx: Transaction,
  { token, browserToken, email }: { token: string; browserToken: string | undefined; email: string },
): Promise<string | undefined> {
  const isHere = browserToken === undefined ? undefined : eq(buyerLinks.browserHash, hashToken(browserToken));
  const row = await tx
    .update(buyerLinks)
    .set({ usedAt: sql`now()` })
    .where(
      and(
        eq(buyerLinks.tokenHash, hashToken(token)),
        isNull(buyerLinks.usedAt),
        gt(buyerLinks.expiresAt, sql`now()`),
        or(isHere, eq(buyerLinks.email, email.toLowerCase())),
      ),
    )
    .returning({ email: buyerLinks.email })
    .then(first);
  return row?.email;
}

/** Deletes links a day after they expired, so that expired links are not reported as unknown. */
export async function deleteOldLibraryLinks(db: Queries): Promise<void> {
  await deleteInBatches(db, buyerLinks, lt(buyerLinks.expiresAt, sql`now() - interval '1 day'`));
}
