import { and, eq } from "drizzle-orm";
import type { ImportKind } from "../../../contract/api/account-imports.ts";
import type { Queries, Transaction } from "../../platform/database/index.ts";
import { importedItems } from "./tables.ts";

type Item = { kind: ImportKind; sourceId: string };
/** The items that a user has imported from one account elsewhere. */
export type ImportedItems = Awaited<ReturnType<typeof loadImportedItems>>;

export async function loadImportedItems(
  db: Queries,
  { userId, source, importId }: { userId: string; source: string; importId: string },
) {
  const ofAccount = and(eq(importedItems.userId, userId), eq(importedItems.source, source));
  const rows = await db.select().from(importedItems).where(ofAccount);
  const keyOf = ({ kind, sourceId }: Item) => `${kind} ${sourceId}`;
  const known = new Map(rows.map((row) => [keyOf(row), row]));
  return {
    /** Returns the id of an item here, and whether an interrupted attempt of this import added it. */
    find(item: Item): { targetId: string; isOfThisImport: boolean } | undefined {
      const row = known.get(keyOf(item));
      return row && { targetId: row.targetId, isOfThisImport: row.importId === importId };
    },
    /** Records an item in the transaction that adds it. Throws if another process has added it meanwhile, so that nothing is added twice. */
    async record(tx: Transaction, { kind, sourceId, targetId }: Item & { targetId: string }): Promise<void> {
      const row = { userId, source, kind, sourceId, targetId, importId };
      const former = known.get(keyOf(row));
      const isItem = and(ofAccount, eq(importedItems.kind, kind), eq(importedItems.sourceId, sourceId));
      // An earlier import added the item, and the user has deleted it since.
      if (former)
        await tx.delete(importedItems).where(and(isItem, eq(importedItems.targetId, former.targetId)));
      const { rowCount } = await tx.insert(importedItems).values(row).onConflictDoNothing();
      if (rowCount === 0) throw new Error("the item was imported by another process");
    },
  };
}
