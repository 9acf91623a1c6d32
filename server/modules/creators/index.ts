import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { Module } from "../../platform/module.ts";
import { registerAnnouncementRoutes } from "./announcement.ts";
import { registerRefundLimitRoutes } from "./refund-limit.ts";
import { deleteExpiredQuarantines } from "./repository.ts";
import { registerAppearanceRoutes, registerCreatorRoutes } from "./routes.ts";
import type { CreatorDeps } from "./service.ts";

export { isAnnouncementLive, presentAnnouncement } from "./announcement.ts";
export { previewedAppearance, visibleAppearance, visibleBranding } from "./appearance.ts";
export { errors as creatorErrors, messages as creatorMessages } from "./errors.ts";
export { importAnnouncement, importAppearance, importHandle, importProfile } from "./import-page.ts";
export { listCreatorsFrom } from "./listing.ts";
export { enqueuePayoutChanged } from "./payout-mail.ts";
export {
  setDelayedPaymentsEnabled,
  setPayoutAccount,
  setSubscriptionActive,
  setTipsEnabled,
} from "./plan-state.ts";
export { presentCreator, presentPublicCreator } from "./presenter.ts";
export { findRefundLimit } from "./refund-limit.ts";
export {
  type CreatorRow,
  findCreatorByHandle,
  findCreatorById,
  findCreatorByUser,
  findCurrentHandle,
  findShownCreator,
  insertCreator,
  insertCreatorWithFreeHandle,
  lockCreator,
  lockCreatorForDeletion,
  quarantineHandle,
  updateCreator,
} from "./repository.ts";
export {
  effectivePlan,
  isSendingStopped,
  maySend,
  platformFeeBps,
  suggestHandles,
  tileLimit,
} from "./rules.ts";
/** Exported for reading joins. Only this module writes to them. */
export { announcements, creators } from "./tables.ts";

/** Creators' profiles and plans. */
export function createCreators(
  infrastructure: Infrastructure,
  creatorPlan: Pick<CreatorDeps, "endSubscription">,
) {
  const { clock, db, hosts, limits, mails, pageInvalidations, renderer, settings } = infrastructure;
  const { publicUrl, site, siteDocuments } = settings;
  const { endSubscription } = creatorPlan;
  return {
    routes: ({ registerRoute }) => {
      const deps = { clock, db, limits, mails, pageInvalidations, publicUrl, endSubscription };
      registerCreatorRoutes(registerRoute, { ...deps, hosts, site, siteDocuments });
      registerRefundLimitRoutes(registerRoute, { db });
      registerAnnouncementRoutes(registerRoute, { db, limits, pageInvalidations });
      registerAppearanceRoutes(registerRoute, { db, pageInvalidations, publicUrl, renderer });
    },
    maintenance: { "delete-expired-quarantines": () => deleteExpiredQuarantines(db) },
  } satisfies Module;
}
