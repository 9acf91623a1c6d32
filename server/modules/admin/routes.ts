import { adminRoutes } from "../../../contract/admin.ts";
import type { Bind } from "../../platform/http/bind.ts";
import { listFeedback } from "../feedback/index.ts";
import { listActions } from "./audit.ts";
import { deletePerson } from "./delete-person.ts";
import type { AdminDeps } from "./deps.ts";
import { registerMarketingRoutes } from "./marketing-routes.ts";
import { presentUser } from "./presenter.ts";
import { changeFeedback, changeUser, createUser, listUsers, mailReset } from "./service.ts";

export function registerAdminRoutes(bind: Bind, deps: AdminDeps): void {
  bind(adminRoutes.users, async ({ query }) => {
    const { users, ...counts } = await listUsers(deps, query);
    return { users: users.map(presentUser), ...counts };
  });
  bind(adminRoutes.createUser, async ({ viewer, body }) => ({
    user: presentUser(await createUser(deps, { actorId: viewer.userId, input: body })),
  }));
  bind(adminRoutes.updateUser, async ({ viewer, params, body }) => ({
    user: presentUser(await changeUser(deps, { actorId: viewer.userId, id: params.id, change: body })),
  }));
  bind(adminRoutes.deleteUser, async ({ viewer, params }) => {
    await deletePerson(deps, { actorId: viewer.userId, id: params.id });
    return undefined;
  });
  bind(adminRoutes.resetPassword, async ({ viewer, params }) => {
    await mailReset(deps, { actorId: viewer.userId, id: params.id });
    return undefined;
  });
  bind(adminRoutes.feedback, ({ query: { status, page } }) => listFeedback(deps.db, { status, page }));
  bind(adminRoutes.updateFeedback, async ({ viewer, params, body }) => ({
    feedback: await changeFeedback(deps, { actorId: viewer.userId, id: params.id, status: body.status }),
  }));
  bind(adminRoutes.audit, ({ query }) => listActions(deps.db, query.page));
  registerMarketingRoutes(bind, deps);
}
