import type { ServerResponse } from "node:http";
import { linkPreviewRoutes } from "../../../contract/api/link-previews.ts";
import type { RegisterRoute } from "../../platform/http/register-route.ts";
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

/** Returns a signal that is aborted when the client closes the connection. `request.signal` is aborted once the body has been read. */
function untilClosed(response: ServerResponse): AbortSignal {
  const closed = new AbortController();
  response.once("close", () => closed.abort());
  return closed.signal;
}
