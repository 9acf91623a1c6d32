import { type MarketingInput, marketingRoutes } from "../../../contract/api/marketing.ts";
import type { RegisterRoute } from "../../platform/http/register-route.ts";
import { withAdmin } from "./admin-transaction.ts";
import { recordAction } from "./audit.ts";
import type { AdminDeps } from "./deps.ts";

export function registerMarketingRoutes(registerRoute: RegisterRoute, deps: AdminDeps): void {
  const { marketing } = deps;
  registerRoute(marketingRoutes.send, async ({ viewer, body }) => ({
    queued: await sendMarketing(deps, { actorId: viewer.userId, input: body }),
  }));
  registerRoute(marketingRoutes.preview, ({ viewer, body }) => marketing.preview(body, viewer.email));
  registerRoute(marketingRoutes.audience, async ({ query }) => ({
    count: await marketing.countReaders({ audience: query.audience }),
  }));
  registerRoute(marketingRoutes.campaigns, ({ query }) => marketing.listCampaigns(query.page));
  registerRoute(marketingRoutes.campaign, ({ params, query }) =>
    marketing.getCampaign({ id: params.id, page: query.page, state: query.state }),
  );
}

/** Queues an email to a list of emails or to an audience and returns the number of recipients. */
function sendMarketing(
  deps: AdminDeps,
  { actorId, input }: { actorId: string; input: MarketingInput },
): Promise<number> {
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
