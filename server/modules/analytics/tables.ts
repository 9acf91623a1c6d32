import { sql } from "drizzle-orm";
import { check, date, index, integer, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import type { Device, EventType } from "../../../contract/api/analytics.ts";
import type { FunnelDimension } from "../../../contract/api/funnel.ts";
import { bigintColumn, bytea, createdAt, partOf, timestamptz } from "../../platform/database/columns.ts";
import { creators } from "../creators/tables.ts";
import { tiles } from "../tiles/tables.ts";

export type FunnelEvent = Exclude<EventType, "purchase">;

/**
 * Visitors' events, partitioned by day of `created_at` (decision 20). IP, user agent and referrer are not
 * stored. Creator and tile are not foreign keys: each insert would need a check, and a deletion could rewrite
 * millions of rows.
 */
export const events = pgTable(
  "events",
  {
    id: bigintColumn("id").generatedAlwaysAsIdentity(),
    creatorId: bigintColumn("creator_id").notNull(),
    /** The tile, which may be deleted before the event. Ids are never reused. */
    tileId: bigintColumn("tile_id"),
    event: text().$type<EventType>().notNull(),
    device: text().$type<Device>(),
    /** ISO 3166-1 alpha-2, or null if unknown. */
    country: text(),
    source: text(),
    /** The id of the visit's campaign link. */
    campaignId: bigintColumn("campaign_id"),
    /** The visitor hash, which differs by creator and day. Null for events that the server records itself. */
    visitor: bytea(),
    createdAt: createdAt(),
  },
  (table) => [
    index("events_creator_id").on(table.creatorId, table.createdAt),
    check(
      "events_event_known",
      sql`${table.event} in ('page_view', 'tile_click', 'checkout_start', 'purchase', 'profile_share', 'signup', 'play')`,
    ),
  ],
);

/** The name under which events of bots and prefetches are counted. They are not stored. */
export const FILTERED = "filtered";

/**
 * Counts of stored events that the daily counts do not contain yet. They are inserted with the events and
 * rolled up a moment later, so that inserts do not wait for locks on the daily counts.
 */
export const pendingCounts = pgTable(
  "pending_counts",
  {
    creatorId: bigintColumn("creator_id").notNull(),
    tileId: bigintColumn("tile_id"),
    event: text().$type<EventType | typeof FILTERED>().notNull(),
    device: text().$type<Device>(),
    country: text(),
    source: text(),
    createdAt: createdAt(),
    count: integer().notNull().default(1),
  },
  (table) => [
    index("pending_counts_creator_id").on(table.creatorId),
    // Finds the oldest count, which matters most while many are waiting.
    index("pending_counts_created_at").on(table.createdAt),
  ],
);

/**
 * The counts of a page per UTC day: every event, and views by device, country and source. The creator is not
 * a foreign key, because checking each row took a third of a roll-up's time. Instead, the roll-up locks the
 * creators, and a trigger deletes counts with their creator.
 */
export const dailyCounts = pgTable(
  "daily_counts",
  {
    creatorId: bigintColumn("creator_id").notNull(),
    day: date().notNull(),
    kind: text().$type<"event" | "device" | "country" | "source">().notNull(),
    name: text().notNull(),
    count: bigintColumn("count").notNull(),
  },
  (table) => [primaryKey({ columns: [table.creatorId, table.day, table.kind, table.name] })],
);

/** Clicks, plays and purchases of a tile per UTC day, and the page views since its creation on that day. */
export const dailyTileCounts = pgTable(
  "daily_tile_counts",
  {
    tileId: partOf("tile_id", () => tiles.id),
    day: date().notNull(),
    event: text().$type<"tile_click" | "purchase" | "play" | "page_view">().notNull(),
    count: bigintColumn("count").notNull(),
  },
  (table) => [primaryKey({ columns: [table.tileId, table.day, table.event] })],
);

/**
 * The events of a creator per UTC day in all dimensions of the funnel. Purchases are missing, because the
 * funnel reads them from the orders. Unlike daily counts, these are counted from the stored events, and only
 * for creators who open the funnel (decision 63).
 */
export const funnelCounts = pgTable(
  "funnel_counts",
  {
    creatorId: partOf("creator_id", () => creators.id),
    day: date().notNull(),
    event: text().$type<FunnelEvent>().notNull(),
    tileId: bigintColumn("tile_id"),
    source: text(),
    campaignId: bigintColumn("campaign_id"),
    country: text(),
    device: text().$type<Device>(),
    count: bigintColumn("count").notNull(),
  },
  (table) => [
    unique("funnel_counts_unique")
      .on(
        table.creatorId,
        table.day,
        table.event,
        table.tileId,
        table.source,
        table.campaignId,
        table.country,
        table.device,
      )
      .nullsNotDistinct(),
  ],
);

/**
 * The same counts by one dimension at a time, for a funnel without filters. Their number does not grow with
 * the visits of a day.
 */
export const funnelTotals = pgTable(
  "funnel_totals",
  {
    creatorId: partOf("creator_id", () => creators.id),
    day: date().notNull(),
    dimension: text().$type<FunnelDimension | "total">().notNull(),
    key: text().notNull(),
    // A column for each event, because a row for each would take more than twice as long to read.
    page_view: bigintColumn("page_view").notNull(),
    tile_click: bigintColumn("tile_click").notNull(),
    checkout_start: bigintColumn("checkout_start").notNull(),
    signup: bigintColumn("signup").notNull(),
    play: bigintColumn("play").notNull(),
  },
  (table) => [primaryKey({ columns: [table.creatorId, table.day, table.dimension, table.key] })],
);

/** The time up to which a creator's events are in the funnel counts. Later events are read individually. */
export const funnelMarks = pgTable("funnel_marks", {
  creatorId: partOf("creator_id", () => creators.id).primaryKey(),
  countedUntil: timestamptz("counted_until").notNull(),
});

/**
 * Deleted creators whose events may still exist. A trigger adds them, because searching all
 * events for them would cost more each day.
 */
export const deletedCreators = pgTable("deleted_creators", {
  creatorId: bigintColumn("creator_id").primaryKey(),
  deletedAt: timestamptz("deleted_at").notNull().defaultNow(),
});

/** The random salt of a UTC day. It is deleted within 48 hours, so that no hash can be traced back. */
export const visitorSalts = pgTable("visitor_salts", {
  day: date().primaryKey(),
  salt: bytea().notNull(),
});
