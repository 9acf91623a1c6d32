import { z } from "zod";
import { booleanField, IsoTime, objectBody } from "../rules/fields.ts";
import { limits } from "../rules/limits.ts";
import { machineText } from "../rules/text-fields.ts";
import { defineMessages } from "../texts.ts";
import { Device } from "./analytics.ts";
import { route } from "./route.ts";

/** The filters and groups of a funnel. */
export const FUNNEL_DIMENSIONS = ["source", "tile", "country", "device", "campaign"] as const;
export type FunnelDimension = (typeof FUNNEL_DIMENSIONS)[number];
/** The key of an unknown value. */
export const UNKNOWN_KEY = "unknown";
/** The key of visits without a tile or campaign. */
export const NO_KEY = "none";

const messages = defineMessages("funnel", {
  date: "Choose a day such as 2026-11-25.",
  money: "Choose live, test or mock sales.",
  filter: "Choose one of the rows of the table.",
  table: "Choose a table.",
});

/** Sums in minor units of one currency. */
export const FunnelMoney = z.object({
  currency: z.string(),
  revenue_cents: z.number(),
  /** Refunds, and amounts held or taken by a buyer's bank. */
  returned_cents: z.number(),
  /** The platform's fee less returned parts. */
  fee_cents: z.number(),
  /** The creator's share before the provider's fee. */
  kept_cents: z.number(),
});
export type FunnelMoney = z.infer<typeof FunnelMoney>;

/** The second offers that buyers took, in minor units of one currency. */
export const FunnelOffers = z.object({
  currency: z.string(),
  /** The paid orders with a second offer. */
  taken: z.number(),
  revenue_cents: z.number(),
  /** Refunds, and amounts held or taken by a buyer's bank. */
  returned_cents: z.number(),
});
export type FunnelOffers = z.infer<typeof FunnelOffers>;

const counts = {
  views: z.number(),
  clicks: z.number(),
  checkouts: z.number(),
  /** Paid orders by the day of the payment. */
  paid: z.number(),
  money: z.array(FunnelMoney),
};
export const FunnelCounts = z.object(counts);
export type FunnelCounts = z.infer<typeof FunnelCounts>;

export const FunnelRow = z.object({
  /** The value for the filter `source`, `tile`, `country`, `device` or `campaign`. */
  key: z.string(),
  /** The title of the tile or campaign link; null once deleted, and for other tables. */
  title: z.string().nullable(),
  ...counts,
});
export type FunnelRow = z.infer<typeof FunnelRow>;

const FunnelTotals = z.object({ ...counts, signups: z.number(), plays: z.number() });
export type FunnelTotals = z.infer<typeof FunnelTotals>;

export const PAGE_CHANGES = [
  "tile_added",
  "tile_removed",
  "price_changed",
  "announcement_changed",
  "appearance_changed",
] as const;
export const PageChangeKind = z.enum(PAGE_CHANGES);
export type PageChangeKind = z.infer<typeof PageChangeKind>;

/** A change of the page on one UTC day. */
export const PageChange = z.object({
  date: z.iso.date(),
  kind: PageChangeKind,
  /** The title of the tile, or the name of the product; null without one. */
  title: z.string().nullable(),
  /** The first and last price of that day. */
  price: z.object({ currency: z.string(), from_cents: z.number(), to_cents: z.number() }).nullable(),
});
export type PageChange = z.infer<typeof PageChange>;

export const Funnel = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  /** The time until which visits are counted, or null if all are. The first request counts the visits of years in the background. */
  counted_until: IsoTime.nullable(),
  totals: FunnelTotals,
  /** The second offers among these sales. */
  offers: z.array(FunnelOffers),
  /** The totals of the preceding period of equal length. */
  previous: FunnelTotals,
  /** True if the visits of all days of that period are still stored. Otherwise their counts are too low. */
  previous_stored: z.boolean(),
  /** The tables by dimension. Each table is filtered by the selected rows of the other tables. */
  tables: z.object({
    source: z.array(FunnelRow),
    tile: z.array(FunnelRow),
    country: z.array(FunnelRow),
    device: z.array(FunnelRow),
    campaign: z.array(FunnelRow),
  }),
  /** An entry per UTC day, oldest first. */
  days: z.array(z.object({ date: z.iso.date(), ...counts })),
  changes: z.array(PageChange),
  /** The kinds of sales in this period. */
  kinds: z.array(z.enum(["live", "test", "mock"])),
});
export type Funnel = z.infer<typeof Funnel>;

const Day = machineText(10, messages.date)
  .pipe(z.iso.date({ error: messages.date }))
  .optional();
/** A key as text, whose length is checked before its form. */
const keyOf = (max: number, form: RegExp) =>
  machineText(max, messages.filter).regex(form, { error: messages.filter });
const id = keyOf(15, /^\d+$/);

/** The period and the selected row of each table. The default period is the last thirty days. */
export const FunnelQuery = z.object({
  from: Day,
  to: Day,
  /** The kind of sales: real sales, sales with test keys or in the sandbox, or sales in the mock checkout. The kinds never mix. */
  money: z.enum(["live", "test", "mock"], { error: messages.money }).default("live"),
  source: keyOf(limits.source.max, /^[a-z0-9-]+$/).optional(),
  tile: z.union([id, z.literal(NO_KEY)], { error: messages.filter }).optional(),
  country: z
    .union([keyOf(2, /^[A-Z]{2}$/), z.literal(UNKNOWN_KEY)], {
      error: messages.filter,
    })
    .optional(),
  device: z.union([Device, z.literal(UNKNOWN_KEY)], { error: messages.filter }).optional(),
  campaign: z.union([id, z.literal(NO_KEY)], { error: messages.filter }).optional(),
});
export type FunnelQuery = z.output<typeof FunnelQuery>;

const DigestSetting = z.object({ enabled: z.boolean() });

/** Common parts of all routes that read the funnel. */
const reading = {
  errors: {
    400: ["invalid_input", "funnel.before_retention", "funnel.backwards", "funnel.unknown_filter"],
    403: ["funnel.plan_required"],
  },
} as const;

export const funnelRoutes = {
  show: route("GET", "/api/analytics/funnel", "creator", {
    scopes: ["analytics:read"],
    ...reading,
    summary: "Funnel from the sources of visits to the creator's share of the sales",
    query: FunnelQuery,
    responses: { 200: Funnel },
    limit: { points: 120, seconds: 60 },
  }),
  export: route("GET", "/api/analytics/export", "creator", {
    scopes: ["analytics:read"],
    ...reading,
    summary: "Export a table of the funnel as CSV",
    query: FunnelQuery.extend({
      table: z.enum([...FUNNEL_DIMENSIONS, "day"], { error: messages.table }),
    }),
    responses: { 200: null },
    mediaType: "text/csv",
    limit: { points: 60, seconds: 60 },
  }),
  digest: route("GET", "/api/analytics/digest", "creator", {
    summary: "Whether the creator receives the weekly digest",
    responses: { 200: DigestSetting },
  }),
  saveDigest: route("POST", "/api/analytics/digest", "creator", {
    summary: "Start or end the weekly digest",
    body: objectBody({ enabled: booleanField("Enabled") }),
    responses: { 200: DigestSetting },
    errors: { 403: ["funnel.plan_required", "accounts.email_not_verified"] },
  }),
};
