import type { Site } from "../../contract/rules/site.ts";
import { texts } from "../../contract/texts.ts";
import { formatFee } from "../lib/format.ts";
import type { Content, MailOf } from "./content-types.ts";

const t = texts("plan_mails", {
  heading: "Your Creator plan has ended",
  ended:
    "Your subscription to the Creator plan at {host} has ended or was not paid. From now on sales cost a platform fee of {fee}, the full analytics are closed, and your page shows ‘Made with {site}’. Your tiles stay visible, but you cannot add more while you have {tiles, plural, one {# tile} other {# tiles}} or more.",
  advice:
    "If an invoice is not paid yet, choose “Change card, see invoices” there, and pay it: your plan then continues.",
  seePlan: "See your plan",
  why: "You received this because you had the Creator plan at {host}.",
});

/** Reports that the provider no longer grants a plan for the subscription. */
export const planEnded = (
  _mail: MailOf<"plan-ended">,
  host: string,
  { name: site, plans: { free } }: Site,
): Content => ({
  preview: t.heading,
  heading: t.heading,
  paragraphs: [t.ended({ host, site, fee: formatFee(free.feeBps), tiles: free.tiles }), t.advice],
  action: t.seePlan,
  why: t.why({ host }),
});
