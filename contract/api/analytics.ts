import { z } from "zod";
import { fieldMessages, IsoTime, maxLengthText, objectBody, positiveNumber } from "../rules/fields.ts";
import { limits } from "../rules/limits.ts";
import { defineMessages } from "../texts.ts";
import { route } from "./route.ts";
import { TileState, TileType } from "./tiles.ts";

const messages = defineMessages("analytics", {
  event: "A browser may not report this event.",
  creatorId: "The creator's id is a whole number.",
  days: "The days must be a whole number from {min} to {max}.",
});

export const EventType = z.enum([
  "page_view",
  "tile_click",
  "checkout_start",
  "purchase",
  "profile_share",
  "signup",
  "play",
]);
export type EventType = z.infer<typeof EventType>;
/** The types of events that browsers may send. Only the server records purchases and confirmed signups. */
export const BrowserEvent = EventType.exclude(["purchase", "signup"], {
  error: messages.event,
});
export type BrowserEvent = z.infer<typeof BrowserEvent>;
export const Device = z.enum(["mobile", "desktop", "tablet"]);
export type Device = z.infer<typeof Device>;

export const EventInput = objectBody({
  creatorId: positiveNumber(messages.creatorId),
  tileId: positiveNumber(fieldMessages.tileId).nullish(),
  event: BrowserEvent,
  source: maxLengthText("Source", limits.url.max).nullish(),
  /** The name of a campaign link. An unknown name counts as none. */
  campaign: maxLengthText("Campaign", limits.campaignName.max).nullish(),
});
export type EventInput = z.input<typeof EventInput>;

export const AnalyticsSummary = z.object({
  summary: z.array(z.object({ event: EventType, count: z.number() })),
  perTile: z.array(
    z.object({
      id: z.number(),
      title: z.string(),
      type: TileType,
      image_url: z.string().nullable(),
      page_views: z.number(),
      tile_clicks: z.number(),
      purchases: z.number(),
      /** The number of plays on the page. */
      plays: z.number(),
      state: TileState,
    }),
  ),
  devices: z.array(z.object({ device: Device, count: z.number() })),
  recent: z.array(z.object({ event: EventType, title: z.string().nullable(), created_at: IsoTime })),
  countries: z.array(z.object({ country: z.string(), count: z.number() })),
  sources: z.array(z.object({ source: z.string(), count: z.number() })),
  /** An entry per day of the period, in UTC, oldest first. */
  series: z.array(
    z.object({
      date: z.iso.date(),
      page_view: z.number(),
      tile_click: z.number(),
      checkout_start: z.number(),
      purchase: z.number(),
    }),
  ),
  /** Events of bots, link previews and prefetches in the period; no other metric includes them. */
  filtered: z.number(),
});
export type AnalyticsSummary = z.infer<typeof AnalyticsSummary>;

const { min, max } = limits.analyticsDays;

export const analyticsRoutes = {
  /** Takes JSON, which a beacon may send as text/plain. */
  record: route("POST", "/api/public/analytics", "public", {
    summary: "Record a visitor event",
    body: EventInput,
    acceptsTextBody: true,
    responses: { 202: null },
    anyOrigin: true,
    limit: { points: 120, seconds: 60, localPoints: 20 },
    example: { creatorId: 1, event: "page_view" },
    errors: { 400: ["invalid_input", "analytics.tile_not_on_page"], 404: ["analytics.creator_unknown"] },
  }),
  summary: route("GET", "/api/analytics/summary", "creator", {
    scopes: ["analytics:read"],
    summary: "Analytics summary",
    query: z.object({
      days: z.coerce
        .number({ error: messages.days({ min, max }) })
        .int()
        .min(min)
        .max(max)
        .default(30),
    }),
    responses: { 200: AnalyticsSummary },
  }),
};
