import { ProductInput, type ProductPatch, type ProductSales } from "../../../contract/api/products.ts";
import { formatNumber } from "../../../contract/rules/formats.ts";
import { limits, MAX_PRODUCTS } from "../../../contract/rules/limits.ts";
import { belowMinimum } from "../../../contract/rules/prices.ts";
import { purgeAboveLimit } from "../../platform/database/deleted-rows.ts";
import {
  type Database,
  inTransaction,
  type Queries,
  type Transaction,
} from "../../platform/database/index.ts";
import { notFound, orNotFound } from "../../platform/http/app-error.ts";
import type { Precondition } from "../../platform/http/precondition.ts";
import { parseInput, sentFields } from "../../platform/http/validation.ts";
import type { Jobs } from "../../platform/jobs/port.ts";
import type { PageInvalidations } from "../../platform/page-invalidation.ts";
import { requireLinksAllowed } from "../blocks/index.ts";
import { type CreatorRow, lockCreator } from "../creators/index.ts";
import { recordPageChange } from "../page-changes/index.ts";
import { checkBundle } from "./bundles.ts";
import { errors } from "./errors.ts";
import { saveFiles } from "./files.ts";
import { requireTargetsAllowed } from "./links.ts";
import { checkOffer, isOtherOffer } from "./offers.ts";
import { announceVersion } from "./product-webhooks.ts";
import {
  countProducts,
  deleteProduct,
  findDeletedProduct,
  insertProduct,
  lockProduct,
  type ProductRow,
  restoreProductRow,
  updateProduct,
} from "./repository.ts";
import { chooseSlug, claimSlug, freeSlugFor, retireSlug } from "./slugs.ts";
import { products } from "./tables.ts";
import { toInput, toValues } from "./values.ts";
import { recordVersion } from "./versions.ts";

export type ProductDeps = {
  db: Database;
  jobs: Pick<Jobs, "enqueue">;
  pageInvalidations: PageInvalidations;
  publicUrl: string;
  /**
   * The minimum charge at the provider where a creator takes real money. Null without such a provider, or if
   * it cannot charge the currency.
   */
  smallestCharge(tx: Transaction, creatorId: number, currency: string): Promise<number | null>;
  /** Deletes and restores a product's tiles together with it. The caller has locked the creator. */
  tiles: {
    removeTilesOfProduct(tx: Transaction, of: { creatorId: number; productId: number }): Promise<void>;
    /** Must be called before the product is restored. */
    restoreTilesOfProduct(tx: Transaction, of: { creator: CreatorRow; productId: number }): Promise<void>;
  };
  /** Returns the sales of a creator's products, except unsold ones. */
  salesOf(
    db: Queries,
    sold: { creatorId: number; productIds: readonly number[] },
  ): Promise<ReadonlyMap<number, ProductSales[]>>;
};
type Owned = { creatorId: number; id: number };

/** Adds a product. Throws 400 for another user's file, 403 at the limit, 409 for a slug in use. */
export async function addProduct(
  deps: ProductDeps,
  { creatorId, input }: { creatorId: number; input: ProductInput },
): Promise<ProductRow> {
  return inTransaction(deps.db, async (tx) => {
    // Concurrent requests must not choose the same slug or both pass the limit.
    if (!(await lockCreator(tx, creatorId))) throw notFound("Product");
    return addProductIn(tx, deps, { creatorId, input });
  });
}

/** Returns the images that visitors' browsers load. */
const imagesOf = ({ mediaUrl, moreImages = [] }: Partial<Pick<ProductInput, "mediaUrl" | "moreImages">>) => [
  { field: "mediaUrl", url: mediaUrl },
  ...moreImages.map(({ url }) => ({ field: "moreImages", url })),
];

