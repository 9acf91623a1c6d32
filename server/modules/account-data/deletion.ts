import { and, eq, isNotNull } from "drizzle-orm";
import { z } from "zod";
import type { AccountDeletion } from "../../../contract/api/account-deletion.ts";
import { inTransaction, type Queries, type Transaction } from "../../platform/database/index.ts";
import { AppError, httpErrors } from "../../platform/http/app-error.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import { defineJob } from "../../platform/jobs/define-job.ts";
import type { Job } from "../../platform/jobs/port.ts";
import {
  cancelDeletion,
  findDeletion,
  isLastAdmin,
  listDueDeletions,
  lockAdmins,
  lockUser,
  reserveUnverifiedEmail,
  scheduleDeletion,
  useUndoLink,
} from "../accounts/index.ts";
import { findCreatorByUser, lockCreator, updateCreator } from "../creators/index.ts";
import { orders } from "../orders/index.ts";
import type { AccountDataDeps } from "./deps.ts";
import { errors } from "./errors.ts";

type Known = NonNullable<Awaited<ReturnType<typeof lockUser>>>;

/** Returns the effects of deleting the account. */
export async function getDeletion(
  db: Queries,
  user: Pick<Known, "id" | "deletionAt">,
): Promise<AccountDeletion> {
  const creator = await findCreatorByUser(db, user.id);
  const paid = creator && and(eq(orders.creatorId, creator.id), isNotNull(orders.paidAt));
  return {
    scheduled_for: user.deletionAt?.toISOString() ?? null,
    paid_orders: paid ? await db.$count(orders, paid) : 0,
    has_subscription: creator?.subscriptionActive ?? false,
    is_last_admin: await isLastAdmin(db, user.id),
  };
}

/**
 * Schedules the deletion of an account. Takes its page offline and ends its sessions at once. A job ends its sales at
 * the providers. A repetition changes nothing. Throws 409 for the last administrator.
 */
export async function requestDeletion(
  deps: AccountDataDeps,
  { viewer, ip }: { viewer: Pick<Viewer, "userId" | "email" | "emailVerifiedAt">; ip: string },
): Promise<AccountDeletion> {
  const { db, derive, jobs, limits, mails } = deps;
  const { userId } = viewer;
  // Limits emails to an unverified email, because it may be a stranger's. Without one, a sign-in can undo the deletion.
  const isMailed =
    viewer.emailVerifiedAt !== null || (await reserveUnverifiedEmail(limits, { ...viewer, ip }));
  return inTransaction(db, async (tx) => {
    await lockAdmins(tx);
    const user = await lockUser(tx, userId);
    if (!user) throw httpErrors.signedOut();
    if (user.deletionAt) return getDeletion(tx, user);
    if (await isLastAdmin(tx, userId)) throw errors.lastAdmin();
    const { deletionAt, linkId } = await scheduleDeletion(tx, { userId, derive });
    const creatorId = await setOffline(tx, deps, { userId, isOffline: true });
    if (creatorId !== undefined) {
      const data: z.input<typeof EndSalesJob> = { userId, creatorId };
      await jobs.enqueue(tx, { name: END_SALES_JOB, data, key: linkId });
    }
    if (isMailed)
      await mails.enqueueEmail(tx, {
        to: user.email,
        mail: {
          mail: "deletion-scheduled",
          at: deletionAt.toISOString(),
          links: { main: { to: "undo-deletion", seed: linkId } },
        },
        cause: `deletion ${linkId}`,
      });
    return getDeletion(tx, { ...user, deletionAt });
  });
}

/** Undoes the deletion of the account of a signed-in user. */
export async function keepAccount(deps: AccountDataDeps, userId: string): Promise<AccountDeletion> {
  await inTransaction(deps.db, async (tx) => {
    const user = await lockUser(tx, userId);
    if (user?.deletionAt) await restoreAccount(tx, deps, userId);
  });
  return getDeletion(deps.db, { id: userId, deletionAt: null });
}

/** Undoes a deletion by the emailed link. Throws 400 for a used link, or a deleted account. */
export async function keepAccountByLink(deps: AccountDataDeps, token: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const user = await useUndoLink(tx, token);
    if (!user) throw errors.undoLinkDead();
    if (user.deletionAt) await restoreAccount(tx, deps, user.id);
  });
}

/** Undoes the deletion of a locked account, and puts its page online again. */
export async function restoreAccount(
  tx: Transaction,
  deps: Pick<AccountDataDeps, "clock" | "pageInvalidations">,
  userId: string,
): Promise<void> {
  await cancelDeletion(tx, userId);
  await setOffline(tx, deps, { userId, isOffline: false });
}

/** Takes a user's page offline on all nodes, or online again. Returns the id of its creator, if there is one. */
async function setOffline(
  tx: Transaction,
  { clock, pageInvalidations }: Pick<AccountDataDeps, "clock" | "pageInvalidations">,
  { userId, isOffline }: { userId: string; isOffline: boolean },
): Promise<number | undefined> {
  const found = await findCreatorByUser(tx, userId);
  const creator = found && (await lockCreator(tx, found.id));
  if (!creator) return undefined;
  await updateCreator(tx, creator.id, { offlineSince: isOffline ? clock.now() : null });
  await pageInvalidations.publish(tx, creator.id);
  return creator.id;
}

const END_SALES_JOB = "account-data.end-sales";
const EndSalesJob = z.object({ userId: z.string(), creatorId: z.number() });

/** Closes a leaving creator's open payments and subscription at the providers. If all attempts fail, the deletion itself closes them. */
export const endSalesJob = (deps: AccountDataDeps): Job =>
  defineJob({
    name: END_SALES_JOB,
    payload: EndSalesJob,
    async handler({ data: { userId, creatorId } }) {
      const { isScheduled } = await findDeletion(deps.db, userId);
      if (isScheduled) await deps.privacy.endSales({ id: creatorId });
    },
  });

/** The maximum of accounts deleted in one run. */
const MAX_DELETIONS_PER_RUN = 100;

/** Deletes the accounts whose time to undo is over. A failed deletion is retried within the hour. */
export async function finishDeletions(deps: AccountDataDeps): Promise<void> {
  const failed: unknown[] = [];
  for (const id of await listDueDeletions(deps.db, MAX_DELETIONS_PER_RUN))
    await finishDeletion(deps, id).catch((error) => failed.push(error));
  if (failed.length > 0) throw new AggregateError(failed, `${failed.length} accounts were not deleted`);
}

/** Thrown in the deleting transaction if the user has undone the deletion. */
class KeptAccount extends Error {
  override name = "KeptAccount";
}

async function finishDeletion({ db, privacy }: AccountDataDeps, userId: string): Promise<void> {
  const actor = {
    run: <T>(work: (tx: Transaction, admins: ReadonlySet<string>) => Promise<T>) =>
      inTransaction(db, async (tx) => work(tx, await lockAdmins(tx))),
    async beforeErasing(tx: Transaction) {
      if (!(await findDeletion(tx, userId)).isDue) throw new KeptAccount();
    },
  };
  try {
    await privacy.deleteAccount({ id: userId, actor });
  } catch (error) {
    // The user has kept the account meanwhile, or another node has deleted it.
    const isDone = error instanceof KeptAccount || (error instanceof AppError && error.status === 404);
    if (!isDone) throw error;
  }
}
