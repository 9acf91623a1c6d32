import type { DecisionGround, Suspension } from "../../../contract/rules/moderation.ts";
import type { Transaction } from "../../platform/database/index.ts";
import { type CreatorRow, updateCreator } from "../creators/index.ts";
import { setBlockedTiles } from "../tiles/index.ts";
import type { ModerationDeps } from "./deps.ts";
import { listActive } from "./repository.ts";

/**
 * The delays after which buyers' open payments are closed: at once, and again for payments that were starting
 * at that moment.
 */
const CLOSE_AFTER_SECONDS = [0, 60];
export const CLOSE_PAYMENTS_JOB = "moderation.close-payments";

/**
 * Applies the decisions in effect to a creator's page. Changes nothing else, so that the page is restored when
 * the decisions are lifted. The caller has locked the creator.
 */
export async function applyDecisions(
  tx: Transaction,
  { jobs, pageInvalidations }: Pick<ModerationDeps, "jobs" | "pageInvalidations">,
  creator: CreatorRow,
): Promise<void> {
  const active = await listActive(tx, creator.id);
  const tileIds = active.flatMap(({ tileId }) => (tileId === null ? [] : [tileId]));
  const strongest =
    active.find(({ scope }) => scope === "account") ?? active.find(({ scope }) => scope === "page");
  const suspension = (strongest?.scope ?? null) as Suspension | null;
  const suspendedFor: DecisionGround | null = strongest?.ground ?? null;
  await setBlockedTiles(tx, { creatorId: creator.id, ids: tileIds });
  await updateCreator(tx, creator.id, { suspension, suspendedFor });
  await pageInvalidations.publish(tx, creator.id);
  if (suspension === null || creator.suspension !== null) return;
  for (const startAfterSeconds of CLOSE_AFTER_SECONDS) {
    const job = { name: CLOSE_PAYMENTS_JOB, data: { creatorId: creator.id } };
    await jobs.enqueue(tx, { ...job, startAfterSeconds });
  }
}
