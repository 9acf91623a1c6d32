import type { AdminUser } from "../../contract/api/admin.ts";
import type { Feedback } from "../../contract/api/feedback.ts";
import type { Campaign, Recipient } from "../../contract/api/marketing.ts";

/** A user in the admin console's list. */
export function aUser(overrides: Partial<AdminUser> = {}): AdminUser {
  return {
    id: "0190b4a0-0000-7000-8000-000000000001",
    email: "nora@example.org",
    handle: "nora",
    display_name: "Nora Neu",
    is_admin: false,
    plan: "free",
    stripe_subscription_active: false,
    creator_id: 2,
    sending_stopped: false,
    suspension: null,
    created_at: "2026-01-02T00:00:00.000Z",
    ...overrides,
  };
}

export function aFeedback(overrides: Partial<Feedback> = {}): Feedback {
  return {
    id: 1,
    title: "Sort tiles",
    message: "By name, please.",
    category: "feature",
    display_name: "Frieda Feedback",
    email: "frieda@example.org",
    handle: "frieda",
    page: "/dashboard",
    status: "open",
    created_at: "2026-01-02T00:00:00.000Z",
    ...overrides,
  };
}

export function aCampaign(overrides: Partial<Campaign> = {}): Campaign {
  return {
    id: 1,
    subject: "News about your page",
    template: "announcement",
    audience: null,
    created_at: "2026-01-02T00:00:00.000Z",
    total: 2,
    queued: 0,
    sent: 2,
    failed: 0,
    skipped: 0,
    ...overrides,
  };
}

export function aRecipient(overrides: Partial<Recipient> = {}): Recipient {
  return {
    id: 1,
    address: "nora@example.org",
    state: "sent",
    reason: null,
    settled_at: "2026-01-02T00:00:00.000Z",
    ...overrides,
  };
}

/** A page of a list of the admin console. */
export const aPage = (total: number, page = 1) => ({ total, page, pageSize: 25 as const });
