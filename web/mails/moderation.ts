import { texts } from "../../contract/texts.ts";
import { formatCount, formatTimestamp } from "../lib/format.ts";
import type { Content, MailOf } from "./content-types.ts";
import { withoutLinks } from "./order-parts.ts";

const t = texts("moderation_mails", {
  receivedHeading: "Your report was received",
  receivedPreview: "The administrators will look at it.",
  received:
    "Report {number} was sent to the administrators of {host} with this email. They will look at it, and we'll tell you the result.",
  seePage: "See the page",
  reportWhy: "If you did not send a report, ignore this email.",
  decidedHeading: "Your report was decided",
  decidedPreview: "See what the administrators have decided.",
  decidedAction:
    "After your report {number}, the administrators of {host} have restricted what you reported.",
  decidedNone:
    "The administrators of {host} have looked at your report {number} and found no reason to act. If you disagree, you can turn to a court or an authority.",
  decidedErased: "Your name and email were deleted from the report.",
  tileHeading: "A tile of your page was hidden",
  pageHeading: "Your page was suspended",
  accountHeading: "Your account was suspended",
  decisionPreview: "Read why, and how you can object.",
  tile: "An administrator of {host} has hidden the tile “{title}” on your page @{handle}.",
  page: "An administrator of {host} has suspended your page @{handle}: visitors no longer see it, and nothing is sold or sent. Buyers keep what they bought. You can sign in, refund orders and export them.",
  account:
    "An administrator of {host} has suspended your account: visitors no longer see your page @{handle}, nothing is sold or sent, and you can change nothing. Buyers keep what they bought. You can sign in, refund orders and export them.",
  upheldHeading: "The decision about your page stays",
  upheld:
    "An administrator of {host} has looked at your objection. The decision about your page @{handle} stays.",
  liftedHeading: "The decision about your page was taken back",
  lifted:
    "An administrator of {host} has taken back the decision about your page @{handle}. Everything is as it was before.",
  endedHeading: "The restriction of your page has ended",
  ended:
    "The decision about your page @{handle} at {host} is no longer in effect. Everything is as it was before.",
  newsPreview: "See the decision in your dashboard.",
  ground: "Ground",
  law: "It is illegal",
  rules: "It breaks the rules of the site",
  rule: "Law or rule",
  reason: "Reason",
  until: "In effect until",
  noEnd: "It is taken back",
  decidedBy: "Decided by",
  person: "An administrator, not automatically",
  object: "You can object once, within six months, in your dashboard. You can also turn to a court.",
  see: "See the decision",
  waitingHeading: "Reports wait for a decision",
  waitingPreview: "{count} in all.",
  waitingReports: "New reports",
  waitingObjections: "Objections",
  waitingOldest: "The oldest waits for",
  waiting: "On {host}, reports of pages wait for an administrator.",
  seeReports: "See the reports",
  accountWhy: "You received this because you have a page at {host}.",
  adminWhy: "You received this because you are an administrator of {host}.",
});

export const reportReceived = (mail: MailOf<"report-received">, host: string): Content => ({
  preview: t.receivedPreview,
  heading: t.receivedHeading,
  paragraphs: [t.received({ number: mail.number, host })],
  action: t.seePage,
  why: t.reportWhy,
});

export const reportDecided = (mail: MailOf<"report-decided">, host: string): Content => {
  const { number } = mail;
  return {
    preview: t.decidedPreview,
    heading: t.decidedHeading,
    paragraphs: [
      mail.hasAction ? t.decidedAction({ number, host }) : t.decidedNone({ number, host }),
      t.decidedErased,
    ],
    action: t.seePage,
    why: t.reportWhy,
  };
};

const HEADINGS = { tile: t.tileHeading, page: t.pageHeading, account: t.accountHeading } as const;

export function decision(mail: MailOf<"decision">, host: string): Content {
  const { handle, news, scope } = mail;
  const reason = { term: t.reason, value: withoutLinks(mail.reason) };
  const why = t.accountWhy({ host });
  if (news !== "made") {
    const [heading, text] = {
      upheld: [t.upheldHeading, t.upheld({ host, handle })],
      lifted: [t.liftedHeading, t.lifted({ host, handle })],
      ended: [t.endedHeading, t.ended({ host, handle })],
    }[news] as [string, string];
    const facts = mail.reason === "" ? [] : [reason];
    return { preview: t.newsPreview, heading, paragraphs: [text], facts, action: t.see, why };
  }
  const what =
    scope === "tile"
      ? t.tile({ host, handle, title: withoutLinks(mail.tile ?? "") })
      : scope === "page"
        ? t.page({ host, handle })
        : t.account({ host, handle });
  return {
    preview: t.decisionPreview,
    heading: HEADINGS[scope],
    paragraphs: [what],
    facts: [
      reason,
      { term: t.ground, value: mail.ground === "law" ? t.law : t.rules },
      { term: t.rule, value: withoutLinks(mail.rule) },
      { term: t.until, value: mail.until === null ? t.noEnd : formatTimestamp(mail.until) },
      { term: t.decidedBy, value: t.person },
    ],
    notes: [t.object],
    action: t.see,
    why,
  };
}

export const reportsWaiting = (mail: MailOf<"reports-waiting">, host: string): Content => ({
  preview: t.waitingPreview({ count: mail.reports + mail.objections }),
  heading: t.waitingHeading,
  paragraphs: [t.waiting({ host })],
  facts: [
    { term: t.waitingReports, value: String(mail.reports) },
    { term: t.waitingObjections, value: String(mail.objections) },
    { term: t.waitingOldest, value: formatCount(mail.days, ["day", "days"]) },
  ],
  action: t.seeReports,
  why: t.adminWhy({ host }),
});
