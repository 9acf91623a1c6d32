import type { Decision, ReportDetail } from "../../contract/api/moderation.ts";

/** A decision as the server sends it; a test overrides what matters to it. */
export function aDecision(overrides: Partial<Decision> = {}): Decision {
  return {
    id: 7,
    scope: "page",
    ground: "rules",
    rule: "Terms, section 4",
    reason: "It sells fake tickets.",
    tile: null,
    until: null,
    created_at: "2026-11-20T10:00:00.000Z",
    active: true,
    lifted_at: null,
    objection: null,
    can_object: true,
    ...overrides,
  };
}

export function aReport(overrides: Partial<ReportDetail> = {}): ReportDetail {
  return {
    id: 3,
    state: "open",
    reason: "fraud",
    path: "/@nora?tile=12",
    creator: { user_id: "user-9", handle: "nora", display_name: "Nora Neu", suspended: false },
    created_at: "2026-11-19T10:00:00.000Z",
    message: "They sell fake tickets.",
    reporter: { name: "Rita", email: "rita@example.org" },
    has_snapshot: true,
    tiles: [
      { id: 12, title: "Tickets", url: "https://tickets.example/" },
      { id: 13, title: "About", url: null },
    ],
    tile_id: 12,
    others_waiting: 2,
    decision: null,
    needs_other_admin: false,
    ...overrides,
  };
}
