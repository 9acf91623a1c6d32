import { appearanceRoutes } from "../../../contract/api/appearance.ts";
import { type Creator, creatorRoutes, profileVersion } from "../../../contract/api/creators.ts";
import type { Database } from "../../platform/database/index.ts";
import type { Hosts } from "../../platform/http/hosts.ts";
import { ifMatch } from "../../platform/http/precondition.ts";
import type { RateLimiter } from "../../platform/http/rate-limiter.ts";
import type { RegisterRoute } from "../../platform/http/register-route.ts";
import type { PageInvalidations } from "../../platform/page-invalidation.ts";
import type { Renderer } from "../../platform/render/port.ts";
import { consumeUnverifiedLink } from "../blocks/index.ts";
import { type DocumentSettings, findPending } from "../site-documents/index.ts";
import { appearanceInPlan, saveAppearance, savedAppearance } from "./appearance.ts";
import { errors } from "./errors.ts";
import { presentCreator } from "./presenter.ts";
import { type CreatorRow, findCreatorById } from "./repository.ts";
import { type CreatorDeps, checkHandle, getCreator, saveProfile } from "./service.ts";

export function registerCreatorRoutes(
  registerRoute: RegisterRoute,
  deps: CreatorDeps & DocumentSettings & { limits: RateLimiter; hosts: Pick<Hosts, "mainOf"> },
): void {
  const withPageUrl = (creator: Creator): Creator => {
    const own = deps.hosts.mainOf(creator.id);
    return own ? { ...creator, page_url: `${own.origin}/` } : creator;
  };

  registerRoute(creatorRoutes.me, async ({ viewer }) => {
    const row = await getCreator(deps, viewer.creatorId);
    const pending = await findPending(deps.db, deps, viewer.userId);
    const creator = withPageUrl(presentCreator(row, viewer, deps.publicUrl));
    return { creator: pending.length > 0 ? { ...creator, pending_documents: pending } : creator };
  });

  registerRoute(creatorRoutes.checkHandle, async ({ query: { wanted }, request }) => {
    const viewer = await request.findViewer();
    return checkHandle(deps, { wanted, creatorId: viewer?.creatorId ?? null });
  });

  registerRoute(creatorRoutes.save, async ({ viewer, body, request }) => {
    if (body.socials?.length) await consumeUnverifiedLink(deps.limits, { viewer, ip: request.ip });
    const present = (row: CreatorRow) => presentCreator(row, viewer, deps.publicUrl);
    const precondition = ifMatch(request, { present, versionOf: profileVersion });
    const saved = present(await saveProfile(deps, { viewer, input: body, precondition }));
    return { creator: withPageUrl(saved) };
  });
}

type AppearanceDeps = {
  db: Database;
  pageInvalidations: PageInvalidations;
  publicUrl: string;
  renderer: Pick<Renderer, "correctionsOf">;
};

export function registerAppearanceRoutes(registerRoute: RegisterRoute, deps: AppearanceDeps): void {
  const present = async (row: CreatorRow) => {
    const appearance = savedAppearance(row, deps.publicUrl);
    const shown = appearanceInPlan(row, appearance);
    return { appearance, shown, corrections: await deps.renderer.correctionsOf(shown) };
  };

  registerRoute(appearanceRoutes.show, async ({ viewer }) => {
    const row = await findCreatorById(deps.db, viewer.creatorId);
    if (!row) throw errors.missing();
    return present(row);
  });

  registerRoute(appearanceRoutes.save, async ({ viewer, body }) =>
    present(await saveAppearance(deps, { creatorId: viewer.creatorId, patch: body })),
  );
}
