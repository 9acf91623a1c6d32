import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from "drizzle-orm/pg-core";
import type { Device, EventType } from "../../../contract/analytics.ts";
import { bytea } from "../../platform/database/columns.ts";
import { creators } from "../creators/tables.ts";
import { tiles } from "../tiles/tables.ts";

/**
 * What visitors did, one partition a month by `created_at` (decision 20). No address, agent or referrer is kept.
 * Creator and tile are no foreign keys: a check for every row, and millions of rows rewritten by one deletion, are not worth it.
 */
export const events = pgTable(
  "events",
  {
    id: bigint({ mode: "number" }).generatedAlwaysAsIdentity(),
    creatorId: bigint("creator_id", { mode: "number" }).notNull(),
    /** May outlive the tile; an id is never given twice. */
    tileId: bigint("tile_id", { mode: "number" }),
    event: text().$type<EventType>().notNull(),
    device: text().$type<Device>(),
    /** ISO 3166-1 alpha-2; null when unknown. */
    country: text(),
    source: text(),
    /** Differs by creator and by day; null for what the server records itself. */
    visitor: bytea(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index("events_creator_id").on(table.creatorId, table.createdAt),
    check(
      "events_event_known",
      sql`${table.event} in ('page_view', 'tile_click', 'checkout_start', 'purchase', 'profile_share')`,
    ),
  ],
);

/** What a robot did; it is counted and not stored. */
export const FILTERED = "filtered";

/** Events that are stored and not yet in the daily counts: added with them, taken a moment later. Nothing waits for a lock here. */
export const pendingCounts = pgTable(
  "pending_counts",
  {
    creatorId: bigint("creator_id", { mode: "number" }).notNull(),
    tileId: bigint("tile_id", { mode: "number" }),
    event: text().$type<EventType | typeof FILTERED>().notNull(),
    device: text().$type<Device>(),
    country: text(),
    source: text(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    count: integer().notNull().default(1),
  },
  (table) => [index("pending_counts_creator_id").on(table.creatorId)],
);

/** What is counted of a page each UTC day: every event, and views by device, country and source. */
export const dailyCounts = pgTable(
  "daily_counts",
  {
    creatorId: bigint("creator_id", { mode: "number" })
      .notNull()
      .references(() => creators.id, { onDelete: "cascade" }),
    day: date().notNull(),
    kind: text().$type<"event" | "device" | "country" | "source">().notNull(),
    name: text().notNull(),
    count: bigint({ mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.creatorId, table.day, table.kind, table.name] })],
);

/** Clicks and purchases of a tile each UTC day; and on the day of its creation the views of the page since. */
export const dailyTileCounts = pgTable(
  "daily_tile_counts",
  {
    tileId: bigint("tile_id", { mode: "number" })
      .notNull()
      .references(() => tiles.id, { onDelete: "cascade" }),
    day: date().notNull(),
    event: text().$type<"tile_click" | "purchase" | "page_view">().notNull(),
    count: bigint({ mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.tileId, table.day, table.event] })],
);

/** The random salt of a UTC day; thrown away within 48 hours, so that no hash can be traced back. */
export const visitorSalts = pgTable("visitor_salts", {
  day: date().primaryKey(),
  salt: bytea().notNull(),
});
