import { z } from "zod";
import { DECISION_GROUNDS } from "../rules/moderation.ts";
import { mailWith } from "./mail-with.ts";

/** Emails about reports of pages and decisions. `Link` is the schema of the button's link. */
export function moderationMails<Link extends z.ZodType>(link: Link) {
  const mail = mailWith(link);
  return [
    /** To the reporter, without any text of the form. `main`: the page. */
    mail("report-received", { number: z.number().int() }),
    mail("report-decided", {
      number: z.number().int(),
      /** True if something was hidden or suspended. */
      hasAction: z.boolean(),
    }),
    /** To the creator, about a decision or its result after an objection. `main`: the decisions. */
    mail("decision", {
      news: z.enum(["made", "upheld", "lifted", "ended"]),
      scope: z.enum(["tile", "page", "account"]),
      ground: z.enum(DECISION_GROUNDS),
      handle: z.string(),
      /** The title of a hidden tile. */
      tile: z.string().nullable(),
      rule: z.string(),
      /** The reasons of the decision, or the answer to the objection. */
      reason: z.string(),
      until: z.iso.datetime().nullable(),
    }),
    /** To administrators, daily. `main`: the reports. */
    mail("reports-waiting", {
      reports: z.number().int(),
      objections: z.number().int(),
      /** The age of the oldest report. */
      days: z.number().int(),
    }),
  ] as const;
}
