import { z } from "zod";
import { DECISION_GROUNDS } from "../rules/moderation.ts";
import { mailWith } from "./mail-with.ts";

/** Emails about reports of pages and what was decided. `Link` is the type of a link at that stage. */
export function moderationMails<Link extends z.ZodType>(link: Link) {
  const mail = mailWith(link);
  return [
    /** To whoever sent a report; contains nothing that was typed in the form. `main`: the page. */
    mail("report-received", { number: z.number().int() }),
    mail("report-decided", {
      number: z.number().int(),
      /** Something was hidden or suspended. */
      hasAction: z.boolean(),
    }),
    /** To the creator: what was decided, or what has become of a decision. `main`: the decisions. */
    mail("decision", {
      news: z.enum(["made", "upheld", "lifted", "ended"]),
      scope: z.enum(["tile", "page", "account"]),
      ground: z.enum(DECISION_GROUNDS),
      handle: z.string(),
      /** The title of a hidden tile. */
      tile: z.string().nullable(),
      rule: z.string(),
      /** Of the decision, or of the answer to the objection. */
      reason: z.string(),
      until: z.iso.datetime().nullable(),
    }),
    /** To administrators, daily. `main`: the reports. */
    mail("reports-waiting", {
      reports: z.number().int(),
      objections: z.number().int(),
      /** The age of the oldest. */
      days: z.number().int(),
    }),
  ] as const;
}
