import type { Site } from "../../contract/rules/site.ts";
import { texts } from "../../contract/texts.ts";
import { formatCount, formatDay, formatMoney, formatNumber } from "../lib/format.ts";
import { sourceLabel } from "../widgets/analytics/labels.ts";
import type { Content, MailOf } from "./content-types.ts";
import { parts, withoutLinks } from "./order-parts.ts";

type Digest = MailOf<"weekly-digest">;

const t = texts("digest_mails", {
  subject: "Your week: {visits}, {sales}",
  heading: "Your week on {site}",
  period: "From {from} to {to} (UTC), compared with the week before.",
  visits: "Visits",
  clicks: "Clicks",
  sales: "Paid orders",
  signups: "Signups",
  bestTile: "Best tile",
  bestSource: "Best source",
  before: "{now} ({before} the week before)",
  more: "Most of the change came from {source}: {count} more than the week before.",
  fewer: "Most of the change came from {source}: {count} fewer than the week before.",
  changed: "What you changed in that week: {changes}.",
  tileAdded: "tile added",
  tileRemoved: "tile removed",
  priceChanged: "price changed",
  announcementChanged: "announcement changed",
  appearanceChanged: "appearance changed",
  named: "{change} ({title})",
  action: "See where it came from",
  end: "Stop this digest",
  note: "“Net” is what is left of real sales after refunds and the platform fee, before the payment provider's fee.",
  why: "You received this because you asked for a weekly digest of your page at {host}.",
});

const CHANGES = {
  tile_added: t.tileAdded,
  tile_removed: t.tileRemoved,
  price_changed: t.priceChanged,
  announcement_changed: t.announcementChanged,
  appearance_changed: t.appearanceChanged,
} as const satisfies Record<Digest["changes"][number]["kind"], string>;

/** A week on a creator's page, with possible causes of changes. */
export function weeklyDigest(mail: Digest, host: string, { name: site }: Site): Content {
  const visits = formatCount(mail.views, ["visit", "visits"]);
  const sales = formatCount(mail.paid, ["sale", "sales"]);
  const kept = mail.kept.map(({ cents, currency }) => formatMoney(cents, currency)).join(", ");
  return {
    subject: t.subject({ visits, sales }),
    preview: `${visits}, ${sales}`,
    heading: t.heading({ site }),
    paragraphs: [
      t.period({ from: formatDay(mail.from), to: formatDay(mail.to) }),
      ...moverOf(mail),
      ...changesOf(mail),
    ],
    facts: [
      { term: t.visits, value: compared(mail.views, mail.viewsBefore) },
      { term: t.clicks, value: compared(mail.clicks, mail.clicksBefore) },
      { term: t.sales, value: compared(mail.paid, mail.paidBefore) },
      ...(mail.signups > 0 ? [{ term: t.signups, value: formatNumber(mail.signups) }] : []),
      ...(kept ? [{ term: parts.net, value: kept }] : []),
      ...(mail.bestTile ? [{ term: t.bestTile, value: withoutLinks(mail.bestTile) }] : []),
      ...(mail.bestSource ? [{ term: t.bestSource, value: sourceLabel(mail.bestSource) }] : []),
    ],
    action: t.action,
    other: { label: t.end, href: mail.links.end },
    notes: kept ? [t.note] : [],
    why: t.why({ host }),
  };
}

const compared = (now: number, before: number) =>
  t.before({ now: formatNumber(now), before: formatNumber(before) });

function moverOf({ mover }: Digest): string[] {
  if (!mover) return [];
  const source = sourceLabel(mover.source);
  const count = formatCount(Math.abs(mover.difference), ["visit", "visits"]);
  return [mover.difference > 0 ? t.more({ source, count }) : t.fewer({ source, count })];
}

function changesOf({ changes }: Digest): string[] {
  if (changes.length === 0) return [];
  const named = changes.map(({ kind, title }) =>
    title === null ? CHANGES[kind] : t.named({ change: CHANGES[kind], title: withoutLinks(title) }),
  );
  return [t.changed({ changes: named.join(", ") })];
}
