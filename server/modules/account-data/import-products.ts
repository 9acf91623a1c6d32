import { ProductInput, ProductPatch } from "../../../contract/api/products.ts";
import type { Transaction } from "../../platform/database/index.ts";
import { findProduct, importVersions } from "../products/index.ts";
import type { AccountDataDeps } from "./deps.ts";
import { errors } from "./errors.ts";
import { idOf, imagesOf, listOf, parse, type Row, rowOf, type Targets } from "./import-input.ts";
import { knownId, type Step } from "./import-steps.ts";
import { toVersions } from "./imported-versions.ts";

/** Imports the products of an archive with their versions and second offers. */
export async function importProducts(
  tx: Transaction,
  deps: AccountDataDeps,
  step: Step,
  rows: readonly Row[],
): Promise<void> {
  // Bundles last, because their products must be there.
  const isBundle = (row: Row) => row.type === "bundle";
  const products = [...rows.filter((row) => !isBundle(row)), ...rows.filter(isBundle)];
  const added: Added[] = [];
  for (const row of products) {
    const product = await importProduct(tx, deps, step, row);
    if (product) added.push(product);
  }
  // Products may offer each other, and bundles may have products that are not for sale.
  for (const product of added) await completeProduct(tx, deps, step, product);
}

/** A product that was added. It is active until all others are there. */
type Added = { row: Row; id: number; isActive: boolean };

/** Returns the product if it was added. */
async function importProduct(
  tx: Transaction,
  deps: AccountDataDeps,
  { running, creator, targets, tally }: Step,
  row: Row,
): Promise<Added | undefined> {
  const creatorId = creator.id;
  let added: Added | undefined;
  await tally.attempt("product", row.name, async () => {
    const sourceId = idOf(row);
    const known = knownId(running, "product", sourceId);
    if (known !== undefined && (await findProduct(tx, { creatorId, id: known }))) {
      targets.addProduct(sourceId, known);
      return false;
    }
    const files = importedFiles(row, targets);
    const input = toProduct(row, targets, files);
    // Parsed first, because a rejected product must not be added.
    const versionsWith = toVersions(row);
    const saved = await deps.products.importProduct(tx, { creatorId, input: { ...input, active: true } });
    const fileIds = new Map(saved.files.map(({ id }, at) => [files[at]?.sourceId, id]));
    await importVersions(tx, saved.id, versionsWith(fileIds));
    await running.items.record(tx, {
      kind: "product",
      sourceId: String(sourceId),
      targetId: String(saved.id),
    });
    targets.addProduct(sourceId, saved.id);
    added = { row, id: saved.id, isActive: input.active };
    return true;
  });
  return added;
}

async function completeProduct(
  tx: Transaction,
  { products }: AccountDataDeps,
  { creator, targets, tally }: Step,
  { row, id, isActive }: Added,
): Promise<void> {
  const creatorId = creator.id;
  if (!isActive) await products.completeImport(tx, { creatorId, id, patch: { active: false } });
  await tally.orLeaveOut("product", row.name, async () => {
    const patch = toOffer(row, targets);
    if (patch) await products.completeImport(tx, { creatorId, id, patch });
  });
}

/** Returns the files of a product. Older archives have one, without a name. */
function listedFiles(row: Row): Row[] {
  if (Array.isArray(row.files)) return row.files.map(rowOf);
  return row.digital_file_path === null ? [] : [{ path: row.digital_file_path }];
}

/** Returns the files of a product that were imported. */
const importedFiles = (row: Row, targets: Targets) =>
  listedFiles(row).flatMap(({ id, path, name }) => {
    const target = targets.file(path);
    return target === null ? [] : [{ sourceId: id, path: target, name }];
  });

/** Reads a product. Without one of its files it becomes inactive, because buyers would not receive everything. */
function toProduct(row: Row, targets: Targets, files: ReturnType<typeof importedFiles>): ProductInput {
  return parse(ProductInput, {
    name: row.name,
    slug: row.slug,
    description: row.description,
    priceCents: row.price_cents,
    currency: row.currency,
    minPriceCents: row.min_price_cents,
    type: row.type,
    bundleItems: bundleItemsOf(row, targets),
    // `toOffer` reads it once all products are there.
    ...{ offerProductId: null, offerPriceCents: null, offerText: null },
    stock: row.stock,
    shippingCents: row.shipping_cents,
    shippingAbroadCents: row.shipping_abroad_cents,
    ...{ digitalFilePath: null, versionNote: null },
    files: files.map(({ path, name }) => ({ path, name })),
    mediaUrl: targets.image(row.media_url),
    mediaAlt: row.media_alt,
    mediaFocus: row.media_focus,
    moreImages: imagesOf(row.more_images, targets),
    buyerMessage: row.buyer_message,
    ...{ buyerLinkLabel: row.buyer_link_label, buyerLinkUrl: row.buyer_link_url },
    active: files.length < listedFiles(row).length ? false : row.active,
  });
}

const OfferPatch = ProductPatch.pick({ offerProductId: true, offerPriceCents: true, offerText: true });

/** Returns the second offer of an imported product, or null if that product was not imported. */
function toOffer(row: Row, targets: Targets): ProductPatch | null {
  const offerProductId = targets.product(row.offer_product_id);
  if (offerProductId === undefined) return null;
  const fields = { offerProductId, offerPriceCents: row.offer_price_cents, offerText: row.offer_text };
  return parse(OfferPatch, fields);
}

/** Returns the imported products of a bundle. Throws 400 if one of them was not imported. */
const bundleItemsOf = (row: Row, targets: Targets): number[] =>
  listOf(row.bundle_items).map((id) => {
    const productId = targets.product(id);
    if (productId === undefined) throw errors.productLeftOut();
    return productId;
  });
