import { and, eq, inArray, isNotNull, lt, sql } from "drizzle-orm";
import { inBatches } from "../database/in-batches.ts";
import type { Queries } from "../database/index.ts";
import { sandboxPayments } from "./tables.ts";

const BATCH_SIZE = 2000;
const RETENTION_YEARS = 2;

/** Erases a payer's email from the payments of the mock checkout and of the sandbox, which outlive their orders. */
export async function erasePayerEmail(db: Queries, email: string): Promise<void> {
  const isPayer = eq(sql`lower(${sandboxPayments.email})`, email.toLowerCase());
  await db.update(sandboxPayments).set({ email: null }).where(isPayer);
}

/** Erases the payer's email two years after the payment was started. */
export async function erasePayerEmailsOfOldPayments(db: Queries): Promise<void> {
  const { id, email, createdAt } = sandboxPayments;
  const isOld = and(isNotNull(email), lt(createdAt, sql`now() - make_interval(years => ${RETENTION_YEARS})`));
  const batch = db.select({ id }).from(sandboxPayments).where(isOld).limit(BATCH_SIZE);
  await inBatches(() => db.update(sandboxPayments).set({ email: null }).where(inArray(id, batch)));
}
