import { type Database, inTransaction, type Transaction } from "../../platform/database/index.ts";
import { httpErrors } from "../../platform/http/app-error.ts";
import { lockAdmins } from "../accounts/index.ts";

/**
 * Runs a transaction in which the actor stays an administrator. `admins` contains the ids of all
 * administrators. Throws 403 if the actor has lost the role.
 */
export function withAdmin<T>(
  { db, actorId }: { db: Database; actorId: string },
  work: (tx: Transaction, admins: Set<string>) => Promise<T>,
): Promise<T> {
  return inTransaction(db, async (tx) => {
    const admins = await lockAdmins(tx);
    if (!admins.has(actorId)) throw httpErrors.adminsOnly();
    return work(tx, admins);
  });
}
