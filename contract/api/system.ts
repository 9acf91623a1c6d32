import { z } from "zod";
import { booleanField, objectBody } from "../rules/fields.ts";
import { route } from "./route.ts";

/** The result of a check. `warning`: works, but should be changed before real use. `fault`: does not work. */
export const Verdict = z.enum(["ok", "warning", "fault"]);
export type Verdict = z.infer<typeof Verdict>;

/** The stable ids of findings, for programs. Several findings may have the same id. */
export const FindingId = z.enum([
  "database",
  "database_settings",
  "database_pooler",
  "release",
  "public_url",
  "encryption",
  "proxy",
  "site",
  "own_domains",
  "clock",
  "storage",
  "direct_uploads",
  "files",
  "disk_space",
  "memory",
  "workers",
  "email",
  "sign_in_provider",
  "own_sign_in_provider",
  "passkeys",
  "payments",
  "plan_price",
  "sellers_accounts",
  "webhook_endpoints",
  "account_webhook_endpoint",
  "connected_webhook_endpoint",
  "payment_events",
  "other_payment_providers",
  "jobs",
  "visit_counts",
  "backup",
  "updates",
]);
export type FindingId = z.infer<typeof FindingId>;

/** The result of a check of one part of the installation. Its texts are in the language of the request's `Content-Language`, or in English. */
export const Finding = z.object({
  id: FindingId,
  name: z.string(),
  verdict: Verdict,
  seen: z.string(),
  /** Advice; null without a problem. */
  advice: z.string().nullable(),
});
export type Finding = z.infer<typeof Finding>;

export const systemRoutes = {
  check: route("POST", "/api/admin/system/check", "admin", {
    summary: "Check the installation. With `sendsMail`, send an email to the administrator",
    body: objectBody({ sendsMail: booleanField("Test email").optional() }),
    responses: { 200: z.object({ findings: z.array(Finding) }) },
    example: { sendsMail: true },
    limit: { points: 10, seconds: 60 },
  }),
};
