import { linkPreviewRoutes } from "../../../contract/api/link-previews.ts";
import type { RegisterRoute } from "../../platform/http/register-route.ts";
import { untilClosed } from "../../platform/http/until-closed.ts";
import { createLinkPreviews, type LinkPreviewDeps } from "./service.ts";

export function registerLinkPreviewRoutes(registerRoute: RegisterRoute, deps: LinkPreviewDeps): void {
  const previewLink = createLinkPreviews(deps);
  registerRoute(linkPreviewRoutes.create, async ({ viewer, body, request, reply }) => ({
    preview: await previewLink({
      viewer,
      ip: request.ip,
      url: body.url,
      signal: untilClosed(reply.raw),
    }),
  }));
}
