import { or, sql } from "drizzle-orm";
import type { Transaction } from "../../database/index.ts";
import { containsEmail, maskEmail } from "../../database/mask-email.ts";

/** The columns in which pg-boss stores texts of a job: its data, and the errors of it and of the job it replaces. */
const COLUMNS = ["data", "output", "source_output"].map((name) => sql.identifier(name));

/** Erases an email from the tables of pg-boss, where finished jobs stay for a week and dead ones for a month. */
export async function eraseEmail(
  tx: Transaction,
  { email, recipientFields }: { email: string; recipientFields: readonly string[] },
): Promise<void> {
  const isRecipient = recipientFields.map((field) => sql`lower(data->>${field}) = ${email.toLowerCase()}`);
  await tx.execute(sql`delete from pgboss.job where ${or(...isRecipient)}`);
  const masked = COLUMNS.map((column) => sql`${column} = ${maskEmail(sql`${column}::text`, email)}::jsonb`);
  const contains = COLUMNS.map((column) => containsEmail(sql`${column}::text`, email));
  await tx.execute(sql`update pgboss.job set ${sql.join(masked, sql`, `)} where ${or(...contains)}`);
}
