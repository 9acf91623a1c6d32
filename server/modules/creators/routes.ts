<<<<<<< HEAD
import { creatorRoutes } from "../../../contract/api/creators.ts";
import type { RateLimiter } from "../../platform/http/rate-limiter.ts";
=======
import { creatorRoutes, profileVersion } from "../../../contract/api/creators.ts";
import { ifMatch } from "../../platform/http/precondition.ts";
>>>>>>> 42f78e3e (feat(console): what was changed elsewhere is not saved over)
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
<<<<<<< HEAD
    if (body.socials?.length) await consumeUnverifiedLink(deps.limits, { viewer, ip: request.ip });
    const row = await saveProfile(deps, { viewer, input: body });
    return { creator: presentCreator(row, viewer, deps.publicUrl) };
=======
    const present = (row: CreatorRow) => presentCreator(row, viewer, deps.publicUrl);
    const precondition = ifMatch(request, { present, versionOf: profileVersion });
    const row = await saveProfile(deps, { creatorId: viewer.creatorId, input: body, precondition });
    return { creator: present(row) };
>>>>>>> 42f78e3e (feat(console): what was changed elsewhere is not saved over)
  });
}
