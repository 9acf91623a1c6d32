import { type Database, inTransaction, type Transaction } from "../../platform/database/index.ts";
import { lockAdmins } from "../accounts/index.ts";
import { adminsOnly } from "./errors.ts";

/** A transaction of an administrator, who is one until its end; `admins` are all of them. Throws 403 to somebody who was demoted meanwhile. */
export function withAdmin<T>(
  { db, actorId }: { db: Database; actorId: string },
  work: (tx: Transaction, admins: Set<string>) => Promise<T>,
): Promise<T> {
  return inTransaction(db, async (tx) => {
    const admins = await lockAdmins(tx);
    if (!admins.has(actorId)) throw adminsOnly();
    return work(tx, admins);
  });
}
