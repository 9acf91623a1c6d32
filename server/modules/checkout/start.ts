import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { CheckoutInput } from "../../../contract/api/checkout.ts";
import { platformFee } from "../../../contract/rules/fees.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { tileTypeRules } from "../../../contract/rules/tile-types.ts";
import type { Queries } from "../../platform/database/index.ts";
import { notFound, orNotFound } from "../../platform/http/app-error.ts";
import { ownHostOf } from "../../platform/http/host-gate.ts";
import type { VisitRequest } from "../analytics/index.ts";
import { findLiveCampaignId } from "../campaign-links/index.ts";
import { findCreatorById, platformFeeBps } from "../creators/index.ts";
import { insertOrder, orderErrors } from "../orders/index.ts";
import { findAnyProduct, findProduct, type ProductRow } from "../products/index.ts";
import { findAnyTile, findPageSale } from "../tiles/index.ts";
import type { CheckoutDeps } from "./deps.ts";
import { errors } from "./errors.ts";
import { type Part, partsOf, soldOf, withPrices } from "./parts.ts";
import { isFreeProduct, startPrices } from "./quote.ts";
import { refererVisit } from "./referer-visit.ts";
import { assertSelling, findSelling, type OpenSelling } from "./selling.ts";

/** A visit under the host that `raw` names. A Fastify request fits this type. */
type HostedVisit = VisitRequest & { raw: IncomingMessage };

/**
 * Creates an order for a tile's product, or for a product on its page, at its current price. Returns the URL of the checkout.
 * Throws 404, 409.
 */
export async function startCheckout(deps: CheckoutDeps, requested: CheckoutInput, request: HostedVisit) {
  const { db, orders } = deps;
  const { tokens } = orders;
  const { product, tile } = await findSold(db, requested);
  const creator = await findCreatorById(db, product.creatorId);
  if (!product.active || !creator || creator.suspension !== null || creator.offlineSince)
    throw orderErrors.notForSale();
  if (product.stock === 0) throw errors.soldOut();
  const parts = await partsOf(db, product);
  const { provider, mode, accountRowId } = await findTaker(deps, product, parts);
  const feeBps = platformFeeBps(creator, deps.settings.site.plans);
  const seed = randomUUID();
  const checkoutToken = tokens.checkout(seed);
  const visit = await describeVisit(deps, { creatorId: creator.id, requested, request });
  const order = {
    seed,
    ...visit,
    creatorId: creator.id,
    tileId: tile?.id ?? null,
    withoutTile: tile === null,
    currency: product.currency,
    feeBps,
    feeCents: platformFee(product.priceCents, feeBps),
    provider,
    mode,
    accountRowId,
    checkoutTokenHash: tokens.hash(checkoutToken),
    orderTokenHash: tokens.hash(tokens.order(seed)),
  };
  // Shipping within the country, until the buyer enters another one.
  const look = { mediaUrl: product.mediaUrl ?? tile?.imageUrl ?? null, accentId: tile?.id ?? product.id };
  const sold = parts.map((part, at) => ({ ...soldOf(part), ...(at === 0 && look) }));
  const lines = withPrices(sold, startPrices(product, parts));
  await insertOrder(db, order, lines);
  const address = paths.checkout(provider, checkoutToken);
  return { creatorId: creator.id, tileId: tile?.id ?? null, address, mock: provider === "mock" };
}

/** Returns the provider for a product, or nothing for a free one. Throws 409. */
async function findTaker(
  deps: CheckoutDeps,
  product: ProductRow,
  parts: readonly Part[],
): Promise<Pick<OpenSelling, "provider" | "mode" | "accountRowId"> | typeof FREE> {
  if (isFreeProduct(product, parts)) return FREE;
  const selling = await findSelling(deps, deps.db, product.creatorId);
  assertSelling(selling);
  return selling;
}

const FREE = { provider: "free", mode: "live", accountRowId: null } as const;

/** Returns the origin of the visit that starts a checkout, or nothing if the visitor opts out of tracking. */
async function describeVisit(
  deps: CheckoutDeps,
  { creatorId, requested, request }: { creatorId: number; requested: CheckoutInput; request: HostedVisit },
) {
  const referer = refererVisit(request, {
    publicUrl: deps.settings.publicUrl,
    own: ownHostOf(request.raw),
  });
  const visit = deps.analytics.describeVisit(request, requested.source ?? referer.source);
  if (!visit) return {};
  const name = requested.source == null ? referer.campaign : (requested.campaign ?? null);
  return {
    visitSource: visit.source,
    visitDevice: visit.device,
    visitCountry: visit.country,
    visitCampaignId: name === null ? null : await findLiveCampaignId(deps.db, { creatorId, name }),
  };
}

/** Returns a product and its selling tile, or null instead of a tile. Throws 404, 409. */
async function findSold(db: Queries, { tileId, productId }: CheckoutInput) {
  if (tileId !== undefined) {
    const tile = await findAnyTile(db, tileId).then(orNotFound("Tile"));
    const { needs } = tileTypeRules(tile.type);
    if (needs !== "productId" || tile.productId === null) throw orderErrors.notForSale();
    if (!tile.active || tile.state !== "live") throw orderErrors.notForSale();
    const product = await findProduct(db, { creatorId: tile.creatorId, id: tile.productId });
    if (!product) throw orderErrors.notForSale();
    return { product, tile };
  }
  const product = productId === undefined ? undefined : await findAnyProduct(db, productId);
  if (!product) throw notFound("Product");
  const sale = await findPageSale(db, product);
  if (!sale) throw orderErrors.notForSale();
  const tile = sale.tileId === null ? null : await findAnyTile(db, sale.tileId);
  // Deleted meanwhile.
  if (tile === undefined) throw orderErrors.notForSale();
  return { product, tile };
}
