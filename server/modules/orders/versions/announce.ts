import type { ProductVersions } from "../../../../contract/api/version-notices.ts";
import { inTransaction, type Queries } from "../../../platform/database/index.ts";
import { notFound, orNotFound } from "../../../platform/http/app-error.ts";
import { findOwner } from "../../accounts/index.ts";
import { findCreatorById, isSendingStopped } from "../../creators/index.ts";
import {
  findNextNotice,
  findProduct,
  findVersion,
  listVersionsOf,
  lockProduct,
  productErrors,
  setAnnounced,
} from "../../products/index.ts";
import { countHolders } from "../access/holders.ts";
import type { OrderDeps } from "../deps.ts";
import { errors } from "../errors.ts";
import { versionNotices } from "../version-tables.ts";
import { ofVersion, queueNotices } from "./notices.ts";

type Own = { creatorId: number; id: number };

/** Lists the versions of a creator's product with the numbers of people told and to tell. Throws 404. */
export async function listProductVersions(db: Queries, own: Own): Promise<ProductVersions> {
  await findProduct(db, own).then(orNotFound("Product"));
  const rows = await listVersionsOf(db, own.id);
  const versions = await Promise.all(
    rows.map(async (row) => ({
      number: row.number,
      note: row.note,
      created_at: row.createdAt.toISOString(),
      announced_at: row.announcedAt?.toISOString() ?? null,
      told: await db.$count(versionNotices, ofVersion(row)),
      holders: await countHolders(db, { ...row, creatorId: own.creatorId }),
    })),
  );
  return { versions, possible_at: (await findNextNotice(db, own.id))?.toISOString() ?? null };
}

/**
 * Queues one email to each person who holds a changed file of a version. Repeating it within a day changes nothing.
 * Throws 404, and 409 if another version was announced within a day, if nobody is left or if the creator may not send.
 */
export async function announceVersion(
  deps: OrderDeps,
  { number, ...own }: Own & { number: number },
): Promise<ProductVersions> {
  const key = { productId: own.id, number };
  await inTransaction(deps.db, async (tx) => {
    await lockProduct(tx, own).then(orNotFound("Product"));
    const version = await findVersion(tx, key);
    if (!version) throw notFound("Product");
    const next = await findNextNotice(tx, own.id);
    if (next && version.announcedAt && next.getTime() - version.announcedAt.getTime() <= DAY_MS) return;
    if (next)
      throw productErrors.toldToday({ at: `${next.toISOString().slice(0, 16).replace("T", " ")} UTC` });
    const creator = await findCreatorById(tx, own.creatorId).then(orNotFound("Creator"));
    if (isSendingStopped(creator) || creator.offlineSince) throw productErrors.sendingStopped();
    if (!(await findOwner(tx, own.creatorId)).isVerified) throw errors.creatorUnverified();
    if ((await countHolders(tx, { ...version, creatorId: own.creatorId })) === 0)
      throw productErrors.nobodyToTell();
    await setAnnounced(tx, key);
    await queueNotices(tx, deps, { ...key, run: `${Date.now()}`, after: "" });
  });
  return listProductVersions(deps.db, own);
}

const DAY_MS = 86_400_000;
