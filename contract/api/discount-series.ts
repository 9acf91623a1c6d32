import { z } from "zod";
import { booleanField, boundedList, IsoTime, objectBody, requiredText } from "../rules/fields.ts";
import { timeField } from "../rules/local-time.ts";
import { seriesLimits } from "../rules/series-limits.ts";
import { codeText } from "../rules/text-fields.ts";
import { defineMessages } from "../texts.ts";
import { DiscountCode, DiscountProducts, Percent, requireOrder, wholeNumber } from "./discounts.ts";
import { IdParams, route } from "./route.ts";

/** Single-use codes that were created together and lower the price by one percentage. */
export const DiscountSeries = z.object({
  id: z.number(),
  name: z.string(),
  /** The number of codes. */
  count: z.number(),
  /** Codes whose use is paid or reserved. */
  used: z.number(),
  percent_off: z.number(),
  /** Null for all products. Tips are never discounted. */
  product_ids: z.array(z.number()).nullable(),
  starts_at: IsoTime.nullable(),
  ends_at: IsoTime.nullable(),
  active: z.boolean(),
  created_at: IsoTime,
});
export type DiscountSeries = z.infer<typeof DiscountSeries>;

/** A series as the archive of an account has it, with its codes. */
export const ArchivedSeries = DiscountSeries.omit({ count: true, used: true }).extend({
  codes: z.array(z.object({ code: z.string(), used: z.boolean() })),
});
export type ArchivedSeries = z.infer<typeof ArchivedSeries>;

const { name, codes, prefix } = seriesLimits;
const messages = defineMessages("discount_series", {
  count: "Codes must be a whole number from 1 to {max}.",
  prefix: "Prefix must be at most {max} letters or digits, with single hyphens between them.",
});
const INVALID_PREFIX = messages.prefix(prefix);

const SeriesFields = objectBody({
  name: requiredText("Name", name.max),
  count: wholeNumber(messages.count(codes), codes.max),
  percentOff: Percent.default(100),
  productIds: DiscountProducts,
  /** Precedes the random part of each code, separated by a hyphen. Begins with a letter or digit, so that no code looks like a formula. */
  prefix: codeText(INVALID_PREFIX, prefix.max)
    .regex(/^(?:[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*)?$/)
    .nullish(),
  startsAt: timeField("Start").nullish(),
  endsAt: timeField("End").nullish(),
});

export const DiscountSeriesInput = SeriesFields.transform((given, context) => {
  const period = { startsAt: given.startsAt ?? null, endsAt: given.endsAt ?? null };
  requireOrder(period, context);
  return { ...given, ...period, productIds: given.productIds ?? null, prefix: given.prefix || null };
});
export type DiscountSeriesInput = z.output<typeof DiscountSeriesInput>;

const SeriesCode = z.object({ code: DiscountCode, used: z.boolean() });
/** A series of an archive with the rules of an input. */
export const ImportedSeries = SeriesFields.omit({ count: true, prefix: true })
  .extend({
    active: booleanField("Active"),
    codes: boundedList(SeriesCode, codes.max, {
      type: messages.count(codes),
      tooMany: messages.count(codes),
    }).pipe(z.array(SeriesCode).min(1, { error: messages.count(codes) })),
  })
  .transform((given, context) => {
    const period = { startsAt: given.startsAt ?? null, endsAt: given.endsAt ?? null };
    requireOrder(period, context);
    return { ...given, ...period, productIds: given.productIds ?? null };
  });
export type ImportedSeries = z.output<typeof ImportedSeries>;

export const DiscountSeriesPatch = objectBody({
  name: SeriesFields.shape.name.optional(),
  active: booleanField("Active").optional(),
});
export type DiscountSeriesPatch = z.output<typeof DiscountSeriesPatch>;

const SeriesResponse = z.object({ series: DiscountSeries });

export const discountSeriesRoutes = {
  list: route("GET", "/api/discounts/series", "creator", {
    scopes: ["products:read"],
    summary: "Series of single-use codes, newest first",
    responses: { 200: z.object({ series: z.array(DiscountSeries) }) },
  }),
  create: route("POST", "/api/discounts/series", "creator", {
    scopes: ["products:write"],
    summary: "Create up to 500 single-use codes at once",
    body: DiscountSeriesInput,
    limit: { points: 60, seconds: 600 },
    responses: { 201: SeriesResponse },
    example: { name: "Press", count: 50, percentOff: 100, prefix: "PRESS" },
    errors: { 403: ["discounts.series_limit_reached"] },
  }),
  update: route("PATCH", "/api/discounts/series/:id", "creator", {
    scopes: ["products:write"],
    summary: "Rename a series, or turn all its codes off or on",
    params: IdParams,
    body: DiscountSeriesPatch,
    responses: { 200: SeriesResponse },
  }),
  remove: route("DELETE", "/api/discounts/series/:id", "creator", {
    scopes: ["products:write"],
    summary: "Delete a series with its codes for good; orders keep the discount they got",
    params: IdParams,
    responses: { 204: null },
  }),
  export: route("GET", "/api/discounts/series/:id/codes.csv", "creator", {
    scopes: ["products:read"],
    summary: "The codes of a series as CSV (RFC 4180)",
    params: IdParams,
    limit: { points: 60, seconds: 60 },
    mediaType: "text/csv",
    responses: { 200: null },
  }),
};
