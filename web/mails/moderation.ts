import { texts } from "../../contract/texts.ts";
import { formatNumber, formatTimestamp } from "../lib/format.ts";
import type { Content, MailOf } from "./content-types.ts";
import { withoutLinks } from "./order-parts.ts";

const t = texts("moderation_mails", {
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
  inEffect: "In effect",
  until: "Until {date}",
  noEnd: "Until it is taken back",
  decidedBy: "Decided by",
  person: "An administrator, not automatically",
  object: "You can object once, within six months, in your dashboard. You can also turn to a court.",
  see: "See the decision",
  waitingHeading: "Reports wait for a decision",
  waitingPreview: "{count} in all.",
  waitingReports: "New reports",
  waitingObjections: "Objections",
  waitingOldest: "The oldest waits for",
  days: "{days, plural, one {# day} other {# days}}",
  waiting: "On {host}, reports of pages wait for an administrator.",
  seeReports: "See the reports",
  accountWhy: "You received this because you have a page at {host}.",
  adminWhy: "You received this because you are an administrator of {host}.",
});

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
    heading: { tile: t.tileHeading, page: t.pageHeading, account: t.accountHeading }[scope],
    paragraphs: [what],
    facts: [
      reason,
      { term: t.ground, value: mail.ground === "law" ? t.law : t.rules },
      { term: t.rule, value: withoutLinks(mail.rule) },
      {
        term: t.inEffect,
        value: mail.until === null ? t.noEnd : t.until({ date: formatTimestamp(mail.until) }),
      },
      { term: t.decidedBy, value: t.person },
    ],
    notes: [t.object],
    action: t.see,
    why,
  };
}

export const reportsWaiting = (mail: MailOf<"reports-waiting">, host: string): Content => ({
  preview: t.waitingPreview({ count: formatNumber(mail.reports + mail.objections) }),
  heading: t.waitingHeading,
  paragraphs: [t.waiting({ host })],
  facts: [
    { term: t.waitingReports, value: formatNumber(mail.reports) },
    { term: t.waitingObjections, value: formatNumber(mail.objections) },
    { term: t.waitingOldest, value: t.days({ days: mail.days }) },
  ],
  action: t.seeReports,
  why: t.adminWhy({ host }),
});
