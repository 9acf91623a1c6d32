import { sql } from "drizzle-orm";
import { bigint, index, integer, pgTable, smallint, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { SentType, WebhookType } from "../../../contract/rules/webhook-types.ts";
import {
  bytea,
  createdAt,
  identity,
  partOf,
  partOfUuid,
  timestamptz,
} from "../../platform/database/columns.ts";
import { creators } from "../creators/tables.ts";

/** A URL of a creator's program that receives events. */
export const webhookEndpoints = pgTable(
  "webhook_endpoints",
  {
    id: uuid().primaryKey().defaultRandom(),
    creatorId: partOf("creator_id", () => creators.id),
    url: text().notNull(),
    /** May contain types of a newer release. */
    types: text().array().$type<WebhookType[]>().notNull(),
    /** The sealed secret that signs its events. */
    secret: bytea().notNull(),
    /** The former sealed secret, which also signs until `rotationUntil`. */
    formerSecret: bytea("former_secret"),
    rotationUntil: timestamptz("rotation_until"),
    createdAt: createdAt(),
    disabledAt: timestamptz("disabled_at"),
    disabledReason: text("disabled_reason").$type<"off" | "failing" | "gone">(),
    /** The first failure since the last success, or since a failure after days without attempts. */
    failingSince: timestamptz("failing_since"),
    failedAt: timestamptz("failed_at"),
    /** Failures in a row without a usable response: its server is down or overloaded. */
    failures: integer().notNull().default(0),
    /** No deliveries before this time. */
    pausedUntil: timestamptz("paused_until"),
    /** A run delivers to this endpoint until then, and no other one does. The time identifies the run. */
    runningUntil: timestamptz("running_until"),
  },
  (table) => [index("webhook_endpoints_creator_id").on(table.creatorId)],
);

/** An event of a page with a subscribed endpoint, written in the transaction of its cause. */
export const webhookEvents = pgTable(
  "webhook_events",
  {
    /** The `webhook-id` of its deliveries. */
    id: text().primaryKey(),
    creatorId: partOf("creator_id", () => creators.id),
    type: text().$type<SentType>().notNull(),
    /** The cause, which makes one event. */
    cause: text().notNull(),
    /** The body, byte for byte. */
    payload: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("webhook_events_cause_unique").on(table.creatorId, table.cause),
    index("webhook_events_created_at").on(table.createdAt),
  ],
);

export type DeliveryState = "pending" | "delivered" | "failed";

/** An event on its way to an endpoint. */
export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    id: uuid().primaryKey().defaultRandom(),
    /** The order of events. */
    sequence: bigint({ mode: "number" }).generatedAlwaysAsIdentity(),
    endpointId: partOfUuid("endpoint_id", () => webhookEndpoints.id),
    eventId: text("event_id")
      .notNull()
      .references(() => webhookEvents.id, { onDelete: "cascade" }),
    /** Events of one subject arrive in their order. */
    subject: text().notNull(),
    state: text().$type<DeliveryState>().notNull().default("pending"),
    attempts: integer().notNull().default(0),
    nextAt: timestamptz("next_at").notNull().defaultNow(),
  },
  (table) => [
    index("webhook_deliveries_endpoint_id_sequence").on(table.endpointId, table.sequence),
    index("webhook_deliveries_pending").on(table.endpointId, table.nextAt).where(sql`state = 'pending'`),
    index("webhook_deliveries_pending_subject")
      .on(table.endpointId, table.subject, table.sequence)
      .where(sql`state = 'pending'`),
    index("webhook_deliveries_event_id").on(table.eventId),
  ],
);

/** An attempt at a delivery, for the log of its creator. */
export const webhookAttempts = pgTable(
  "webhook_attempts",
  {
    id: identity(),
    deliveryId: partOfUuid("delivery_id", () => webhookDeliveries.id),
    at: timestamptz("at").notNull().defaultNow(),
    /** Null without a response. */
    status: smallint(),
    ms: integer().notNull(),
    /** The beginning of the response. */
    response: text(),
    /** The reason of a failure without a response. */
    error: text(),
  },
  (table) => [index("webhook_attempts_delivery_id").on(table.deliveryId, table.id)],
);
