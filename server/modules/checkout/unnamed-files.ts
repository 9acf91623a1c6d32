import { and, eq, exists, inArray, lt, not, type SQL, sql } from "drizzle-orm";
import {
  type Database,
  inTransaction,
  type Queries,
  type Transaction,
} from "../../platform/database/index.ts";
import type { Jobs } from "../../platform/jobs/port.ts";
import { deleteFiles, files, noteUnnamed } from "../files/index.ts";
import { products } from "../products/index.ts";
import { orders } from "./tables.ts";

const AT_A_TIME = 200;

/** Deletes private files that no product and no order has named for a week: replaced, left with their product, or uploaded in vain. They would take of their creator's room for good. */
export async function deleteUnnamedFiles({ db, jobs }: { db: Database; jobs: Jobs }): Promise<void> {
  await noteUnnamed(db, isUnnamed(db));
  let deleted: number;
  do {
    deleted = await inTransaction(db, async (tx) => {
      const some = await lockUnnamed(tx);
      await deleteFiles(tx, jobs, some);
      return some.length;
    });
  } while (deleted === AT_A_TIME);
}

/** Nobody can name these files until the transaction ends. */
async function lockUnnamed(tx: Transaction): Promise<string[]> {
  const longUnnamed = lt(files.unnamedSince, sql`now() - interval '7 days'`);
  const locked = await listUnnamed(tx, longUnnamed).limit(AT_A_TIME).for("update", { skipLocked: true });
  // One that was named just before it was locked is seen as such only by a statement that begins now.
  const ids = locked.map(({ id }) => id);
  return (await listUnnamed(tx, inArray(files.id, ids))).map(({ id }) => id);
}

function listUnnamed(db: Queries, which: SQL) {
  return db
    .select({ id: files.id })
    .from(files)
    .where(and(which, isUnnamed(db)));
}

function isUnnamed(db: Queries): SQL {
  const ofProduct = db.select({ one: sql`1` }).from(products).where(eq(products.fileId, files.id));
  const ofOrder = db.select({ one: sql`1` }).from(orders).where(eq(orders.fileId, files.id));
  return sql`(${not(exists(ofProduct))} and ${not(exists(ofOrder))})`;
}
