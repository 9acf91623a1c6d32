import { notLike, sql } from "drizzle-orm";
import type { Signup } from "../../../contract/api/storefront.ts";
import { advisoryLocks } from "../../platform/database/advisory-locks.ts";
import type { Queries, Transaction } from "../../platform/database/index.ts";
import { errors } from "./errors.ts";
import { users } from "./tables.ts";

/** Returns whether registration is open now. The first account may always register. */
export async function currentSignup(db: Queries, signup: Signup): Promise<Signup> {
  return signup === "open" || (await hasAccounts(db)) ? signup : "open";
}

/** Throws 403 unless a new account may register. Of several concurrent first accounts on any nodes, only one may. */
export async function requireOpenSignup(tx: Transaction, signup: Signup): Promise<void> {
  if (signup === "open") return;
  await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.firstAccount})`);
  if (await hasAccounts(tx)) throw errors.signupClosed();
}

/**
 * Returns whether there is an account besides the demo creator's, whose email ends in `.invalid` and cannot receive
 * anything (RFC 2606).
 */
async function hasAccounts(db: Queries): Promise<boolean> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(notLike(users.email, "%.invalid"))
    .limit(1);
  return rows.length > 0;
}