/** Adds a product like `addProduct`, in a transaction that has locked the creator. */
export async function addProductIn(
  tx: Transaction,
  deps: Pick<ProductDeps, "publicUrl" | "smallestCharge">,
  { creatorId, input, ofTipTile }: { creatorId: number; input: ProductInput; ofTipTile?: true },
): Promise<ProductRow> {
  await requireRoom(tx, creatorId);
  checkTotal(input);
  await checkPrice(tx, deps, { creatorId, input });
  await checkBundle(tx, { creatorId, input });
  await checkOffer(tx, { creatorId, id: null, input });
  await requireTargetsAllowed(tx, input);
  await requireLinksAllowed(tx, imagesOf(input));
  const slug = input.slug || (await chooseSlug(tx, { creatorId, name: input.name }));
  const values = await toValues(tx, deps, { creatorId, current: [], input });
  const saved = await insertProduct(tx, creatorId, { ...values, slug, ofTipTile });
  await claimSlug(tx, saved);
  return saved;
}

/** Changes a product and validates the result as a whole. Throws 400, 404, 409. */
export async function changeProduct(
  deps: ProductDeps,
  {
    creatorId,
    id,
    patch,
    precondition,
  }: Owned & { patch: ProductPatch; precondition: Precondition<ProductRow> },
): Promise<ProductRow> {
  return inTransaction(deps.db, async (tx) => {
    // Lock the creator as in `addProduct`, and always before the product, to prevent deadlocks.
    if (patch.slug) await lockCreator(tx, creatorId);
    return changeProductIn(tx, deps, { creatorId, id, patch, precondition });
  });
}

type ProductChange = Owned & { patch: ProductPatch; precondition?: Precondition<ProductRow> };

/** Changes a product in the caller's transaction. The caller has locked the creator if the slug changes. */
export async function changeProductIn(
  tx: Transaction,
  deps: Pick<ProductDeps, "jobs" | "pageInvalidations" | "publicUrl" | "smallestCharge">,
  { creatorId, id, patch, precondition }: ProductChange,
): Promise<ProductRow> {
  const current = await lockProduct(tx, { creatorId, id }).then(orNotFound("Product"));
  precondition?.(current);
  const input = parseInput(ProductInput, {
    ...toInput(current, deps.publicUrl),
    // The former image's description and focal point do not apply to another one.
    ...(patch.mediaUrl !== undefined && { mediaAlt: null, mediaFocus: null }),
    ...sentFields(patch),
  });
  // An invalid price from earlier must not prevent other changes.
  const hasNewPrice = input.priceCents !== current.priceCents || input.currency !== current.currency;
  const { shippingCents, shippingAbroadCents } = current;
  const hasNewShipping =
    input.shippingCents !== shippingCents || input.shippingAbroadCents !== shippingAbroadCents;
  if (hasNewPrice || hasNewShipping) checkTotal(input);
  if (hasNewPrice || input.offerPriceCents !== current.offerPriceCents)
    await checkPrice(tx, deps, { creatorId, input });
  // A product that is no longer for sale must not prevent other changes of its bundle.
  if (patch.bundleItems || patch.currency || patch.type) await checkBundle(tx, { creatorId, input });
  // A product that can no longer be offered must not prevent other changes.
  if (isOtherOffer(current, input)) await checkOffer(tx, { creatorId, id, input });
  await requireTargetsAllowed(tx, input, current);
  await requireLinksAllowed(tx, imagesOf(patch));
  const { files, ...values } = await toValues(tx, deps, { creatorId, current: current.files, input });
  const row = await updateProduct(
    tx,
    { creatorId, id },
    { ...values, slug: input.slug || current.slug },
  ).then(orNotFound("Product"));
  const saved = { ...row, files: await saveFiles(tx, id, { before: current.files, files }) };
  const version = await recordVersion(tx, id, { before: current.files, files, note: input.versionNote });
  if (version !== undefined) await announceVersion(tx, deps.jobs, { creatorId, id, version });
  if (saved.slug !== current.slug) {
    await claimSlug(tx, saved);
    await retireSlug(tx, { creatorId, slug: current.slug, productId: id });
  }
  if (hasNewPrice) await recordNewPrice(tx, current, saved);
  await deps.pageInvalidations.publish(tx, creatorId);
  return saved;
}

