import { z } from "zod";
import { boundedList, objectBody, positiveNumber } from "../rules/fields.ts";
import { GOAL_END, GOAL_SOURCES, MAX_GOAL_PRODUCTS } from "../rules/goals.ts";
import { isDay } from "../rules/local-time.ts";
import { codeText } from "../rules/text-fields.ts";
import { defineMessages } from "../texts.ts";
import { CurrencyField } from "./products.ts";

/** A goal with its progress on the page. */
export const Goal = z.object({
  from: z.enum(GOAL_SOURCES),
  /** The currency of the amounts, or null for a number of sales. */
  currency: z.string().nullable(),
  /** In minor units of the currency, or a number. */
  target: z.number(),
  /** The products whose sales count. Empty for other sources. */
  product_ids: z.array(z.number()),
  /** The progress of a goal that is set by hand, otherwise 0. */
  current: z.number(),
  /** The first day that counts, in the creator's time zone, or null for all sales. */
  since: z.string().nullable(),
});
export type Goal = z.infer<typeof Goal>;

export const goalMessages = defineMessages("goals", {
  missing: "Enter the values of the goal.",
  source: "Choose tips, products, or by hand.",
  target: "Enter a target above 0 and below 10,000,000.",
  current: "Enter a current value from 0 to below 10,000,000.",
  noProducts: "Choose the products whose sales count.",
  products: "Choose at most {max} of your own products.",
  since: "The first day must be a date, such as 2026-11-27.",
});

/** The error of products that are not the creator's own, or too many. */
export const GOAL_PRODUCTS = goalMessages.products({ max: MAX_GOAL_PRODUCTS });

const emptyAsNull = (value: unknown) => (value === "" ? null : value);

const FirstDay = codeText(goalMessages.since, 10)
  .refine((value) => value === "" || isDay(value))
  .transform((value) => value || null);

const isWhole = (value: number, least: number, end: number) =>
  Number.isInteger(value) && value >= least && value < end;

/** A goal as entered. Fields that its source does not use are cleared. */
export const GoalInput = objectBody({
  from: z.enum(GOAL_SOURCES, { error: goalMessages.source }),
  currency: z.preprocess(emptyAsNull, CurrencyField.nullish()),
  target: z.number({ error: goalMessages.missing }),
  productIds: boundedList(positiveNumber(GOAL_PRODUCTS), MAX_GOAL_PRODUCTS, {
    type: GOAL_PRODUCTS,
    tooMany: GOAL_PRODUCTS,
  }).nullish(),
  current: z.number({ error: goalMessages.missing }).nullish(),
  since: FirstDay.nullish(),
})
  .check((context) => {
    const { from, currency = null, target, productIds, current } = context.value;
    const end = currency === null ? GOAL_END : GOAL_END * 100;
    const report = (field: string, message: string) =>
      context.issues.push({ code: "custom", input: context.value, path: [field], message });
    if (!isWhole(target, 1, end)) report("target", goalMessages.target);
    else if (from === "products" && !productIds?.length) report("productIds", goalMessages.noProducts);
    else if (from === "hand" && !isWhole(current ?? 0, 0, end)) report("current", goalMessages.current);
  })
  .transform(({ from, currency, target, productIds, current, since }) => ({
    from,
    currency: currency ?? null,
    target,
    productIds: from === "products" ? [...new Set(productIds ?? [])] : [],
    current: from === "hand" ? (current ?? 0) : 0,
    since: (from !== "hand" && since) || null,
  }));
export type GoalInput = z.output<typeof GoalInput>;
