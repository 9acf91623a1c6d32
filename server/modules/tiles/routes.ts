import { Readable } from "node:stream";
import { tileSelectionRoutes } from "../../../contract/api/tile-selection.ts";
import { type TilePatch, tileRoutes, tileVersion } from "../../../contract/api/tiles.ts";
import { TILES_PER_RESPONSE } from "../../../contract/rules/limits.ts";
import { presentDeleted } from "../../platform/database/deleted-rows.ts";
import { ifMatch } from "../../platform/http/precondition.ts";
import type { RateLimiter } from "../../platform/http/rate-limiter.ts";
import type { RegisterRoute } from "../../platform/http/register-route.ts";
import { toPublicUrl } from "../../platform/own-url.ts";
import { consumeUnverifiedLink, hasLinks } from "../blocks/index.ts";
import { listDeletedTiles } from "./deletion.ts";
import { createListEncoder } from "./encode.ts";
import { presentTile } from "./presenter.ts";
import { listFirstTiles, type TileRow } from "./repository.ts";
import { changeSelection, removeTile, restoreTile } from "./selection.ts";
import { changeTile, publishTile, type TileDeps } from "./service.ts";

/** Returns whether a tile leads visitors to other sites. */
const leadsAway = ({ url, description, place }: TilePatch): boolean =>
  Boolean(url) || hasLinks(description) || hasLinks(place);

export function registerTileRoutes(registerRoute: RegisterRoute, deps: TileDeps & { limits: RateLimiter }) {
  const lists = createListEncoder(deps);
  registerRoute(tileRoutes.list, async ({ viewer, reply }) => {
    // Skip the first read for a long list. Otherwise forty concurrent requests would read sixty tiles each
    // before sharing one list.
    const rows = lists.isLong(viewer.creatorId) ? undefined : await listFirstTiles(deps.db, viewer.creatorId);
    if (rows && rows.length <= TILES_PER_RESPONSE)
      return { tiles: rows.map((row) => presentTile(row, deps.publicUrl)) };
    const json = await lists.encode(viewer.creatorId);
    return reply
      .type("application/json; charset=utf-8")
      .header("Content-Length", byteLengthOf(json))
      .send(Readable.from(json, { objectMode: false }));
  });

  registerRoute(tileRoutes.create, async ({ viewer, body, request }) => {
    if (leadsAway(body)) await consumeUnverifiedLink(deps.limits, { viewer, ip: request.ip });
    const row = await publishTile(deps, { creatorId: viewer.creatorId, input: body });
    return { tile: presentTile(row, deps.publicUrl) };
  });

  registerRoute(tileRoutes.update, async ({ viewer, params, body, request }) => {
    if (leadsAway(body)) await consumeUnverifiedLink(deps.limits, { viewer, ip: request.ip });
    const precondition = ifMatch(request, {
      present: (row: TileRow) => presentTile(row, deps.publicUrl),
      versionOf: tileVersion,
    });
    const { creatorId } = viewer;
    const row = await changeTile(deps, { creatorId, id: params.id, patch: body, precondition });
    return { tile: presentTile(row, deps.publicUrl) };
  });

  registerRoute(tileRoutes.remove, ({ viewer, params }) =>
    removeTile(deps, { creatorId: viewer.creatorId, id: params.id }),
  );

  registerRoute(tileSelectionRoutes.changeSelection, ({ viewer, body }) =>
    changeSelection(deps, { creatorId: viewer.creatorId, ...body }),
  );

  registerRoute(tileRoutes.deleted, async ({ viewer }) => {
    const rows = await listDeletedTiles(deps.db, viewer.creatorId);
    return {
      items: rows.map((row) =>
        presentDeleted({ ...row, imageUrl: toPublicUrl(row.imageUrl, deps.publicUrl) }),
      ),
    };
  });

  registerRoute(tileRoutes.restore, async ({ viewer, params }) => {
    const row = await restoreTile(deps, { creatorId: viewer.creatorId, id: params.id });
    return { tile: presentTile(row, deps.publicUrl) };
  });
}

const byteLengthOf = (parts: readonly Buffer[]) => parts.reduce((sum, { length }) => sum + length, 0);
