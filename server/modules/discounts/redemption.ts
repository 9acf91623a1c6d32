import type { ProductType } from "../../../contract/api/products.ts";
import { codeOf } from "../../../contract/rules/meanings.ts";
import type { PriceReduction } from "../../../contract/rules/prices.ts";
import type { Queries, Transaction } from "../../platform/database/index.ts";
import { errors } from "./errors.ts";
import { type DiscountRow, findActiveCode, returnUse, takeAnyUse, takeUse } from "./repository.ts";

/** A code as the buyer entered it, in any letter case, for one product. */
export type Redemption = {
  creatorId: number;
  code: string;
  product: { id: number; type: ProductType; currency: string };
};

/**
 * A code that is valid for a product, spelt as its creator wrote it, with its remaining uses and its
 * reduction.
 */
export type ValidDiscount = { id: number; code: string; usesLeft: number | null } & PriceReduction;

/** Returns a code's reduction without reserving a use. Throws 400, or 409 if no use remains. */
export async function findDiscount(db: Queries, { product, ...key }: Redemption): Promise<ValidDiscount> {
  const found = await findActiveCode(db, { ...key, code: codeOf(key.code) });
  if (!found || !isFor(found, product)) throw errors.invalid();
  if (!found.hasStarted) throw errors.notStarted();
  if (found.hasEnded) throw errors.expired();
  if (found.maxUses !== null && found.taken >= found.maxUses) throw errors.usedUp();
  const { id, code, percentOff, amountOffCents, maxUses, taken } = found;
  const usesLeft = maxUses === null ? null : maxUses - taken;
  return { id, code, usesLeft, ...reductionOf({ percentOff, amountOffCents }) };
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
  if (!taken) throw errors.usedUp();
  if (taken.oncePerBuyer && (await isUsedBy(discount.id))) throw errors.usedByBuyer();
  return discount;
}

/** Returns the reserved use of a payment that ended unpaid. */
export async function releaseDiscount(tx: Transaction, discountId: number): Promise<void> {
  await returnUse(tx, discountId);
}

/**
 * Takes a use for a payment that was paid after its release. `isExceeded` tells that the code now exceeds its
 * limit of uses.
 */
export async function honorDiscount(tx: Transaction, discountId: number): Promise<{ isExceeded: boolean }> {
  const row = await takeAnyUse(tx, discountId);
  return { isExceeded: row !== undefined && row.maxUses !== null && row.taken > row.maxUses };
}

function isFor({ productIds, currency }: DiscountRow, product: Redemption["product"]): boolean {
  const isIncluded = productIds === null || productIds.includes(product.id);
  return isIncluded && product.type !== "tip" && (currency === null || currency === product.currency);
}

function reductionOf({ percentOff, amountOffCents }: Pick<DiscountRow, "percentOff" | "amountOffCents">) {
  if (percentOff !== null) return { percentOff, amountOffCents: null };
  return { percentOff: null, amountOffCents: amountOffCents ?? 0 };
}
