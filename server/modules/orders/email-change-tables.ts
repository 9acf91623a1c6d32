import { index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { OrderActor } from "../../../contract/rules/order-states.ts";
import { bytea, partOf, timestamptz } from "../../platform/database/columns.ts";
import { orders } from "./tables.ts";

/** A correction of an order's email: requested, then confirmed, then perhaps undone from the former email. Tokens are derived from the id, and only their SHA-256 is stored. */
export const orderEmailChanges = pgTable(
  "order_email_changes",
  {
    id: uuid().primaryKey(),
    orderId: partOf("order_id", () => orders.id),
    /** As the order had it; null once the buyer is erased, as is the other. */
    fromEmail: text("from_email"),
    toEmail: text("to_email"),
    by: text().$type<OrderActor>().notNull(),
    confirmHash: bytea("confirm_hash").notNull(),
    undoHash: bytea("undo_hash").notNull(),
    requestedAt: timestamptz("requested_at").notNull().defaultNow(),
    confirmedAt: timestamptz("confirmed_at"),
    /** When it was undone, replaced by a later request, or ended with an earlier one. */
    endedAt: timestamptz("ended_at"),
  },
  (table) => [
    uniqueIndex("order_email_changes_confirm_hash_unique").on(table.confirmHash),
    uniqueIndex("order_email_changes_undo_hash_unique").on(table.undoHash),
    index("order_email_changes_order_id").on(table.orderId),
    index("order_email_changes_requested_at").on(table.requestedAt),
  ],
);
