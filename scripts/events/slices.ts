import type pg from "pg";
import { LIST_PARTITIONS } from "../../server/modules/analytics/partitions.ts";
import type { Partition } from "../../server/modules/analytics/rules.ts";

/** Rows of a table that are copied and compared as a whole. */
export type Slice = {
  table: "events" | "daily_counts" | "daily_tile_counts";
  /** A condition of SQL, of times and numbers that the database has sent. */
  where: string;
  /** What it is, for who waits. */
  label: string;
};

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const time = (milliseconds: number) => new Date(milliseconds).toISOString();
const dayOf = (at: Date) => at.toISOString().slice(0, 10);

/** The numbers of creators and tiles whose daily counts are copied at once. */
const OWNERS = { daily_counts: 1_000, daily_tile_counts: 10_000 } as const;
const OWNER = { daily_counts: "creator_id", daily_tile_counts: "tile_id" } as const;
type Counts = keyof typeof OWNERS;
export const COUNTS = Object.keys(OWNERS) as Counts[];

type Bounds = { from: number; to: number };

/** Returns the partitions of `events` that have bounds; the default one has none. */
export async function listBounds(client: pg.Client): Promise<(Bounds & { name: string })[]> {
  const { rows } = await client.query<Partition>(LIST_PARTITIONS);
  return rows.map(({ name, from, to }) => ({ name, from: Date.parse(from), to: Date.parse(to) }));
}

/** Returns the slices of what was stored before a time: a partition that has ended is one, the others have days, and the day of that time hours. */
export async function listClosed(
  { source, target }: { source: pg.Client; target: pg.Client },
  until: Date,
): Promise<Slice[]> {
  const partitions = await listBounds(source);
  const spans = partitions.flatMap(({ from, to }) =>
    to <= until.getTime() ? [{ from, to }] : spansOf({ from, to: Math.min(to, until.getTime()) }, until),
  );
  const { rows } = await source.query<{ day: Date }>(
    "select distinct date_trunc('day', created_at) as day from only events_default where created_at < $1 order by 1",
    [until],
  );
  const others = rows.map(({ day }) => ({
    from: day.getTime(),
    to: Math.min(day.getTime() + DAY, until.getTime()),
  }));
  return [
    ...[...others, ...spans].map(eventsIn),
    ...(await listCounts({ source, target }, `day < '${dayOf(until)}'`)),
  ];
}

/** Returns the slices of the rest: hours of events, and all counts of its days. */
export async function listRest({ source }: { source: pg.Client }, since: Date): Promise<Slice[]> {
  const { rows } = await source.query<{ now: Date }>("select now() + interval '1 hour' as now");
  const now = rows[0]?.now.getTime() ?? Date.now();
  const hours = spansOf({ from: since.getTime(), to: now }, since, HOUR);
  return [
    ...hours.map(eventsIn),
    { table: "events", where: `created_at >= '${time(now)}'`, label: "events of later hours" },
    ...COUNTS.map(
      (table): Slice => ({
        table,
        where: `day >= '${dayOf(since)}'`,
        label: `${table} since ${dayOf(since)}`,
      }),
    ),
  ];
}

const eventsIn = ({ from, to }: Bounds): Slice => ({
  table: "events",
  where: `created_at >= '${time(from)}' and created_at < '${time(to)}'`,
  label: `events from ${time(from).slice(0, 13)}:00 to ${time(to).slice(0, 13)}:00`,
});

/** Divides a span into days, and the day of `until` into hours. */
function spansOf({ from, to }: Bounds, until: Date, step?: number): Bounds[] {
  const spans: Bounds[] = [];
  const lastDay = Date.parse(dayOf(until));
  for (let start = from; start < to; ) {
    const length = step ?? (start >= lastDay ? HOUR : DAY);
    const end = Math.min(start - (start % length) + length, to);
    if (end > start) spans.push({ from: start, to: end });
    start = end;
  }
  return spans;
}

async function listCounts(sides: { source: pg.Client; target: pg.Client }, days: string): Promise<Slice[]> {
  const slices: Slice[] = [];
  for (const table of COUNTS) {
    const owner = OWNER[table];
    const last = async (client: pg.Client) => {
      const { rows } = await client.query<{ id: number | null }>(
        `select max(${owner})::float8 as id from ${table}`,
      );
      return rows[0]?.id ?? 0;
    };
    const end = Math.max(await last(sides.source), await last(sides.target));
    for (let first = 0; first <= end; first += OWNERS[table]) {
      const where = `${owner} >= ${first} and ${owner} < ${first + OWNERS[table]} and ${days}`;
      slices.push({ table, where, label: `${table} of ${owner} ${first} to ${first + OWNERS[table] - 1}` });
    }
  }
  return slices;
}
