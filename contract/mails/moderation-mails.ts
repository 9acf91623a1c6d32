import { z } from "zod";
import { DECISION_GROUNDS } from "../rules/moderation.ts";

/** Emails about reports of pages and what was decided. `Link` is the type of a link at that stage. */
export function moderationMails<Link extends z.ZodType>(link: Link) {
  const main = z.object({ main: link });
  return [
    /** To whoever sent a report; contains nothing that was typed in the form. `main`: the page. */
    z.object({ mail: z.literal("report-received"), number: z.number().int(), links: main }),
    z.object({
      mail: z.literal("report-decided"),
      number: z.number().int(),
      /** Something was hidden or suspended. */
      hasAction: z.boolean(),
      links: main,
    }),
    /** To the creator: what was decided, or what has become of a decision. `main`: the decisions. */
    z.object({
      mail: z.literal("decision"),
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
      links: main,
    }),
    /** To administrators, daily. `main`: the reports. */
    z.object({
      mail: z.literal("reports-waiting"),
      reports: z.number().int(),
      objections: z.number().int(),
      /** The age of the oldest. */
      days: z.number().int(),
      links: main,
    }),
  ] as const;
}
