import { and, desc, eq, getTableColumns, gt, isNull, or, type SQL, sql } from "drizzle-orm";
import { deleteInBatches } from "../../platform/database/in-batches.ts";
import { type Database, first, type Queries, type Transaction } from "../../platform/database/index.ts";
import { orNotFound } from "../../platform/http/app-error.ts";
import { lockCreator } from "../creators/index.ts";
import { errors } from "./errors.ts";
import { type Kinds, pageImports } from "./tables.ts";

type Kind = keyof Kinds;
type Own<K extends Kind> = { kind: K; creatorId: number; id: string };
type Waiting<K extends Kind> = { source: Kinds[K]["source"]; rows: readonly Kinds[K]["row"][] };
/** An import. `undoUntil` is null for one that waits, was undone or is older than a day. */
export type Found<K extends Kind> = {
  id: string;
  source: Kinds[K]["source"];
  createdAt: Date;
  appliedAt: Date | null;
  added: Kinds[K]["added"][];
  rest: Kinds[K]["row"][];
  undoUntil: Date | null;
};

const KEPT = sql`now() - interval '30 days'`;
const columns = {
  ...getTableColumns(pageImports),
  undoUntil:
    sql<Date | null>`case when ${pageImports.undoneAt} is null and ${pageImports.appliedAt} > now() - interval '1 day'
    then ${pageImports.appliedAt} + interval '1 day' end`.mapWith((value: string) => new Date(value)),
};

const isOfKind = (creatorId: number, kind: Kind) =>
  and(eq(pageImports.creatorId, creatorId), eq(pageImports.kind, kind));
const isWaiting = isNull(pageImports.appliedAt);

/** Stores rows in place of others of this kind that wait, and returns their id. The caller has locked the creator. */
export async function storeWaiting<K extends Kind>(
  tx: Transaction,
  { creatorId, kind, source, rows }: Waiting<K> & { creatorId: number; kind: K },
): Promise<string> {
  await tx.delete(pageImports).where(and(isOfKind(creatorId, kind), isWaiting));
  const [row] = await tx
    .insert(pageImports)
    .values({ creatorId, kind, source, added: [], rest: [...rows] })
    .returning({ id: pageImports.id });
  if (!row) throw new Error("insert returned no import");
  return row.id;
}

/** Returns the rows of this kind that wait, or null. */
export async function findWaiting<K extends Kind>(
  db: Queries,
  { creatorId, kind }: { creatorId: number; kind: K },
): Promise<(Waiting<K> & { id: string }) | null> {
  const [row] = await select<K>(db, and(isOfKind(creatorId, kind), isWaiting));
  return row ? { id: row.id, source: row.source, rows: row.rest } : null;
}

export const findImport = async <K extends Kind>(
  db: Queries,
  { kind, creatorId, id }: Own<K>,
): Promise<Found<K> | undefined> =>
  select<K>(db, and(isOfKind(creatorId, kind), eq(pageImports.id, id))).then(first);

/** Returns the applied imports of the last 30 days, newest first. */
export const listApplied = <K extends Kind>(
  db: Queries,
  { creatorId, kind }: { creatorId: number; kind: K },
): Promise<Found<K>[]> => select<K>(db, and(isOfKind(creatorId, kind), gt(pageImports.appliedAt, KEPT)));

/** Reads imports of one kind, which determines the types of their rows. */
const select = async <K extends Kind>(db: Queries, where: SQL | undefined): Promise<Found<K>[]> => {
  const rows = await db.select(columns).from(pageImports).where(where).orderBy(desc(pageImports.appliedAt));
  return rows as Found<K>[];
};

/** Marks an import that waits as applied. Returns it. */
export async function setApplied<K extends Kind>(
  tx: Transaction,
  { kind, creatorId, id }: Own<K>,
  { added, rest }: Pick<Found<K>, "added" | "rest">,
): Promise<Found<K>> {
  await tx
    .update(pageImports)
    .set({ added, rest, appliedAt: sql`now()` })
    .where(and(isOfKind(creatorId, kind), eq(pageImports.id, id)));
  const applied = await findImport(tx, { kind, creatorId, id });
  if (!applied) throw new Error("the applied import is gone");
  return applied;
}

/**
 * Locks the creator and marks an import as undone, whose rows the caller removes. Throws 404, and 409 a day
 * after the import or when it was undone.
 */
export async function beginUndo<K extends Kind>(tx: Transaction, own: Own<K>): Promise<Found<K>> {
  await lockCreator(tx, own.creatorId);
  const found = orNotFound("Import")(await findImport(tx, own));
  if (found.undoUntil === null) throw errors.tooLate();
  await tx.update(pageImports).set({ undoneAt: sql`now()` }).where(eq(pageImports.id, own.id));
  return found;
}

/** The kinds whose rows have emails of other people, which wait for a day only. */
const PERSONAL = ["readers", "sales"] as const satisfies Kind[];
const isPersonal = or(...PERSONAL.map((kind) => eq(pageImports.kind, kind)));

/** Deletes imports that are listed no more, and files of people that were read and not applied. */
export const deleteOldImports = (db: Database) =>
  deleteInBatches(
    db,
    pageImports,
    or(
      sql`${pageImports.createdAt} < ${KEPT}`,
      and(isPersonal, isWaiting, sql`${pageImports.createdAt} < now() - interval '1 day'`),
    ),
  );

/** Deletes files that wait and have the email of a deleted user. */
export async function eraseWaitingEmail(tx: Transaction, email: string): Promise<void> {
  const hasEmail = sql`${pageImports.rest} @> ${JSON.stringify([{ email: email.toLowerCase() }])}::jsonb`;
  await tx.delete(pageImports).where(and(isPersonal, isWaiting, hasEmail));
}
