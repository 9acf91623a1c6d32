import { sql } from "drizzle-orm";
import { boolean, index, pgTable, text } from "drizzle-orm/pg-core";
import type { ProviderName } from "../../../contract/rules/order-states.ts";
import { timestamptz } from "../../platform/database/columns.ts";
import type { PaymentEvent } from "../../platform/payments/port.ts";

/** Verified events of the payment providers about resources of this site, each stored once. */
export const paymentEvents = pgTable(
  "payment_events",
  {
    /** The provider's id of the event. */
    id: text().primaryKey(),
    provider: text().$type<ProviderName>().notNull().default("stripe"),
    /** The type in the provider's words, such as `account.updated`. */
    type: text().notNull(),
    live: boolean().notNull(),
    resource: text().$type<NonNullable<PaymentEvent["resource"]>["kind"] | "nothing">().notNull(),
    /** The provider's id of the event's resource. The rest of an event is not used and therefore not stored. */
    resourceId: text("resource_id"),
    /** True if the event's account has revoked this site's access. */
    deauthorized: boolean().notNull().default(false),
    /** The connected account of a payment, or null for the installation's own. */
    account: text(),
    /** The provider's second id of a payment, in events that do not contain our reference. */
    intent: text(),
    /** Our own reference when the resource is a checkout or a payment. */
    reference: text(),
    receivedAt: timestamptz("received_at").notNull().defaultNow(),
    handledAt: timestamptz("handled_at"),
    /** The error of the last failed attempt. */
    error: text(),
  },
  (table) => [
    index("payment_events_unhandled").on(table.receivedAt).where(sql`${table.handledAt} is null`),
    index("payment_events_received_at").on(table.receivedAt),
  ],
);
