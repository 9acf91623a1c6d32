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

/** The server's search terms for the plan labels of the list. */
const PLAN_TERMS: Record<string, string> = { "creator (s)": "stripe active", "creator (m)": "manual" };

/** Converts labels of the list to the server's search terms: `@anna` to `anna`, and the label of a plan to its term. A domain such as `@mail.example` keeps its sign, because it is part of an email. */
export function searchTerm(search: string): string {
  if (/^@[\w-]+$/.test(search)) return search.slice(1);
  return PLAN_TERMS[search.toLowerCase()] ?? search;
}
