import { discountRoutes, discountVersion } from "../../../contract/api/discounts.ts";
import { presentDeleted } from "../../platform/database/deleted-rows.ts";
import type { Database } from "../../platform/database/index.ts";
import { ifMatch } from "../../platform/http/precondition.ts";
import type { RegisterRoute } from "../../platform/http/register-route.ts";
import { presentDiscount } from "./presenter.ts";
import { listDeletedDiscounts, listDiscounts } from "./repository.ts";
import { addDiscount, changeDiscount, removeDiscount, restoreDiscount } from "./service.ts";

export function registerDiscountRoutes(registerRoute: RegisterRoute, deps: { db: Database }): void {
  registerRoute(discountRoutes.list, async ({ viewer }) => {
    const rows = await listDiscounts(deps.db, viewer.creatorId);
    return { discounts: rows.map(presentDiscount) };
  });

  registerRoute(discountRoutes.create, async ({ viewer, body }) => {
    const row = await addDiscount(deps, { creatorId: viewer.creatorId, input: body });
    return { discount: presentDiscount(row) };
  });

  registerRoute(discountRoutes.update, async ({ viewer, params, body, request }) => {
    const precondition = ifMatch(request, { present: presentDiscount, versionOf: discountVersion });
    const { creatorId } = viewer;
    const row = await changeDiscount(deps, { creatorId, id: params.id, patch: body, precondition });
    return { discount: presentDiscount(row) };
  });

  registerRoute(discountRoutes.remove, ({ viewer, params }) =>
    removeDiscount(deps, { creatorId: viewer.creatorId, id: params.id }),
  );

  registerRoute(discountRoutes.deleted, async ({ viewer }) => {
    const rows = await listDeletedDiscounts(deps.db, viewer.creatorId);
    return { items: rows.map((row) => presentDeleted({ ...row, imageUrl: null })) };
  });

  registerRoute(discountRoutes.restore, async ({ viewer, params }) => {
    const row = await restoreDiscount(deps, { creatorId: viewer.creatorId, id: params.id });
    return { discount: presentDiscount(row) };
  });
}
