import { creatorRoutes } from "../../../contract/creators.ts";
import type { Bind } from "../../platform/http/bind.ts";
import { presentCreator } from "./presenter.ts";
import { type CreatorDeps, getCreator, saveProfile } from "./service.ts";

export function registerCreatorRoutes(bind: Bind, deps: CreatorDeps): void {
  bind(creatorRoutes.me, async ({ viewer }) => {
    const row = await getCreator(deps, viewer.creatorId);
    return { creator: presentCreator(row, viewer, deps.publicUrl) };
  });

  bind(creatorRoutes.save, async ({ viewer, body }) => {
    const row = await saveProfile(deps, { creatorId: viewer.creatorId, input: body });
    return { creator: presentCreator(row, viewer, deps.publicUrl) };
  });
}
