import { productRoutes } from "../../../contract/products.ts";
import type { RegisterRoute } from "../../platform/http/register-route.ts";
import { presentProduct } from "./presenter.ts";
import { listProducts } from "./repository.ts";
import { addProduct, changeProduct, type ProductDeps, removeProduct } from "./service.ts";

export function registerProductRoutes(registerRoute: RegisterRoute, deps: ProductDeps): void {
  registerRoute(productRoutes.list, async ({ viewer }) => {
    const rows = await listProducts(deps.db, viewer.creatorId);
    return { products: rows.map((row) => presentProduct(row, deps.publicUrl)) };
  });

  registerRoute(productRoutes.create, async ({ viewer, body }) => {
    const row = await addProduct(deps, { creatorId: viewer.creatorId, input: body });
    return { product: presentProduct(row, deps.publicUrl) };
  });

  registerRoute(productRoutes.update, async ({ viewer, params, body }) => {
    const row = await changeProduct(deps, { creatorId: viewer.creatorId, id: params.id, patch: body });
    return { product: presentProduct(row, deps.publicUrl) };
  });

  registerRoute(productRoutes.remove, async ({ viewer, params }) => {
    await removeProduct(deps, { creatorId: viewer.creatorId, id: params.id });
    return undefined;
  });
}
