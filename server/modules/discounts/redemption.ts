import type { ProductType } from "../../../contract/api/products.ts";
import { codeOf } from "../../../contract/rules/meanings.ts";
import type { PriceReduction } from "../../../contract/rules/prices.ts";
import type { Queries, Transaction } from "../../platform/database/index.ts";
import { codeErrors } from "./code-errors.ts";
import { type DiscountRow, findActiveCode, returnUse, takeAnyUse, takeUse } from "./repository.ts";

/** A product to which a code may apply: `bundleId` is the bundle that contains it, or null. */
export type Discountable = { id: number; bundleId: number | null; type: ProductType };

/** A code as the buyer entered it, in any letter case, for the products of an order. */
export type Redemption = {
  creatorId: number;
  code: string;
  currency: string;
  products: readonly Discountable[];
};

/**
 * A code that is valid for a product of an order, in its creator's spelling, with its remaining uses and its
 * reduction. `productIds` are the products or bundles to which it applies, or null for all.
 */
export type ValidDiscount = {
  id: number;
  code: string;
  usesLeft: number | null;
  productIds: readonly number[] | null;
} & PriceReduction;

/** Returns whether a code applies to a product, or to the bundle that contains it. Tips have no discount. */
export function isDiscounted(
  { productIds }: Pick<ValidDiscount, "productIds">,
  { id, bundleId, type }: Discountable,
): boolean {
  if (type === "tip") return false;
  return (
    productIds === null || productIds.includes(id) || (bundleId !== null && productIds.includes(bundleId))
  );
}

/** Returns a code's reduction without reserving a use. Throws 400, or 409 if no use remains. */
export async function findDiscount(
  db: Queries,
  { products, currency, ...key }: Redemption,
): Promise<ValidDiscount> {
  const found = await findActiveCode(db, { ...key, code: codeOf(key.code) });
  if (!found || !isFor(found, { products, currency })) throw codeErrors.invalid();
  if (!found.hasStarted) throw codeErrors.notStarted();
  if (found.hasEnded) throw codeErrors.expired();
  if (found.maxUses !== null && found.taken >= found.maxUses) throw codeErrors.usedUp();
  const { id, code, percentOff, amountOffCents, maxUses, taken } = found;
  const usesLeft = maxUses === null ? null : maxUses - taken;
  return { id, code, usesLeft, productIds: found.productIds, ...reductionOf({ percentOff, amountOffCents }) };
}

/**
 * Reserves a use for a payment, in the transaction that records the payment. `isUsedBy` is called only for
 * codes with one use per buyer, and with the code locked, so that concurrent orders of one buyer are checked
 * in turn. Throws 400 as `findDiscount`, or 409 if no use remains for this buyer.
 */
export async function reserveDiscount(
  tx: Transaction,
  { isUsedBy, ...redemption }: Redemption & { isUsedBy: (discountId: number) => Promise<boolean> },
): Promise<ValidDiscount> {
  const discount = await findDiscount(tx, redemption);
  const taken = await takeUse(tx, discount.id);
  if (!taken) throw codeErrors.usedUp();
  if (taken.oncePerBuyer && (await isUsedBy(discount.id))) throw codeErrors.usedByBuyer();
  return discount;
}

/** Returns the reserved use of a payment that ended unpaid. */
export async function releaseDiscount(tx: Transaction, discountId: number): Promise<void> {
  await returnUse(tx, discountId);
}

/**
 * Counts a use of a code for a payment that was paid after its use had been released. `isExceeded` is true if the
 * code now exceeds its limit of uses.
 */
export async function honorDiscount(tx: Transaction, discountId: number): Promise<{ isExceeded: boolean }> {
  const row = await takeAnyUse(tx, discountId);
  return { isExceeded: row !== undefined && row.maxUses !== null && row.taken > row.maxUses };
}

function isFor(discount: DiscountRow, { products, currency }: Pick<Redemption, "products" | "currency">) {
  const isPayable = discount.currency === null || discount.currency === currency;
  return isPayable && products.some((product) => isDiscounted(discount, product));
}

function reductionOf({ percentOff, amountOffCents }: Pick<DiscountRow, "percentOff" | "amountOffCents">) {
  if (percentOff !== null) return { percentOff, amountOffCents: null };
  return { percentOff: null, amountOffCents: amountOffCents ?? 0 };
}
