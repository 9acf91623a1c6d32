import type { Feedback } from "../../../contract/api/feedback.ts";
import type { FeedbackRow } from "./repository.ts";

export function presentFeedback(row: FeedbackRow): Feedback {
  return {
    id: row.id,
    title: row.title,
    message: row.message,
    category: row.category,
    display_name: row.displayName,
    email: row.email,
    handle: row.handle,
    page: row.page,
    status: row.status,
    created_at: row.createdAt.toISOString(),
  };
}
