import { sql } from "drizzle-orm";
import { bigint, check, date, index, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import type { Device, EventType } from "../../../contract/analytics.ts";
import { bytea } from "../../platform/database/columns.ts";
import { creators } from "../creators/tables.ts";
import { tiles } from "../tiles/tables.ts";

/** What visitors did. No address, agent or referrer is kept. */
export const events = pgTable(
  "events",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    creatorId: bigint("creator_id", { mode: "number" })
      .notNull()
      .references(() => creators.id, { onDelete: "cascade" }),
    tileId: bigint("tile_id", { mode: "number" }).references(() => tiles.id, { onDelete: "set null" }),
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
    index("events_tile_id").on(table.tileId),
    check(
      "events_event_known",
      sql`${table.event} in ('page_view', 'tile_click', 'checkout_start', 'purchase', 'profile_share')`,
    ),
  ],
);

/** The random salt of a UTC day; thrown away within 48 hours, so that no hash can be traced back. */
export const visitorSalts = pgTable("visitor_salts", {
  day: date().primaryKey(),
  salt: bytea().notNull(),
});
