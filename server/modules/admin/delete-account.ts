import { withAdmin } from "./admin-transaction.ts";
import { recordAction } from "./audit.ts";
import type { AdminDeps } from "./deps.ts";
import { errors } from "./errors.ts";

/**
 * Deletes another user with all data and files after closing the creator's open payments. Throws 409 for the
 * actor, and the errors of `privacy.deleteAccount`.
 */
export async function deleteAccount(
  { db, privacy }: AdminDeps,
  { actorId, id }: { actorId: string; id: string },
): Promise<void> {
  if (id === actorId) throw errors.oneself();
  await privacy.deleteAccount({
    id,
    actor: {
      run: (work) => withAdmin({ db, actorId }, work),
      async beforeErasing(tx, { user, creator }) {
        const before = { is_admin: user.isAdmin, plan: creator?.plan ?? null };
        await recordAction(tx, { actorId, action: "user.deleted", subjectId: id, before });
      },
    },
  });
}
