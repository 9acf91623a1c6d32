import { and, eq, exists, inArray, lt, not, type SQL, sql } from "drizzle-orm";
import {
  type Database,
  inTransaction,
  type Queries,
  type Transaction,
} from "../../platform/database/index.ts";
import type { Jobs } from "../../platform/jobs/port.ts";
import { deleteFiles, files, markUnreferenced } from "../files/index.ts";
import { products } from "../products/index.ts";
import { orders } from "./tables.ts";

const BATCH_SIZE = 200;

/** Deletes private files that no product and no order has referred to for a week: the file was replaced, its product was deleted, or it was never used. Such files would otherwise count against the creator's quota for ever. */
export async function deleteUnreferencedFiles({ db, jobs }: { db: Database; jobs: Jobs }): Promise<void> {
  await markUnreferenced(db, isUnreferenced(db));
  let deleted: number;
  do {
    deleted = await inTransaction(db, async (tx) => {
      const ids = await lockUnreferenced(tx);
      await deleteFiles(tx, jobs, ids);
      return ids.length;
    });
  } while (deleted === BATCH_SIZE);
}

/** Locks a batch of unreferenced files, so that no product or order can refer to them until the transaction ends. */
async function lockUnreferenced(tx: Transaction): Promise<string[]> {
  const unreferencedLongEnough = lt(files.unreferencedSince, sql`now() - interval '7 days'`);
  const locked = await listUnreferenced(tx, unreferencedLongEnough)
    .limit(BATCH_SIZE)
    .for("update", { skipLocked: true });
  // A second statement sees references that were committed just before the lock was acquired.
  const ids = locked.map(({ id }) => id);
  return (await listUnreferenced(tx, inArray(files.id, ids))).map(({ id }) => id);
}

function listUnreferenced(db: Queries, condition: SQL) {
  return db
    .select({ id: files.id })
    .from(files)
    .where(and(condition, isUnreferenced(db)));
}

function isUnreferenced(db: Queries): SQL {
  const ofProduct = db.select({ one: sql`1` }).from(products).where(eq(products.fileId, files.id));
  const ofOrder = db.select({ one: sql`1` }).from(orders).where(eq(orders.fileId, files.id));
  return sql`(${not(exists(ofProduct))} and ${not(exists(ofOrder))})`;
}
