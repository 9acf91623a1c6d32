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

const AT_A_TIME = 200;

/** Deletes private files that no product and no order has named for a week: replaced, left with their product, or uploaded in vain. They would take of their creator's room for good. */
export async function deleteUnreferencedFiles({ db, jobs }: { db: Database; jobs: Jobs }): Promise<void> {
  await markUnreferenced(db, isUnreferenced(db));
  let deleted: number;
  do {
    deleted = await inTransaction(db, async (tx) => {
      const some = await lockUnreferenced(tx);
      await deleteFiles(tx, jobs, some);
      return some.length;
    });
  } while (deleted === AT_A_TIME);
}

/** Nobody can name these files until the transaction ends. */
async function lockUnreferenced(tx: Transaction): Promise<string[]> {
  const unreferencedLongEnough = lt(files.unreferencedSince, sql`now() - interval '7 days'`);
  const locked = await listUnreferenced(tx, unreferencedLongEnough)
    .limit(AT_A_TIME)
    .for("update", { skipLocked: true });
  // One that was named just before it was locked is seen as such only by a statement that begins now.
  const ids = locked.map(({ id }) => id);
  return (await listUnreferenced(tx, inArray(files.id, ids))).map(({ id }) => id);
}

function listUnreferenced(db: Queries, which: SQL) {
  return db
    .select({ id: files.id })
    .from(files)
    .where(and(which, isUnreferenced(db)));
}

function isUnreferenced(db: Queries): SQL {
  const ofProduct = db.select({ one: sql`1` }).from(products).where(eq(products.fileId, files.id));
  const ofOrder = db.select({ one: sql`1` }).from(orders).where(eq(orders.fileId, files.id));
  return sql`(${not(exists(ofProduct))} and ${not(exists(ofOrder))})`;
}
