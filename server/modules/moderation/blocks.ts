import type { Block, BlockInput, BlockKind } from "../../../contract/api/blocks.ts";
import { MAX_BLOCKS } from "../../../contract/rules/limits.ts";
import type { Queries } from "../../platform/database/index.ts";
import { orNotFound } from "../../platform/http/app-error.ts";
import { paginate } from "../../platform/http/paginate.ts";
import { recordAction, withAdmin } from "../admin/index.ts";
import {
  type BlockRow,
  blockErrors,
  countBlocks,
  deleteBlock,
  insertBlock,
  listBlocks,
} from "../blocks/index.ts";
import type { ModerationDeps } from "./deps.ts";

type Actor = { actorId: string };

const present = ({ id, kind, value, note, createdAt }: BlockRow): Block => ({
  id,
  kind,
  value,
  note,
  created_at: createdAt.toISOString(),
});

export async function getBlocks(db: Queries, { kind, page }: { kind?: BlockKind | undefined; page: number }) {
  const { range, wrap } = paginate(page);
  const { rows, total } = await listBlocks(db, kind, range);
  return wrap({ blocks: rows.map(present), total });
}

/** Adds a block. Throws 409 if it exists or the list is full. */
export function addBlock(
  { db }: Pick<ModerationDeps, "db">,
  { actorId, input }: Actor & { input: BlockInput },
): Promise<Block> {
  // `withAdmin` locks the administrators, so that two of them cannot both take the last place.
  return withAdmin({ db, actorId }, async (tx) => {
    if ((await countBlocks(tx)) >= MAX_BLOCKS) throw blockErrors.tooMany();
    const row = await insertBlock(tx, { ...input, createdBy: actorId });
    if (!row) throw blockErrors.exists();
    const after = { kind: row.kind, value: row.value };
    await recordAction(tx, { actorId, action: "block.added", subjectId: row.id, after });
    return present(row);
  });
}

export function removeBlock({ db }: Pick<ModerationDeps, "db">, { actorId, id }: Actor & { id: number }) {
  return withAdmin({ db, actorId }, async (tx) => {
    const row = await deleteBlock(tx, id).then(orNotFound("Block"));
    const before = { kind: row.kind, value: row.value };
    await recordAction(tx, { actorId, action: "block.removed", subjectId: id, before });
  });
}
