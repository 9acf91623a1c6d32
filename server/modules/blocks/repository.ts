import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { type BlockKind, blocksOfEmail, blocksOfLink } from "../../../contract/rules/blocks.ts";
import { first, lazyPrepared, type Queries, type Transaction } from "../../platform/database/index.ts";
import { blocks } from "./tables.ts";

export type BlockRow = typeof blocks.$inferSelect;

/** Returns one of the values that is blocked, or undefined. */
async function findValue(db: Queries, kind: BlockKind, values: readonly string[]) {
  if (values.length === 0) return undefined;
  const [row] = await db
    .select({ value: blocks.value })
    .from(blocks)
    .where(and(eq(blocks.kind, kind), inArray(blocks.value, [...values])))
    .limit(1);
  return row?.value;
}

/** Returns whether the domain of an email, or a parent of it, is blocked. */
export async function isEmailBlocked(db: Queries, email: string): Promise<boolean> {
  return (await findValue(db, "email_domain", blocksOfEmail(email))) !== undefined;
}

/** Returns the first link with a blocked URL or domain, or undefined. */
export async function findBlockedLink<Link extends { url: string }>(db: Queries, links: readonly Link[]) {
  const candidates = links.map((link) => ({ link, values: blocksOfLink(link.url) }));
  const found = await findValue(db, "link", [...new Set(candidates.flatMap(({ values }) => values))]);
  return candidates.find(({ values }) => found !== undefined && values.includes(found))?.link;
}

const patternsOf = lazyPrepared((db) =>
  db
    .select({ value: blocks.value })
    .from(blocks)
    .where(
      and(
        eq(blocks.kind, "handle"),
        sql`exists (select from unnest(${sql.placeholder("handles")}::text[]) as handle where handle like replace(replace(${blocks.value}, '_', '\\_'), '*', '%'))`,
      ),
    )
    .prepare("find_handle_patterns"),
);

export async function findBlockedHandles(db: Queries, handles: readonly string[]) {
  const rows = await patternsOf(db).execute({ handles: [...handles] });
  const patterns = rows.map(({ value }) => new RegExp(`^${value.replaceAll("*", ".*")}$`));
  return new Set(handles.filter((handle) => patterns.some((pattern) => pattern.test(handle))));
}

export async function listBlocks(
  db: Queries,
  kind: BlockKind | undefined,
  range: { limit: number; offset: number },
): Promise<{ rows: BlockRow[]; total: number }> {
  const isOfKind = kind && eq(blocks.kind, kind);
  const [rows, total] = await Promise.all([
    db.select().from(blocks).where(isOfKind).orderBy(desc(blocks.id)).limit(range.limit).offset(range.offset),
    db.$count(blocks, isOfKind),
  ]);
  return { rows, total };
}

export const countBlocks = (db: Queries) => db.$count(blocks);

/** Inserts a block. Returns undefined if it exists already. */
export const insertBlock = (tx: Transaction, values: typeof blocks.$inferInsert) =>
  tx.insert(blocks).values(values).onConflictDoNothing().returning().then(first);

export const deleteBlock = (tx: Transaction, id: number) =>
  tx.delete(blocks).where(eq(blocks.id, id)).returning().then(first);
