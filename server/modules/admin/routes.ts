import { adminRoutes } from "../../../contract/api/admin.ts";
import { adminOverviewRoutes } from "../../../contract/api/admin-overview.ts";
import { adminSecondFactorRoutes } from "../../../contract/api/admin-second-factor.ts";
import type { RegisterRoute } from "../../platform/http/register-route.ts";
import { listFeedback } from "../feedback/index.ts";
import { listActions } from "./audit.ts";
import { listDeadJobs, retryDeadJob } from "./dead-jobs.ts";
import { deleteAccount } from "./delete-account.ts";
import type { AdminDeps } from "./deps.ts";
import { registerMarketingRoutes } from "./marketing-routes.ts";
import { getAdminOverview } from "./overview.ts";
import { presentUser } from "./presenter.ts";
import { requestSecondFactorRemoval, stopSecondFactorRemoval } from "./second-factor.ts";
import { changeFeedback, changeUser, createUser, listUsers, sendPasswordReset } from "./service.ts";
import { getUserDetail } from "./user-detail.ts";

export function registerAdminRoutes(registerRoute: RegisterRoute, deps: AdminDeps): void {
  const { replica } = deps;
  registerRoute(adminRoutes.users, async ({ query }) => {
    const { users, ...counts } = await replica.read((db) => listUsers({ db }, query));
    return { users: users.map(presentUser), ...counts };
  });
  registerRoute(adminOverviewRoutes.overview, () => replica.read((db) => getAdminOverview({ ...deps, db })));
  registerRoute(adminOverviewRoutes.showUser, ({ params }) => getUserDetail(deps, params.id));
  registerRoute(adminRoutes.createUser, async ({ viewer, body }) => ({
    user: presentUser(await createUser(deps, { actorId: viewer.userId, input: body })),
  }));
  registerRoute(adminRoutes.updateUser, async ({ viewer, params, body }) => ({
    user: presentUser(await changeUser(deps, { actorId: viewer.userId, id: params.id, change: body })),
  }));
  registerRoute(adminRoutes.deleteUser, async ({ viewer, params }) => {
    await deleteAccount(deps, { actorId: viewer.userId, id: params.id });
    return undefined;
  });
  registerRoute(adminRoutes.resetPassword, async ({ viewer, params }) => {
    await sendPasswordReset(deps, { actorId: viewer.userId, id: params.id });
    return undefined;
  });
  registerRoute(adminSecondFactorRoutes.removeSecondFactor, async ({ viewer, params }) => {
    const removedAt = await requestSecondFactorRemoval(deps, { actorId: viewer.userId, id: params.id });
    return { removedAt: removedAt.toISOString() };
  });
  registerRoute(adminSecondFactorRoutes.keepSecondFactor, async ({ viewer, params }) => {
    await stopSecondFactorRemoval(deps, { actorId: viewer.userId, id: params.id });
    return undefined;
  });
  registerRoute(adminRoutes.feedback, ({ query: { status, page } }) =>
    replica.read((db) => listFeedback(db, { status, page })),
  );
  registerRoute(adminRoutes.updateFeedback, async ({ viewer, params, body }) => ({
    feedback: await changeFeedback(deps, { actorId: viewer.userId, id: params.id, status: body.status }),
  }));
  registerRoute(adminRoutes.audit, ({ query }) => replica.read((db) => listActions(db, query.page)));
  registerRoute(adminRoutes.deadJobs, ({ query }) => listDeadJobs(deps, query.page));
  registerRoute(adminRoutes.retryDeadJob, async ({ viewer, params }) => {
    await retryDeadJob(deps, { actorId: viewer.userId, id: params.id });
    return undefined;
  });
  registerMarketingRoutes(registerRoute, deps);
}
