import { DiscountInput, type DiscountPatch } from "../../../contract/api/discounts.ts";
import { MAX_DISCOUNTS } from "../../../contract/rules/limits.ts";
import { toInstant } from "../../platform/clock/local-time.ts";
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
import { type CreatorRow, findCreatorById, lockCreator } from "../creators/index.ts";
import { countOwnProducts } from "../products/index.ts";
import { errors } from "./errors.ts";
import {
  countDiscounts,
  type DiscountRow,
  deleteDiscount,
  hasAnyCode,
  insertDiscount,
  lockDiscount,
  restoreDiscountRow,
  updateDiscount,
} from "./repository.ts";
import { discounts } from "./tables.ts";

type DiscountDeps = { db: Database };
type Owned = { creatorId: number; id: number };

/**
 * Adds a discount code. Throws 400 if a product is not the creator's, 403 at the limit, 409 if the code is
 * taken.
 */
export async function addDiscount(
  { db }: DiscountDeps,
  { creatorId, input }: { creatorId: number; input: DiscountInput },
): Promise<DiscountRow> {
  return inTransaction(db, async (tx) => {
    // Two concurrent requests must not both pass the limit.
    const creator = await lockCreator(tx, creatorId).then(orNotFound("Discount code"));
    return addDiscountIn(tx, { creator, input });
  });
}

async function addDiscountIn(
  tx: Transaction,
  { creator, input, taken = 0 }: { creator: CreatorRow; input: DiscountInput; taken?: number },
): Promise<DiscountRow> {
  await requireRoom(tx, creator.id);
  await checkProducts(tx, creator.id, input.productIds);
  const values = toValues(parseInput(DiscountInput, withInstants(input, creator)));
  return insertDiscount(tx, creator.id, { ...values, taken });
}

/**
 * Imports a code of an archive with its uses. Returns false if the creator has the code already. Requires a
 * transaction that has locked the creator. Throws 400 and 403 like `addDiscount`.
 */
export async function importDiscount(
  tx: Transaction,
  discount: { creator: CreatorRow; input: DiscountInput; taken: number },
): Promise<boolean> {
  const { creator, input } = discount;
  if (await hasAnyCode(tx, { creatorId: creator.id, codes: [input.code] })) return false;
  await addDiscountIn(tx, discount);
  return true;
}

/** Changes a discount code and validates the result as a whole. Throws 400, 404, 409. */
export async function changeDiscount(
  { db }: DiscountDeps,
  {
    creatorId,
    id,
    patch,
    precondition,
  }: Owned & { patch: DiscountPatch; precondition: Precondition<DiscountRow> },
): Promise<DiscountRow> {
  return inTransaction(db, async (tx) => {
    const current = await lockDiscount(tx, { creatorId, id }).then(orNotFound("Discount code"));
    precondition(current);
    const creator = await findCreatorById(tx, creatorId).then(orNotFound("Discount code"));
    const entered = withInstants(patch, creator);
    const input = parseInput(DiscountInput, { ...toInput(current), ...sentFields(entered) });
    // Ignore products that were deleted since they were chosen. They must not block other changes.
    if (patch.productIds) await checkProducts(tx, creatorId, patch.productIds);
    return updateDiscount(tx, { creatorId, id }, toValues(input)).then(orNotFound("Discount code"));
  });
}

/**
 * Deletes a discount code, which can be restored for some time. Orders keep their own copy of the discount.
 * Throws 404.
 */
export async function removeDiscount({ db }: DiscountDeps, owner: Owned): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await deleteDiscount(tx, owner))) throw notFound("Discount code");
    await purgeAboveLimit(tx, discounts, owner.creatorId);
  });
}

/**
 * Restores a deleted discount code. Throws 403 at the limit, 404, or 409 if the creator has the code again.
 */
export async function restoreDiscount({ db }: DiscountDeps, owner: Owned): Promise<DiscountRow> {
  return inTransaction(db, async (tx) => {
    await lockCreator(tx, owner.creatorId);
    await requireRoom(tx, owner.creatorId);
    return restoreDiscountRow(tx, owner).then(orNotFound("Discount code"));
  });
}

/** Throws 403 if a creator has reached the limit of codes. */
async function requireRoom(tx: Transaction, creatorId: number): Promise<void> {
  if ((await countDiscounts(tx, creatorId)) >= MAX_DISCOUNTS)
    throw errors.limitReached({ max: MAX_DISCOUNTS });
}

/** Throws 400 when one of the products is not the creator's. */
export async function checkProducts(db: Queries, creatorId: number, ids: number[] | null): Promise<void> {
  if (ids !== null && (await countOwnProducts(db, creatorId, ids)) < ids.length)
    throw errors.productsNotOwn();
}

type Period = { startsAt: string | null; endsAt: string | null };
type Times = { startsAt?: string | null | undefined; endsAt?: string | null | undefined };

/** Converts local times, which are in the creator's time zone, to comparable instants. */
export function withInstants<Input extends Times>(
  input: Input,
  { timeZone }: Pick<CreatorRow, "timeZone">,
): Input {
  const instantOf = (time: string | null | undefined) =>
    time ? toInstant(time, timeZone).toISOString() : time;
  return { ...input, startsAt: instantOf(input.startsAt), endsAt: instantOf(input.endsAt) };
}

/** Returns an input as columns. */
export const toValues = <Input extends Period>({ startsAt, endsAt, ...input }: Input) => ({
  ...input,
  startsAt: toDate(startsAt),
  endsAt: toDate(endsAt),
});

const toDate = (time: string | null) => (time === null ? null : new Date(time));

function toInput({ code, percentOff, amountOffCents, currency, productIds, ...row }: DiscountRow) {
  return {
    code,
    percentOff,
    amountOffCents,
    currency,
    productIds,
    startsAt: row.startsAt?.toISOString() ?? null,
    endsAt: row.endsAt?.toISOString() ?? null,
    maxUses: row.maxUses,
    oncePerBuyer: row.oncePerBuyer,
    active: row.active,
  };
}
