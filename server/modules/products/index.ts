import type { ProductInput, ProductPatch } from "../../../contract/api/products.ts";
import type { PaymentMode, ProviderName } from "../../../contract/rules/order-states.ts";
import { purgeDeletedJob } from "../../platform/database/deleted-rows.ts";
import type { Transaction } from "../../platform/database/index.ts";
import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { Module } from "../../platform/module.ts";
import { importProduct } from "./import-product.ts";
import { registerProductRoutes } from "./routes.ts";
import { changeProductIn, type ProductDeps, removeProductIn } from "./service.ts";
import { releaseStock, reserveStock } from "./stock.ts";
import { products } from "./tables.ts";

export { findParts, type Held, listPartsOf, missingPart, missingPartUnless } from "./bundles.ts";
export { listBuyerMessages } from "./buyer-messages.ts";
export { errors as productErrors } from "./errors.ts";
/** Exported for the references to files. Only this module writes to it. */
export { productFiles } from "./file-tables.ts";
export { filesOfProduct } from "./files.ts";
export { findOffered } from "./offers.ts";
export { presentProduct } from "./presenter.ts";
export {
  countOwnProducts,
  countProducts,
  findAnyProduct,
  findProduct,
  insertProduct,
  listProducts,
  lockProduct,
  type ProductRow,
} from "./repository.ts";
export {
  addProductIn,
  changeProductIn,
  type ProductDeps,
  removeProductIn,
  restoreProductIn,
} from "./service.ts";
export { findCurrentSlug } from "./slugs.ts";
/** Exported for reading joins. Only this module writes to it. */
export { products } from "./tables.ts";
export { readProductDraft } from "./values.ts";
export {
  findNextNotice,
  findVersion,
  importVersions,
  listArchivedVersions,
  listVersions,
  listVersionsOf,
  setAnnounced,
} from "./versions.ts";

export type Products = ReturnType<typeof createProducts>["api"];

export type FindSellingAccount = (
  tx: Transaction,
  creatorId: number,
) => Promise<{ provider: ProviderName; mode: PaymentMode } | undefined>;

/** Returns a function that finds the minimum charge at the provider where a creator takes real money. */
export function findSmallestCharge({
  sales,
  sellingAccount,
}: Pick<Infrastructure, "sales"> & { sellingAccount: FindSellingAccount }): ProductDeps["smallestCharge"] {
  return async (tx, creatorId, currency) => {
    const account = await sellingAccount(tx, creatorId);
    const takesMoney = account !== undefined && account.mode !== "sandbox";
    return takesMoney ? (sales[account.provider].bounds(currency)?.min ?? null) : null;
  };
}

/** Products. `sellingAccount` tells whether a creator has selected a provider, and in which mode. */
export function createProducts(
  { db, jobs, limits, pageInvalidations, sales, settings: { publicUrl } }: Infrastructure,
  {
    sellingAccount,
    tiles,
    salesOf,
  }: { sellingAccount: FindSellingAccount } & Pick<ProductDeps, "tiles" | "salesOf">,
) {
  const smallestCharge = findSmallestCharge({ sales, sellingAccount });
  return {
    routes: ({ registerRoute }) =>
      registerProductRoutes(registerRoute, {
        db,
        jobs,
        limits,
        pageInvalidations,
        publicUrl,
        smallestCharge,
        tiles,
        salesOf,
      }),
    jobs: [purgeDeletedJob(db, { name: "products.purge", table: products })],
    api: {
      /** Reserves a unit for a payment, in the transaction that records the payment. */
      reserveStock: (tx: Transaction, productId: number) =>
        reserveStock(tx, { jobs, pageInvalidations }, productId),
      /** Imports a product, in a transaction that has locked the creator. */
      importProduct: (tx: Transaction, product: { creatorId: number; input: ProductInput }) =>
        importProduct(tx, { publicUrl, smallestCharge }, product),
      /** Changes an imported product once all others are there. */
      completeImport: (tx: Transaction, product: { creatorId: number; id: number; patch: ProductPatch }) =>
        changeProductIn(tx, { jobs, pageInvalidations, publicUrl, smallestCharge }, product),
      /** Deletes a product with its tiles, in a transaction that has locked the creator. It can be restored for some time. */
      removeProduct: async (tx: Transaction, { creatorId, id }: { creatorId: number; id: number }) => {
        await removeProductIn(tx, { creatorId, id });
        await tiles.removeTilesOfProduct(tx, { creatorId, productId: id });
      },
      /** Releases a unit that an unpaid payment had `reserved`, after the payment has ended. */
      releaseStock: (tx: Transaction, productId: number) =>
        releaseStock(tx, { pageInvalidations }, productId),
    },
  } satisfies Module;
}
