import { z } from "zod";
import { booleanField, objectBody } from "../rules/fields.ts";
import { route } from "./route.ts";

/** The result of a check. `warning`: works, but should be changed before real use. `fault`: does not work. */
export const Verdict = z.enum(["ok", "warning", "fault"]);
export type Verdict = z.infer<typeof Verdict>;

/** The result of a check of one part of the installation. */
export const Finding = z.object({
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
