import { Readable } from "node:stream";
import { productFileRoutes, productFilesVersion } from "../../../contract/api/product-files.ts";
import { productRoutes, productVersion } from "../../../contract/api/products.ts";
import { presentDeleted } from "../../platform/database/deleted-rows.ts";
import { orNotFound } from "../../platform/http/app-error.ts";
import { ifMatch } from "../../platform/http/precondition.ts";
import type { RateLimiter } from "../../platform/http/rate-limiter.ts";
import type { RegisterRoute } from "../../platform/http/register-route.ts";
import { toPublicUrl } from "../../platform/own-url.ts";
import { consumeUnverifiedLink } from "../blocks/index.ts";
import { linksAway } from "./links.ts";
import { presentProduct } from "./presenter.ts";
import { findProduct, listDeletedProducts, listProducts, type ProductRow } from "./repository.ts";
import { addProduct, changeProduct, type ProductDeps, removeProduct, restoreProduct } from "./service.ts";

/**
 * The number of products to read and encode at a time. A thousand large ones at once would take several times
 * the memory and block all other requests.
 */
const PART_SIZE = 50;

export function registerProductRoutes(
  registerRoute: RegisterRoute,
  deps: ProductDeps & { limits: RateLimiter },
): void {
  registerRoute(productRoutes.list, async ({ viewer, request, reply }) => {
    const rows = await listProducts(deps.db, viewer.creatorId, { limit: PART_SIZE });
    if (rows.length < PART_SIZE) return { products: await presentPart(deps, viewer.creatorId, rows) };
    reply.type("application/json; charset=utf-8");
    if (request.method === "HEAD") return reply.send();
    return reply.send(Readable.from(encodeList(deps, viewer.creatorId, rows)));
  });

  registerRoute(productRoutes.create, async ({ viewer, body, request }) => {
    if (linksAway(body)) await consumeUnverifiedLink(deps.limits, { viewer, ip: request.ip });
    const row = await addProduct(deps, { creatorId: viewer.creatorId, input: body });
    return { product: presentProduct(row, deps.publicUrl) };
  });

  registerRoute(productRoutes.update, async ({ viewer, params, body, request }) => {
    if (linksAway(body)) await consumeUnverifiedLink(deps.limits, { viewer, ip: request.ip });
    const precondition = ifMatch(request, {
      present: (row: ProductRow) => presentProduct(row, deps.publicUrl),
      versionOf: productVersion,
    });
    const { creatorId } = viewer;
    const row = await changeProduct(deps, { creatorId, id: params.id, patch: body, precondition });
    return { product: presentProduct(row, deps.publicUrl) };
  });

  registerRoute(productFileRoutes.list, ({ viewer, params }) =>
    findProduct(deps.db, { creatorId: viewer.creatorId, id: params.id }).then(orNotFound("Product")),
  );

  registerRoute(productFileRoutes.save, ({ viewer, params, body, request }) =>
    changeProduct(deps, {
      creatorId: viewer.creatorId,
      id: params.id,
      patch: { files: body.files, versionNote: body.note },
      precondition: ifMatch(request, {
        present: ({ files }: ProductRow) => ({ files }),
        versionOf: productFilesVersion,
      }),
    }),
  );

  registerRoute(productRoutes.remove, ({ viewer, params }) =>
    removeProduct(deps, { creatorId: viewer.creatorId, id: params.id }),
  );

  registerRoute(productRoutes.deleted, async ({ viewer }) => {
    const rows = await listDeletedProducts(deps.db, viewer.creatorId);
    return {
      items: rows.map((row) =>
        presentDeleted({ ...row, imageUrl: toPublicUrl(row.imageUrl, deps.publicUrl) }),
      ),
    };
  });

  registerRoute(productRoutes.restore, async ({ viewer, params }) => {
    const row = await restoreProduct(deps, { creatorId: viewer.creatorId, id: params.id });
    return { product: presentProduct(row, deps.publicUrl) };
  });
}

/** Formats some products of the list with their sales. */
async function presentPart(deps: ProductDeps, creatorId: number, rows: readonly ProductRow[]) {
  const sales = await deps.salesOf(deps.db, { creatorId, productIds: rows.map(({ id }) => id) });
  return rows.map((row) => ({ ...presentProduct(row, deps.publicUrl), sales: sales.get(row.id) ?? [] }));
}

/** Encodes the whole list in parts. Each is read once the client has taken the one before. */
async function* encodeList(deps: ProductDeps, creatorId: number, first: ProductRow[]) {
  let start = '{"products":[';
  for (let rows = first; rows.length > 0; start = ",") {
    const part = await presentPart(deps, creatorId, rows);
    yield start + part.map((product) => JSON.stringify(product)).join(",");
    rows = await listProducts(deps.db, creatorId, { before: rows.at(-1)?.id, limit: PART_SIZE });
  }
  yield "]}";
}
