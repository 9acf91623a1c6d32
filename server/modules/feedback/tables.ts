import { sql } from "drizzle-orm";
import { check, index, pgTable, text } from "drizzle-orm/pg-core";
import type { FeedbackCategory, FeedbackStatus } from "../../../contract/api/feedback.ts";
import { createdAt, identity, partOfUuid } from "../../platform/database/columns.ts";
import { users } from "../accounts/tables.ts";

/** Feedback of users to the administrators. It is deleted with its author. */
export const feedback = pgTable(
  "feedback",
  {
    id: identity(),
    userId: partOfUuid("user_id", () => users.id),
    /** The author's email at the time of writing, for replies. */
    email: text().notNull(),
    category: text().$type<FeedbackCategory>().notNull(),
    title: text(),
    message: text().notNull(),
    /** The path of the page on which the feedback was written. */
    page: text().notNull(),
    status: text().$type<FeedbackStatus>().notNull().default("open"),
    createdAt: createdAt(),
  },
  (table) => [
    index("feedback_user_id").on(table.userId),
    index("feedback_status").on(table.status, table.id),
    check("feedback_category_known", sql`${table.category} in ('feature', 'bug')`),
    check("feedback_status_known", sql`${table.status} in ('open', 'resolved')`),
  ],
);
