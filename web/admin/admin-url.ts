import { z } from "zod";
import { UserRole } from "../../contract/api/admin.ts";
import { FeedbackStatus } from "../../contract/api/feedback.ts";
import { ADMIN_TABS } from "../lib/admin-tabs.ts";
import { UrlPage, UrlSearch } from "../lib/use-url-state.ts";

export const TabState = z.object({
  tab: z.enum(ADMIN_TABS.map(({ name }) => name)).catch("users"),
});

export const UserFilters = z.object({
  search: UrlSearch,
  role: UserRole.catch("all"),
  page: UrlPage,
});
export type UserFilters = z.output<typeof UserFilters>;

export const FeedbackFilters = z.object({
  status: z.enum(["all", ...FeedbackStatus.options]).catch("all"),
  page: UrlPage,
});
export type FeedbackFilters = z.output<typeof FeedbackFilters>;

/** The server's search terms for the labels of the list. */
const PLAN_TERMS: Record<string, string> = { "creator (s)": "stripe active", "creator (m)": "manual" };

/** Returns the term to search for. The list shows a handle as `@anna`, stored without the sign, and a plan by its label. An email's domain keeps the sign. */
export function searchTerm(search: string): string {
  if (/^@[\w-]+$/.test(search)) return search.slice(1);
  return PLAN_TERMS[search.toLowerCase()] ?? search;
}
