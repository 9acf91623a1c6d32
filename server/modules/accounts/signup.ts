import { notLike, sql } from "drizzle-orm";
import type { Signup } from "../../../contract/storefront.ts";
import { advisoryLocks } from "../../platform/database/advisory-locks.ts";
import type { Queries, Transaction } from "../../platform/database/index.ts";
import { signupClosed } from "./errors.ts";
import { users } from "./tables.ts";

/** Returns who may register now: the first account always may. */
export async function currentSignup(db: Queries, signup: Signup): Promise<Signup> {
  return signup === "open" || (await hasAccounts(db)) ? signup : "open";
}

/** Throws 403 unless a new account may register. Of several first accounts at once, on any nodes, one may. */
export async function requireOpenSignup(tx: Transaction, signup: Signup): Promise<void> {
  if (signup === "open") return;
  await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.firstAccount})`);
  if (await hasAccounts(tx)) throw signupClosed();
}

/** The demo creator, whose email can receive nothing (RFC 2606), is no account. */
async function hasAccounts(db: Queries): Promise<boolean> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(notLike(users.email, "%.invalid"))
    .limit(1);
  return rows.length > 0;
}
