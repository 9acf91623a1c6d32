import { creatorRoutes, profileVersion } from "../../../contract/api/creators.ts";
import { ifMatch } from "../../platform/http/precondition.ts";
import type { RateLimiter } from "../../platform/http/rate-limiter.ts";
import type { RegisterRoute } from "../../platform/http/register-route.ts";
import { consumeUnverifiedLink } from "../blocks/index.ts";
import { presentCreator } from "./presenter.ts";
import type { CreatorRow } from "./repository.ts";
import { type CreatorDeps, checkHandle, getCreator, saveProfile } from "./service.ts";

export function registerCreatorRoutes(
  registerRoute: RegisterRoute,
  deps: CreatorDeps & { limits: RateLimiter },
): void {
  registerRoute(creatorRoutes.me, async ({ viewer }) => {
    const row = await getCreator(deps, viewer.creatorId);
    return { creator: presentCreator(row, viewer, deps.publicUrl) };
  });

  registerRoute(creatorRoutes.checkHandle, async ({ query: { wanted }, request }) => {
    const viewer = await request.findViewer();
    return checkHandle(deps, { wanted, creatorId: viewer?.creatorId ?? null });
  });

  registerRoute(creatorRoutes.save, async ({ viewer, body, request }) => {
    if (body.socials?.length) await consumeUnverifiedLink(deps.limits, { viewer, ip: request.ip });
    const present = (row: CreatorRow) => presentCreator(row, viewer, deps.publicUrl);
    const precondition = ifMatch(request, { present, versionOf: profileVersion });
    return { creator: present(await saveProfile(deps, { viewer, input: body, precondition })) };
  });
}
