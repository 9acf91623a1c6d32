import { bigint, boolean, index, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { AuditAction, AuditState } from "../../../contract/admin.ts";
import { users } from "../accounts/tables.ts";

/** What the user list is searched by: one narrow row for each user, kept by triggers on `users` and `creators`. */
export const userDirectory = pgTable(
  "user_directory",
  {
    userId: uuid("user_id")
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
    isAdmin: boolean("is_admin").notNull(),
    /** Lower case: address, handle, name, plan, and what Stripe has to do with it. */
    words: text().notNull(),
  },
  (table) => [
    index("user_directory_newest").on(table.createdAt.desc(), table.userId.desc()),
    index("user_directory_role").on(table.isAdmin, table.createdAt.desc(), table.userId.desc()),
  ],
);

/** Audit log. Rows are only ever added: a trigger refuses anything else. No foreign keys, no names, no addresses: it outlives the people in it. */
export const auditLog = pgTable("audit_log", {
  id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  actorId: uuid("actor_id").notNull(),
  action: text().$type<AuditAction>().notNull(),
  /** A user's id, or the number of feedback or of a campaign. */
  subjectId: text("subject_id").notNull(),
  before: jsonb().$type<AuditState>(),
  after: jsonb().$type<AuditState>(),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
});
