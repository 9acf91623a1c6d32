import { moderationRoutes } from "../../../contract/api/moderation.ts";
import { pageRoutes } from "../../../contract/pages/page-routes.ts";
import { REPORT_CAPS } from "../../../contract/rules/limits.ts";

const none = { ip: null, client: null, mailbox: null, creator: null, installation: null };

/** The emails about reports of pages, as a part of the table. */
export const moderationEmails = {
  "report-received": {
    row: "report received",
    causes: [pageRoutes.sendReport],
    by: "anyone",
    to: "chosen",
    requiresAccount: false,
    caps: {
      ...none,
      ip: REPORT_CAPS.ip,
      client: REPORT_CAPS.client,
      mailbox: REPORT_CAPS.recipient,
      installation: REPORT_CAPS.emails,
    },
  },
  "report-decided": {
    row: "report decided",
    causes: [moderationRoutes.decide],
    by: "admin",
    to: "chosen",
    requiresAccount: false,
    // As many as reports were confirmed.
    caps: { ...none, mailbox: REPORT_CAPS.recipient, installation: REPORT_CAPS.emails },
  },
  decision: {
    row: "decision",
    causes: [moderationRoutes.decide, moderationRoutes.lift, moderationRoutes.answer],
    by: "admin",
    to: "account",
    requiresAccount: true,
    caps: none,
  },
  "reports-waiting": {
    row: "reports waiting",
    causes: [pageRoutes.sendReport, moderationRoutes.object],
    by: "anyone",
    to: "account",
    requiresAccount: true,
    caps: { ...none, mailbox: { points: 1, seconds: 86_400 } },
  },
} as const;
