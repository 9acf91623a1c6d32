export { presentTile } from "./presenter.ts";
export { findAnyTile, insertTile, listPublicTileIds, listPublicTiles } from "./repository.ts";
export { registerTileRoutes } from "./routes.ts";
export type { TileDeps } from "./service.ts";
/** For reading joins; only this module writes it. */
export { tiles } from "./tables.ts";
