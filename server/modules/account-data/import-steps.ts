import type { Hash } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { ImportResult } from "../../../contract/api/account-imports.ts";
import { first, type Queries, type Transaction } from "../../platform/database/index.ts";
import { lockUser } from "../accounts/index.ts";
import type { CreatorRow } from "../creators/index.ts";
import type { Archive } from "./archive-reader.ts";
import { errors } from "./errors.ts";
import type { Row, Targets } from "./import-input.ts";
import type { Tally } from "./import-tally.ts";
import type { ImportedItems } from "./imported-items.ts";
import { accountImports } from "./tables.ts";

export type ImportRow = typeof accountImports.$inferSelect;

/** A running import: each step is one transaction that also records the step. */
export type RunningImport = {
  row: ImportRow & { userId: string };
  creatorId: number;
  archive: Archive;
  page: Row;
  /** Whether the archive is of this account, so that ids of files, products and tiles stay the same. */
  isOwn: boolean;
  items: ImportedItems;
  signal: AbortSignal;
};

/** The step that imports the page with its products, codes and tiles. */
export type Step = {
  creator: CreatorRow;
  running: RunningImport;
  tally: Tally;
  targets: Targets & { addProduct(sourceId: number, id: number): void };
};

/** Returns the id that an item of the archive has in this account, or undefined if it was never here. It may be deleted since. */
export function knownId({ items, isOwn }: RunningImport, kind: "product" | "tile", sourceId: number) {
  const known = items.find({ kind, sourceId: String(sourceId) });
  if (known) return Number(known.targetId);
  return isOwn ? sourceId : undefined;
}

export const importKey = (id: string) => `imports/${id}.zip`;

/** Passes bytes on, and adds them to a hash. */
export async function* hashed(source: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) {
    hash.update(chunk);
    yield chunk;
  }
}

const MAX_SOURCE = 300;

/** Returns the account of an archive: the installation, and the creator's id there. Throws 400. */
export function sourceOf({ manifest }: Archive, page: unknown): { source: string; id: number } {
  const parsed = z.object({ creator: z.object({ id: z.number().int() }) }).safeParse(page);
  const isUrl = manifest.source.length <= MAX_SOURCE && URL.canParse(manifest.source);
  if (!parsed.success || !isUrl) throw errors.archiveUnreadable({ cause: parsed.error });
  const { id } = parsed.data.creator;
  return { source: `${new URL(manifest.source).origin} ${id}`, id };
}

export const findImport = (db: Queries, id: string) =>
  db.select().from(accountImports).where(eq(accountImports.id, id)).then(first);

/** Locks a waiting import, so that each step runs once. Locks its account first, like a deletion. Returns undefined if it is deleted. */
export async function lockImport(tx: Transaction, { id, userId }: RunningImport["row"]) {
  if (!(await lockUser(tx, userId))) return undefined;
  const isWaiting = and(eq(accountImports.id, id), eq(accountImports.state, "waiting"));
  const [row] = await tx.select().from(accountImports).where(isWaiting).for("update");
  return row;
}

export async function saveProgress(
  tx: Transaction,
  id: string,
  { done, ...changes }: { done: number; result?: ImportResult; state?: "done" },
): Promise<void> {
  await tx
    .update(accountImports)
    .set({ done: sql`greatest(${accountImports.done}, ${done}::integer)`, ...changes })
    .where(eq(accountImports.id, id));
}

/** Fails an import. Added items stay. */
export async function setFailed(db: Queries, id: string): Promise<void> {
  await db
    .update(accountImports)
    .set({ state: "failed" })
    .where(and(eq(accountImports.id, id), eq(accountImports.state, "waiting")));
}
