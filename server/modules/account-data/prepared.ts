import { eq } from "drizzle-orm";
import type { PreparedAccount } from "../../../contract/api/prepared-account.ts";
import { inTransaction, type Queries, type Transaction } from "../../platform/database/index.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import { findUser, lockAdmins, lockUser, settleReclaim } from "../accounts/index.ts";
import { countMembers } from "../audience/index.ts";
import { findCreatorByUser } from "../creators/index.ts";
import { files } from "../files/index.ts";
import { countProducts } from "../products/index.ts";
import { countTiles } from "../tiles/index.ts";
import { restoreAccount } from "./deletion.ts";
import type { AccountDataDeps } from "./deps.ts";
import { errors } from "./errors.ts";

/** Returns the contents of an account that a stranger prepared, or null if there are none or its owner has decided about them. */
export async function findPrepared(
  db: Queries,
  { userId, reclaimedAt }: Pick<Viewer, "userId" | "reclaimedAt">,
): Promise<PreparedAccount | null> {
  if (reclaimedAt === null) return null;
  const [user, creator] = [await findUser(db, userId), await findCreatorByUser(db, userId)];
  if (!user || !creator) return null;
  const { id } = creator;
  return {
    handle: creator.handle,
    display_name: creator.displayName,
    created_at: user.createdAt.toISOString(),
    tiles: (await countTiles(db, id)).all,
    products: await countProducts(db, id),
    files: await db.$count(files, eq(files.creatorId, id)),
    audience: await countMembers(db, { creatorId: id, search: "", filter: "all" }),
  };
}

/** Keeps the contents for the email's owner, and cancels an earlier request for deletion. Earlier ways to sign in have already ended. */
export async function keepPrepared(deps: AccountDataDeps, userId: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user?.reclaimedAt) return;
    await settleReclaim(tx, userId);
    if (user.deletionAt) await restoreAccount(tx, deps, userId);
  });
}

/** Deletes a prepared account at once, because its owner has put nothing into it. Throws 404, 503, or 409 if the owner has kept it or is the last administrator. */
export async function deletePrepared({ db, privacy }: AccountDataDeps, userId: string): Promise<void> {
  const requireUnsettled = async (tx: Transaction) => {
    if ((await lockUser(tx, userId))?.reclaimedAt === null) throw errors.preparedSettled();
  };
  await privacy.deleteAccount({
    id: userId,
    actor: {
      // Checked before anything ends at a provider, and again before the deletion.
      run: <T>(work: (tx: Transaction, admins: ReadonlySet<string>) => Promise<T>) =>
        inTransaction(db, async (tx) => {
          const admins = await lockAdmins(tx);
          await requireUnsettled(tx);
          return work(tx, admins);
        }),
    },
  });
}
