import { z } from "zod";
import { booleanField, boundedList, IsoTime, objectBody, positiveNumber } from "../rules/fields.ts";
import { formatNumber } from "../rules/formats.ts";
import { DEFAULT_CURRENCY, limits } from "../rules/limits.ts";
import { isInOrder, timeField } from "../rules/local-time.ts";
import { codeText } from "../rules/text-fields.ts";
import { versionBy } from "../rules/versions.ts";
import { defineMessages, type Message } from "../texts.ts";
import { DeletedItems } from "./deleted-items.ts";
import { amountField, CurrencyField } from "./products.ts";
import { IdParams, route } from "./route.ts";

/** A code that lowers the price of goods by a percentage, or by an amount in one currency. */
export const Discount = z.object({
  id: z.number(),
  code: z.string(),
  percent_off: z.number().nullable(),
  amount_off_cents: z.number().nullable(),
  /** The currency of the amount and of the products to which it applies. Null for a percentage. */
  currency: z.string().nullable(),
  /** Null for all products. Tips are never discounted. */
  product_ids: z.array(z.number()).nullable(),
  starts_at: IsoTime.nullable(),
  ends_at: IsoTime.nullable(),
  max_uses: z.number().nullable(),
  once_per_buyer: z.boolean(),
  active: z.boolean(),
  /** Uses that are paid or reserved. A late payment may exceed the maximum by one. */
  uses: z.number(),
});
export type Discount = z.infer<typeof Discount>;

/** Computes the version of the fields in a discount code's form. */
export const discountVersion = versionBy(Discount.omit({ id: true, uses: true }));

const { code, discountUses, discountProducts } = limits;
export const discountMessages = defineMessages("discounts", {
  code: "Code must be {min} to {max} letters, digits or hyphens.",
  percent: "Percent must be a whole number from 1 to 100.",
  amount: "Amount must be more than 0.",
  oneReduction: "Enter either a percentage or an amount.",
  noProducts: "Choose at least one product.",
  products: "Choose your own products.",
  tooManyProducts: "Choose at most {max} products, or all.",
  endsBeforeStart: "End must be after the start.",
  uses: "Uses must be a whole number from 1 to {max}.",
});
const INVALID_CODE = discountMessages.code(code);

/** A schema of whole numbers from 1 to `max`. */
export function wholeNumber(message: Message, max: number) {
  return z.number({ error: message }).min(1).max(max).refine(Number.isInteger);
}

export const DiscountCode = codeText(INVALID_CODE, code.max).regex(
  new RegExp(`^[A-Za-z0-9-]{${code.min},${code.max}}$`),
);
export const Percent = wholeNumber(discountMessages.percent, 100);

/** The products of a code, or null for all products. */
export const DiscountProducts = boundedList(positiveNumber(discountMessages.products), discountProducts.max, {
  type: discountMessages.products,
  tooMany: discountMessages.tooManyProducts(discountProducts),
})
  .pipe(z.array(z.number()).min(1, { error: discountMessages.noProducts }))
  .transform((ids) => [...new Set(ids)])
  .nullish();

const DiscountFields = objectBody({
  code: DiscountCode,
  percentOff: Percent.nullish(),
  amountOffCents: amountField("Amount")
    .refine((cents) => cents > 0, { error: discountMessages.amount })
    .nullish(),
  currency: CurrencyField.nullish(),
  productIds: DiscountProducts,
  startsAt: timeField("Start").nullish(),
  endsAt: timeField("End").nullish(),
  maxUses: wholeNumber(
    discountMessages.uses({ max: formatNumber(discountUses.max) }),
    discountUses.max,
  ).nullish(),
  oncePerBuyer: booleanField("Once per buyer").optional(),
  active: booleanField("Active").optional(),
});

type Period = { startsAt: string | null; endsAt: string | null };

/** Adds an issue at the end of a period that does not come after its start. */
export function requireOrder({ startsAt, endsAt }: Period, context: z.core.$RefinementCtx): void {
  if (startsAt !== null && endsAt !== null && !isInOrder(startsAt, endsAt))
    context.addIssue({ code: "custom", path: ["endsAt"], message: discountMessages.endsBeforeStart });
}

/** A complete discount code as entered. */
export const DiscountInput = DiscountFields.transform((given, context) => {
  const percentOff = given.percentOff ?? null;
  const amountOffCents = given.amountOffCents ?? null;
  const startsAt = given.startsAt ?? null;
  const endsAt = given.endsAt ?? null;
  if ((percentOff === null) === (amountOffCents === null)) {
    const path = [percentOff === null ? "percentOff" : "amountOffCents"];
    context.addIssue({ code: "custom", path, message: discountMessages.oneReduction });
  }
  requireOrder({ startsAt, endsAt }, context);
  return {
    code: given.code,
    percentOff,
    amountOffCents,
    currency: amountOffCents === null ? null : (given.currency ?? DEFAULT_CURRENCY),
    productIds: given.productIds ?? null,
    startsAt,
    endsAt,
    maxUses: given.maxUses ?? null,
    oncePerBuyer: given.oncePerBuyer ?? false,
    active: given.active ?? true,
  };
});
export type DiscountInput = z.output<typeof DiscountInput>;

export const DiscountPatch = DiscountFields.partial();
export type DiscountPatch = z.output<typeof DiscountPatch>;

const DiscountResponse = z.object({ discount: Discount });

export const discountRoutes = {
  list: route("GET", "/api/discounts", "creator", {
    scopes: ["products:read"],
    summary: "Discount codes of the creator, newest first",
    responses: { 200: z.object({ discounts: z.array(Discount) }) },
  }),
  create: route("POST", "/api/discounts", "creator", {
    scopes: ["products:write"],
    summary: "Add a discount code",
    body: DiscountInput,
    responses: { 201: DiscountResponse },
    errors: { 403: ["discounts.limit_reached"], 409: ["discounts.code_taken"] },
  }),
  update: route("PATCH", "/api/discounts/:id", "creator", {
    scopes: ["products:write"],
    summary: "Change a discount code",
    params: IdParams,
    body: DiscountPatch,
    responses: { 200: DiscountResponse },
    errors: { 409: ["discounts.code_taken", "changed"] },
  }),
  remove: route("DELETE", "/api/discounts/:id", "creator", {
    scopes: ["products:write"],
    summary: "Delete a discount code. Orders keep their discount",
    params: IdParams,
    responses: { 204: null },
  }),
  deleted: route("GET", "/api/discounts/deleted", "creator", {
    scopes: ["products:read"],
    summary: "Discount codes deleted in the last 30 days, newest first",
    responses: { 200: DeletedItems },
  }),
  restore: route("POST", "/api/discounts/:id/restore", "creator", {
    scopes: ["products:write"],
    summary: "Restore a deleted discount code",
    params: IdParams,
    responses: { 200: DiscountResponse },
    errors: { 403: ["discounts.limit_reached"], 409: ["discounts.code_taken"] },
  }),
};
