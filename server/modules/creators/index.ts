export { listCreatorStarts, listCreatorsFrom } from "./listing.ts";
export { setPayoutAccount, setSubscriptionActive, setTipsEnabled } from "./money.ts";
export { presentCreator, presentPublicCreator } from "./presenter.ts";
export {
  type CreatorRow,
  deleteRestedHandles,
  findCreatorByHandle,
  findCreatorById,
  findCreatorByUser,
  insertCreator,
  insertCreatorWithFreeHandle,
  lockCreator,
  lockLeavingCreator,
  restHandle,
  updateCreator,
} from "./repository.ts";
export { registerCreatorRoutes } from "./routes.ts";
export { platformFeeBps, suggestHandles, tileLimit } from "./rules.ts";
export type { CreatorDeps } from "./service.ts";
/** For reading joins; only this module writes it. */
export { creators } from "./tables.ts";