/** Records a new price for the chart of sales, unless the currency has changed, too. */
async function recordNewPrice(tx: Transaction, before: ProductRow, after: ProductRow): Promise<void> {
  const { id, name: title, creatorId, currency, priceCents: toCents } = after;
  if (before.currency !== currency) return;
  const price = { currency, fromCents: before.priceCents, toCents };
  await recordPageChange(tx, { creatorId, kind: "price_changed", subject: { id, title }, price });
}

/** Deletes a product and its tiles, which can be restored for some time. Orders keep a copy. Throws 404. */
export async function removeProduct(deps: ProductDeps, { creatorId, id }: Owned): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    // Lock the creator first, because changes to several tiles need that lock.
    await lockCreator(tx, creatorId);
    await removeProductIn(tx, { creatorId, id });
    await deps.tiles.removeTilesOfProduct(tx, { creatorId, productId: id });
    await deps.pageInvalidations.publish(tx, creatorId);
  });
}

/** Deletes a product without its tiles, in a transaction that has locked the creator. Throws 404. */
export async function removeProductIn(tx: Transaction, { creatorId, id }: Owned): Promise<void> {
  const deleted = await deleteProduct(tx, { creatorId, id }).then(orNotFound("Product"));
  await purgeAboveLimit(tx, products, creatorId);
  await retireSlug(tx, { creatorId, slug: deleted.slug, productId: null });
}

/** Restores a deleted product, with as many of its tiles as fit on the page. Throws 403 at the limit, 404. */
export async function restoreProduct(deps: ProductDeps, { creatorId, id }: Owned): Promise<ProductRow> {
  return inTransaction(deps.db, async (tx) => {
    const creator = await lockCreator(tx, creatorId).then(orNotFound("Product"));
    await deps.tiles.restoreTilesOfProduct(tx, { creator, productId: id });
    const restored = await restoreProductIn(tx, { creatorId, id });
    await deps.pageInvalidations.publish(tx, creatorId);
    return restored;
  });
}

/** Restores a product without its tiles, in a transaction that has locked the creator. Throws 403, 404. */
export async function restoreProductIn(tx: Transaction, { creatorId, id }: Owned): Promise<ProductRow> {
  const deleted = await findDeletedProduct(tx, { creatorId, id }).then(orNotFound("Product"));
  await requireRoom(tx, creatorId);
  const row = await restoreProductRow(tx, { id, slug: await freeSlugFor(tx, deleted) });
  const restored = { ...row, files: deleted.files };
  await claimSlug(tx, restored);
  return restored;
}

/** Throws 403 at a creator's limit of products. */
async function requireRoom(tx: Transaction, creatorId: number): Promise<void> {
  if ((await countProducts(tx, creatorId)) >= MAX_PRODUCTS)
    throw errors.limitReached({ max: formatNumber(MAX_PRODUCTS) });
}

/** Throws 400 if price and shipping together exceed the maximum. */
function checkTotal({ priceCents, shippingCents, shippingAbroadCents }: ProductInput): void {
  const { max } = limits.priceCents;
  if (priceCents + shippingCents > max) throw errors.totalTooHigh({ field: "shippingCents" });
  if (priceCents + (shippingAbroadCents ?? 0) > max)
    throw errors.totalTooHigh({ field: "shippingAbroadCents" });
}

/** Throws 400 if a buyer could be asked for more than 0 and less than the minimum charge of the creator's provider. */
async function checkPrice(
  tx: Transaction,
  deps: Pick<ProductDeps, "smallestCharge">,
  { creatorId, input }: { creatorId: number; input: ProductInput },
): Promise<void> {
  const { priceCents, minPriceCents, currency, offerPriceCents } = input;
  // Besides a free product, the offer is all that is charged.
  const isOfferAlone = (minPriceCents ?? priceCents) === 0;
  const prices = { priceCents, ...(isOfferAlone && { offerPriceCents }) };
  if (Object.values(prices).every((cents) => !cents)) return;
  const min = await deps.smallestCharge(tx, creatorId, currency);
  if (min === null) return;
  for (const [field, cents] of Object.entries(prices))
    if (cents && cents < min) throw errors.priceBelowMinimum({ field, message: belowMinimum(currency, min) });
}
