import { adminRoutes } from "../../../contract/api/admin.ts";
import { adminApiKeyRoutes } from "../../../contract/api/admin-api-keys.ts";
import { adminDomainRoutes } from "../../../contract/api/admin-domains.ts";
import { adminOverviewRoutes } from "../../../contract/api/admin-overview.ts";
import { adminSecondFactorRoutes } from "../../../contract/api/admin-second-factor.ts";
import { type MarketingInput, marketingRoutes } from "../../../contract/api/marketing.ts";
import { tryConsume } from "../../platform/http/rate-limiter.ts";
import type { RegisterRoute } from "../../platform/http/register-route.ts";
import { requireConfirmed } from "../../platform/http/viewer.ts";
import { listFeedback } from "../feedback/index.ts";
import { withAdmin } from "./admin-transaction.ts";
import { revokeUserKeys } from "./api-keys.ts";
import { listActions, recordAction } from "./audit.ts";
import { listDeadJobs, retryDeadJob } from "./dead-jobs.ts";
import { deleteAccount } from "./delete-account.ts";
import type { AdminDeps } from "./deps.ts";
import { listDomains, removeDomain } from "./domains.ts";
import { getAdminOverview } from "./overview.ts";
import { presentUser } from "./presenter.ts";
import { requestSecondFactorRemoval, stopSecondFactorRemoval } from "./second-factor.ts";
import { changeFeedback, changeUser, createUser, listUsers, sendPasswordReset } from "./service.ts";
import { getUserDetail } from "./user-detail.ts";

export function registerAdminRoutes(registerRoute: RegisterRoute, deps: AdminDeps): void {
  const { db } = deps;
  registerRoute(adminRoutes.users, async ({ query }) => {
    const { users, ...counts } = await listUsers(deps, query);
    return { users: users.map(presentUser), ...counts };
  });
  registerRoute(adminOverviewRoutes.overview, () => getAdminOverview(deps));
  registerRoute(adminOverviewRoutes.showUser, ({ params }) => getUserDetail(deps, params.id));
  registerRoute(adminRoutes.createUser, async ({ viewer, body }) => ({
    user: presentUser(await createUser(deps, { actorId: viewer.userId, input: body })),
  }));
  registerRoute(adminRoutes.updateUser, async ({ viewer, params, body }) => ({
    user: presentUser(await changeUser(deps, { actorId: viewer.userId, id: params.id, change: body })),
  }));
  registerRoute(adminRoutes.deleteUser, ({ viewer, params }) =>
    deleteAccount(deps, { actorId: viewer.userId, id: params.id }),
  );
  registerRoute(adminRoutes.resetPassword, ({ viewer, params }) =>
    sendPasswordReset(deps, { actorId: viewer.userId, id: params.id }),
  );
  registerRoute(adminSecondFactorRoutes.removeSecondFactor, async ({ viewer, params }) => {
    const removedAt = await requestSecondFactorRemoval(deps, { actorId: viewer.userId, id: params.id });
    return { removedAt: removedAt.toISOString() };
  });
  registerRoute(adminSecondFactorRoutes.keepSecondFactor, ({ viewer, params }) =>
    stopSecondFactorRemoval(deps, { actorId: viewer.userId, id: params.id }),
  );
  registerRoute(adminApiKeyRoutes.revokeKeys, ({ viewer, params }) =>
    revokeUserKeys(deps, { actorId: viewer.userId, id: params.id }),
  );
  registerRoute(adminApiKeyRoutes.revokeKey, ({ viewer, params }) =>
    revokeUserKeys(deps, { actorId: viewer.userId, ...params }),
  );
  registerRoute(adminDomainRoutes.list, ({ query }) => listDomains(db, query.page));
  registerRoute(adminDomainRoutes.remove, ({ viewer, params }) =>
    removeDomain(deps, { actorId: viewer.userId, id: params.id }),
  );
  registerRoute(adminRoutes.feedback, ({ query: { status, page } }) => listFeedback(db, { status, page }));
  registerRoute(adminRoutes.updateFeedback, async ({ viewer, params, body }) => ({
    feedback: await changeFeedback(deps, { actorId: viewer.userId, id: params.id, status: body.status }),
  }));
  registerRoute(adminRoutes.audit, ({ query }) => listActions(db, query.page));
  registerRoute(adminRoutes.deadJobs, ({ query }) => listDeadJobs(deps, query.page));
  registerRoute(adminRoutes.retryDeadJob, ({ viewer, params }) =>
    retryDeadJob(deps, { actorId: viewer.userId, id: params.id }),
  );
  registerMarketingRoutes(registerRoute, deps);
}

/**
 * The limit of emails to a single recipient that an administrator may send without recent authentication. Without it,
 * they could email every user one by one.
 */
const SINGLE_EMAILS = { points: 5, seconds: 3600 };

/** Returns whether an email has several recipients or exceeds the limit of emails to a single recipient. */
const isToMany = async (
  { limits }: Pick<AdminDeps, "limits">,
  userId: string,
  { audience, to = [] }: MarketingInput,
): Promise<boolean> =>
  audience != null ||
  to.length > 1 ||
  !(await tryConsume(limits, { name: "single emails", key: userId, ...SINGLE_EMAILS }));

export function registerMarketingRoutes(registerRoute: RegisterRoute, deps: AdminDeps): void {
  const { marketing } = deps;
  registerRoute(marketingRoutes.send, async ({ viewer, body }) => {
    if (!viewer.isConfirmed && (await isToMany(deps, viewer.userId, body))) requireConfirmed(viewer);
    return { queued: await sendMarketing(deps, { actorId: viewer.userId, input: body }) };
  });
  registerRoute(marketingRoutes.preview, ({ viewer, body }) => marketing.preview(body, viewer.email));
  registerRoute(marketingRoutes.audience, async ({ query }) => ({
    count: await marketing.countReaders({ audience: query.audience }),
  }));
  registerRoute(marketingRoutes.campaigns, ({ query }) => marketing.listCampaigns(query.page));
  registerRoute(marketingRoutes.campaign, ({ params, query }) =>
    marketing.getCampaign({ id: params.id, page: query.page, state: query.state }),
  );
}

/** Queues an email to a list of emails or to an audience. Returns the number of recipients. */
function sendMarketing(deps: AdminDeps, { actorId, input }: { actorId: string; input: MarketingInput }) {
  const { to = [], audience = null, again, ...mail } = input;
  return withAdmin({ db: deps.db, actorId }, async (tx) => {
    const order = { mail, audience, addresses: to, createdBy: actorId, again };
    const { queued, campaignId } = await deps.marketing.queueCampaign(tx, order);
    if (campaignId !== null) {
      const after = { audience, template: mail.template, recipients: queued };
      await recordAction(tx, { actorId, action: "marketing.sent", subjectId: campaignId, after });
    }
    return queued;
  });
}
