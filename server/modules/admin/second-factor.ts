import { inTransaction } from "../../platform/database/index.ts";
import { notFound, orNotFound } from "../../platform/http/app-error.ts";
import { defineJob } from "../../platform/jobs/define-job.ts";
import type { Job } from "../../platform/jobs/port.ts";
import { lockUser } from "../accounts/index.ts";
import { withAdmin } from "./admin-transaction.ts";
import { recordAction } from "./audit.ts";
import type { AdminDeps } from "./deps.ts";

type Deps = Pick<AdminDeps, "db" | "secondFactor">;
type Target = { actorId: string; id: string };

export const REMOVAL_JOB = "admin.remove-second-factors";
const EVERY_FIVE_MINUTES = "*/5 * * * *";

/** Schedules the removal of a user's second factor in a day and emails the user. Throws 404, 409. */
export function requestSecondFactorRemoval(deps: Deps, { actorId, id }: Target): Promise<Date> {
  return withAdmin({ db: deps.db, actorId }, async (tx) => {
    const user = await lockUser(tx, id).then(orNotFound("User"));
    const dueAt = await deps.secondFactor.requestRemoval(tx, { user, actorId });
    const after = { removed_at: dueAt.toISOString() };
    await recordAction(tx, { actorId, action: "user.second_factor_removal_requested", subjectId: id, after });
    return dueAt;
  });
}

/** Stops the removal. Throws 404 if there is none. */
export function stopSecondFactorRemoval(deps: Deps, { actorId, id }: Target): Promise<void> {
  return withAdmin({ db: deps.db, actorId }, async (tx) => {
    if (!(await lockUser(tx, id)) || !(await deps.secondFactor.cancelRemoval(tx, id)))
      throw notFound("Removal");
    await recordAction(tx, { actorId, action: "user.second_factor_removal_stopped", subjectId: id });
  });
}

/** Removes second factors whose waiting period is over. */
export const secondFactorRemovalJob = ({ db, secondFactor }: Pick<Deps, "db" | "secondFactor">): Job =>
  defineJob({
    name: REMOVAL_JOB,
    schedule: EVERY_FIVE_MINUTES,
    async handler() {
      for (const id of await secondFactor.listDueRemovals(db)) {
        await inTransaction(db, async (tx) => {
          const removed = await secondFactor.finishRemoval(tx, id);
          if (!removed) return;
          const { actorId, userId: subjectId } = removed;
          await recordAction(tx, { actorId, action: "user.second_factor_removed", subjectId });
        });
      }
    },
  });
