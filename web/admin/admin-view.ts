import { UserRole } from "../../contract/admin.ts";
import { FeedbackStatus } from "../../contract/feedback.ts";
import { limits } from "../../contract/limits.ts";

export const TABS = [
  { name: "users", label: "User management" },
  { name: "marketing", label: "Marketing" },
  { name: "audit", label: "Audit log" },
] as const;
export type AdminTab = (typeof TABS)[number]["name"];

/** What the console shows, as the address says. Each list has its own page. */
export type AdminView = {
  tab: AdminTab;
  search: string;
  role: UserRole;
  page: number;
  feedback: FeedbackStatus | "all";
  feedbackPage: number;
  /** Of the campaigns or of the log. */
  listPage: number;
};

export const FIRST_VIEW: AdminView = {
  tab: "users",
  search: "",
  role: "all",
  page: 1,
  feedback: "all",
  feedbackPage: 1,
  listPage: 1,
};

/** The view of an address; what it says wrongly is as if it said nothing. */
export function parseFilters(params: URLSearchParams): AdminView {
  const role = UserRole.safeParse(params.get("role"));
  const feedback = FeedbackStatus.safeParse(params.get("feedback"));
  return {
    tab: TABS.find(({ name }) => name === params.get("tab"))?.name ?? FIRST_VIEW.tab,
    search: (params.get("search") ?? "").trim().slice(0, limits.search.max),
    role: role.success ? role.data : FIRST_VIEW.role,
    page: readPage(params.get("page")),
    feedback: feedback.success ? feedback.data : FIRST_VIEW.feedback,
    feedbackPage: readPage(params.get("feedbackPage")),
    listPage: readPage(params.get("listPage")),
  };
}

function readPage(text: string | null): number {
  return text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
}

/** The address of a view, which names only what is not as at first. */
export function serializeFilters(view: AdminView): Record<string, string> {
  const entries = Object.entries(view).filter(
    ([name, value]) => value !== FIRST_VIEW[name as keyof AdminView],
  );
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}

/** Another filter begins at its first page, and another tab with nothing of the one before. */
export function changeView(view: AdminView, change: Partial<AdminView>): AdminView {
  if (change.tab !== undefined && change.tab !== view.tab) return { ...FIRST_VIEW, ...change };
  const next = { ...view, ...change };
  if (change.search !== undefined || change.role !== undefined) next.page = 1;
  if (change.feedback !== undefined) next.feedbackPage = 1;
  return next;
}

/** What the list calls a plan, and the words by which it is found. */
const PLAN_LABELS: Record<string, string> = { "creator (s)": "stripe active", "creator (m)": "manual" };

/** What is asked for: the list writes a handle as `@anna`, which is stored without the sign, and a plan by its label. The end of an address keeps its sign. */
export function searchWords(search: string): string {
  if (/^@[\w-]+$/.test(search)) return search.slice(1);
  return PLAN_LABELS[search.toLowerCase()] ?? search;
}
