import { appearanceRoutes } from "../../../contract/api/appearance.ts";
import type { Database } from "../../platform/database/index.ts";
import type { RegisterRoute } from "../../platform/http/register-route.ts";
import type { PageInvalidations } from "../../platform/page-invalidation.ts";
import type { Renderer } from "../../platform/render/port.ts";
import { appearanceInPlan, saveAppearance, savedAppearance } from "./appearance.ts";
import { errors } from "./errors.ts";
import { type CreatorRow, findCreatorById } from "./repository.ts";

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
