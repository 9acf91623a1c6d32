import { boolean, index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { AuditAction, AuditState } from "../../../contract/api/admin.ts";
import { createdAt, identity, partOfUuid, timestamptz } from "../../platform/database/columns.ts";
import { users } from "../accounts/tables.ts";

/** The search index of the user list, with one narrow row per user. Triggers on `users` and `creators` maintain it. */
export const userDirectory = pgTable(
  "user_directory",
  {
    userId: partOfUuid("user_id", () => users.id).primaryKey(),
    createdAt: timestamptz("created_at").notNull(),
    isAdmin: boolean("is_admin").notNull(),
    /** Email, handle, name, plan and subscription state, in lower case and without accents. */
    words: text().notNull(),
  },
  (table) => [
    index("user_directory_newest").on(table.createdAt.desc(), table.userId.desc()),
    index("user_directory_role").on(table.isAdmin, table.createdAt.desc(), table.userId.desc()),
  ],
);

/**
 * The audit log. A trigger allows only inserts. It has no foreign keys, names or emails, because its rows
 * remain when users are deleted.
 */
export const auditLog = pgTable(
  "audit_log",
  {
    id: identity(),
    actorId: uuid("actor_id").notNull(),
    action: text().$type<AuditAction>().notNull(),
    /** The id of a user, a feedback or a campaign. */
    subjectId: text("subject_id").notNull(),
    before: jsonb().$type<AuditState>(),
    after: jsonb().$type<AuditState>(),
    createdAt: createdAt(),
  },
  (table) => [index("audit_log_subject").on(table.subjectId, table.id)],
);
