export { presentCreator, presentPublicCreator } from "./presenter.ts";
export {
  type CreatorRow,
  findCreatorByHandle,
  findCreatorById,
  findCreatorByUser,
  insertCreator,
  insertCreatorWithFreeHandle,
  lockCreator,
  updateCreator,
} from "./repository.ts";
export { registerCreatorRoutes } from "./routes.ts";
export { platformFeeBps, suggestHandles, tileLimit } from "./rules.ts";
export type { CreatorDeps } from "./service.ts";
/** For reading joins; only this module writes it. */
export { creators } from "./tables.ts";
