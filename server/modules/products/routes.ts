import { productRoutes } from "../../../contract/products.ts";
import type { Bind } from "../../platform/http/bind.ts";
import { presentProduct } from "./presenter.ts";
import { listProducts } from "./repository.ts";
import { addProduct, changeProduct, type ProductDeps, removeProduct } from "./service.ts";

export function registerProductRoutes(bind: Bind, deps: ProductDeps): void {
  bind(productRoutes.list, async ({ viewer }) => {
    const rows = await listProducts(deps.db, viewer.creatorId);
    return { products: rows.map((row) => presentProduct(row, deps.publicUrl)) };
  });

  bind(productRoutes.create, async ({ viewer, body }) => {
    const row = await addProduct(deps, { creatorId: viewer.creatorId, input: body });
    return { product: presentProduct(row, deps.publicUrl) };
  });

  bind(productRoutes.update, async ({ viewer, params, body }) => {
    const row = await changeProduct(deps, { creatorId: viewer.creatorId, id: params.id, patch: body });
    return { product: presentProduct(row, deps.publicUrl) };
  });

  bind(productRoutes.remove, async ({ viewer, params }) => {
    await removeProduct(deps, { creatorId: viewer.creatorId, id: params.id });
    return undefined;
  });
}
