import { type Seller, sellerRoutes, sellerVersion } from "../../../contract/api/sellers.ts";
import { ifMatch } from "../../platform/http/precondition.ts";
import type { RegisterRoute } from "../../platform/http/register-route.ts";
import { findSeller, type SellerDeps, saveSeller } from "./service.ts";

export function registerSellerRoutes(registerRoute: RegisterRoute, deps: SellerDeps): void {
  registerRoute(sellerRoutes.show, async ({ viewer }) => ({
    seller: await findSeller(deps.db, viewer.creatorId),
  }));

  registerRoute(sellerRoutes.save, async ({ viewer, body, request }) => {
    const precondition = ifMatch(request, {
      present: (saved: Seller | null) => saved,
      versionOf: sellerVersion,
    });
    return { seller: await saveSeller(deps, { creatorId: viewer.creatorId, input: body, precondition }) };
  });
}
