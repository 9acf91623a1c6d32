import { tileRoutes } from "../../../contract/tiles.ts";
import type { RegisterRoute } from "../../platform/http/register-route.ts";
import { presentTile } from "./presenter.ts";
import { listTiles } from "./repository.ts";
import { changeTile, publishTile, removeTile, type TileDeps } from "./service.ts";

export function registerTileRoutes(registerRoute: RegisterRoute, deps: TileDeps): void {
  registerRoute(tileRoutes.list, async ({ viewer }) => {
    const rows = await listTiles(deps.db, viewer.creatorId);
    return { tiles: rows.map((row) => presentTile(row, deps.publicUrl)) };
  });

  registerRoute(tileRoutes.create, async ({ viewer, body }) => {
    const row = await publishTile(deps, { creatorId: viewer.creatorId, input: body });
    return { tile: presentTile(row, deps.publicUrl) };
  });

  registerRoute(tileRoutes.update, async ({ viewer, params, body }) => {
    const row = await changeTile(deps, { creatorId: viewer.creatorId, id: params.id, patch: body });
    return { tile: presentTile(row, deps.publicUrl) };
  });

  registerRoute(tileRoutes.remove, async ({ viewer, params }) => {
    await removeTile(deps, { creatorId: viewer.creatorId, id: params.id });
    return undefined;
  });
}
