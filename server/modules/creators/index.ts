export { listCreatorsFrom, listSitemapChunks } from "./listing.ts";
export { setPayoutAccount, setSubscriptionActive, setTipsEnabled } from "./plan-state.ts";
export { presentCreator, presentPublicCreator } from "./presenter.ts";
export {
  type CreatorRow,
  deleteExpiredQuarantines,
  findCreatorByHandle,
  findCreatorById,
  findCreatorByUser,
  findCurrentHandle,
  insertCreator,
  insertCreatorWithFreeHandle,
  lockCreator,
  lockCreatorForDeletion,
  quarantineHandle,
  updateCreator,
} from "./repository.ts";
export { registerCreatorRoutes } from "./routes.ts";
export { platformFeeBps, suggestHandles, tileLimit } from "./rules.ts";
export type { CreatorDeps } from "./service.ts";
/** For reading joins; only this module writes it. */
export { creators } from "./tables.ts";
