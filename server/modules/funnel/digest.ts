import type { Funnel, FunnelRow, PageChange } from "../../../contract/api/funnel.ts";
import type { QueuedMail } from "../../../contract/mails/mails.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { amountIn } from "./presenter.ts";

type Digest = Extract<QueuedMail, { mail: "weekly-digest" }>;
type Week = Pick<Funnel, "from" | "to" | "totals" | "previous" | "changes"> & {
  sources: readonly FunnelRow[];
  sourcesBefore: readonly FunnelRow[];
  tiles: readonly FunnelRow[];
};

const MAX_CHANGES = 5;

/** Returns the digest of a week, or undefined if there was no visit, sale or signup. */
export function composeDigest(week: Week, creatorId: number): Digest | undefined {
  const { totals, previous } = week;
  if (totals.views + totals.clicks + totals.paid + totals.signups === 0) return undefined;
  const mover = biggestMover(week.sources, week.sourcesBefore);
  return {
    mail: "weekly-digest",
    from: week.from,
    to: week.to,
    views: totals.views,
    viewsBefore: previous.views,
    clicks: totals.clicks,
    clicksBefore: previous.clicks,
    signups: totals.signups,
    paid: totals.paid,
    paidBefore: previous.paid,
    kept: totals.money.map(({ currency, kept_cents }) => ({ currency, cents: kept_cents })),
    bestTile: bestOf(week.tiles.filter(({ title }) => title !== null))?.title ?? null,
    bestSource: bestOf(week.sources)?.key ?? null,
    mover: mover ?? null,
    changes: week.changes.slice(0, MAX_CHANGES).map(({ kind, title }: PageChange) => ({ kind, title })),
    links: {
      main: { to: "page", path: paths.fullAnalytics() },
      end: { to: "end-digest", seed: String(creatorId) },
    },
  };
}

/** Returns the best row: by net, then by sales, clicks and visits. */
function bestOf(rows: readonly FunnelRow[]): FunnelRow | undefined {
  const kept = amountIn(rows, "kept_cents");
  const [best] = rows.toSorted(
    (one, other) =>
      kept(other) - kept(one) ||
      other.paid - one.paid ||
      other.clicks - one.clicks ||
      other.views - one.views,
  );
  return best && best.paid + best.clicks + best.views > 0 ? best : undefined;
}

/**
 * Returns the source whose visits changed most, or undefined if they changed by less than five, or by less
 * than a tenth of both weeks' visits.
 */
function biggestMover(after: readonly FunnelRow[], before: readonly FunnelRow[]) {
  const earlier = new Map(before.map(({ key, views }) => [key, views]));
  const now = new Map(after.map(({ key, views }) => [key, views]));
  const changes = [...new Set([...earlier.keys(), ...now.keys()])].map((source) => ({
    source,
    difference: (now.get(source) ?? 0) - (earlier.get(source) ?? 0),
  }));
  const [mover] = changes.toSorted((one, other) => Math.abs(other.difference) - Math.abs(one.difference));
  const all = [...earlier.values(), ...now.values()].reduce((sum, views) => sum + views, 0);
  return mover && Math.abs(mover.difference) >= Math.max(5, all / 10) ? mover : undefined;
}
