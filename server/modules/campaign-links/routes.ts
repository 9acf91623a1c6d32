import {
  type CampaignLink,
  campaignLinkRoutes,
  campaignLinkVersion,
} from "../../../contract/api/campaign-links.ts";
import { orNotFound } from "../../platform/http/app-error.ts";
import { ifMatch } from "../../platform/http/precondition.ts";
import type { RegisterRoute } from "../../platform/http/register-route.ts";
import type { Renderer } from "../../platform/render/port.ts";
import { findCreatorById, visibleAppearance } from "../creators/index.ts";
import { qrAsPng, qrAsSvg } from "./qr-code.ts";
import {
  addLink,
  type CampaignLinkDeps,
  changeLink,
  getLink,
  linkUrl,
  listLinks,
  removeLink,
} from "./service.ts";

type RouteDeps = CampaignLinkDeps & { renderer: Pick<Renderer, "printColorOf"> };

export function registerCampaignLinkRoutes(registerRoute: RegisterRoute, deps: RouteDeps): void {
  registerRoute(campaignLinkRoutes.list, async ({ viewer }) => ({
    links: await listLinks(deps, viewer.creatorId),
  }));

  registerRoute(campaignLinkRoutes.create, async ({ viewer, body }) => ({
    link: await addLink(deps, { creatorId: viewer.creatorId, input: body }),
  }));

  registerRoute(campaignLinkRoutes.update, async ({ viewer, params, body, request }) => {
    const precondition = ifMatch(request, {
      present: (link: CampaignLink) => link,
      versionOf: campaignLinkVersion,
    });
    const { creatorId } = viewer;
    return { link: await changeLink(deps, { creatorId, id: params.id, patch: body, precondition }) };
  });

  registerRoute(campaignLinkRoutes.remove, ({ viewer, params }) =>
    removeLink(deps, { creatorId: viewer.creatorId, id: params.id }),
  );

  registerRoute(campaignLinkRoutes.qr, async ({ viewer, params, query, reply }) => {
    const link = await getLink(deps.db, { creatorId: viewer.creatorId, id: params.id });
    const creator = await findCreatorById(deps.db, viewer.creatorId).then(orNotFound("Creator"));
    const url = linkUrl(link, { ...deps, creator });
    const color = await deps.renderer.printColorOf(visibleAppearance(creator, deps.publicUrl).appearance);
    const look = { color, millimetres: Number(query.mm) };
    const isPng = query.format === "png";
    reply.header("Content-Disposition", `attachment; filename="${link.name}-${query.mm}mm.${query.format}"`);
    return reply
      .type(isPng ? "image/png" : "image/svg+xml")
      .send(isPng ? await qrAsPng(url, look) : qrAsSvg(url, look));
  });
}
