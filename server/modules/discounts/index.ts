import { purgeDeletedJob } from "../../platform/database/deleted-rows.ts";
import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { Module } from "../../platform/module.ts";
import { findDiscount, honorDiscount, releaseDiscount, reserveDiscount } from "./redemption.ts";
import { registerDiscountRoutes } from "./routes.ts";
import { registerSeriesRoutes } from "./series-routes.ts";
import { discounts } from "./tables.ts";

export { presentDiscount } from "./presenter.ts";
export { isDiscounted } from "./redemption.ts";
export { listDiscounts } from "./repository.ts";
export { importSeries, listArchivedSeries } from "./series-service.ts";
export { importDiscount } from "./service.ts";

export type Discounts = ReturnType<typeof createDiscounts>["api"];

/** Creates the module of discount codes. */
export function createDiscounts({ db, hosts, settings }: Infrastructure) {
  return {
    routes: ({ registerRoute }) => {
      registerDiscountRoutes(registerRoute, { db });
      registerSeriesRoutes(registerRoute, { db, hosts, publicUrl: settings.publicUrl });
    },
    jobs: [purgeDeletedJob(db, { name: "discounts.purge", table: discounts })],
    api: { findDiscount, reserveDiscount, releaseDiscount, honorDiscount: honorDiscount },
  } satisfies Module;
}
