import type { Site } from "../../contract/rules/site.ts";
import { texts } from "../../contract/texts.ts";
import { formatDay, formatList, formatMoney, formatNumber } from "../lib/format.ts";
import { sourceLabel } from "../widgets/analytics/labels.ts";
import type { Content, MailOf } from "./content-types.ts";
import { parts, withoutLinks } from "./order-parts.ts";

type Digest = MailOf<"weekly-digest">;

const t = texts("digest_mails", {
  subject:
    "Your week: {visits, plural, one {# visit} other {# visits}}, {sales, plural, one {# sale} other {# sales}}",
  preview: "{visits, plural, one {# visit} other {# visits}}, {sales, plural, one {# sale} other {# sales}}",
  heading: "Your week on {site}",
  period: "From {from} to {to} (UTC), compared with the week before.",
  visits: "Visits",
  clicks: "Clicks",
  sales: "Paid orders",
  signups: "Signups",
  bestTile: "Best tile",
  bestSource: "Best source",
  before: "{now} ({before} the week before)",
  more: "Most of the change came from {source}: {visits, plural, one {# visit} other {# visits}} more than the week before.",
  fewer:
    "Most of the change came from {source}: {visits, plural, one {# visit} other {# visits}} fewer than the week before.",
  changed: "What you changed in that week: {changes}.",
  action: "See where it came from",
  end: "Stop this digest",
  note: "“Net” is what is left of real sales after refunds and the platform fee, before the payment provider's fee.",
  why: "You received this because you asked for a weekly digest of your page at {host}.",
});

const changes = texts("digest_changes", {
  tile_added: "tile added",
  tile_removed: "tile removed",
  price_changed: "price changed",
  announcement_changed: "announcement changed",
  appearance_changed: "appearance changed",
});
/** The changes of a thing whose title is known. */
const changesOfNamed = texts("digest_named_changes", {
  tile_added: "tile added ({title})",
  tile_removed: "tile removed ({title})",
  price_changed: "price changed ({title})",
  announcement_changed: "announcement changed ({title})",
  appearance_changed: "appearance changed ({title})",
});

/** A week on a creator's page, with possible causes of changes. */
export function weeklyDigest(mail: Digest, host: string, { name: site }: Site): Content {
  const counts = { visits: mail.views, sales: mail.paid };
  const kept = formatList(mail.kept.map(({ cents, currency }) => formatMoney(cents, currency)));
  return {
    subject: t.subject(counts),
    preview: t.preview(counts),
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
  const visits = Math.abs(mover.difference);
  return [mover.difference > 0 ? t.more({ source, visits }) : t.fewer({ source, visits })];
}

function changesOf(mail: Digest): string[] {
  if (mail.changes.length === 0) return [];
  const named = mail.changes.map(({ kind, title }) =>
    title === null ? changes[kind] : changesOfNamed[kind]({ title: withoutLinks(title) }),
  );
  return [t.changed({ changes: formatList(named) })];
}
