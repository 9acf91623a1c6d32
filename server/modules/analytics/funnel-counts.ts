import { eq, type SQL, sql } from "drizzle-orm";
import { FUNNEL_DIMENSIONS } from "../../../contract/api/funnel.ts";
import { MAX_SOURCES_PER_DAY } from "../../../contract/rules/limits.ts";
import { knownSources, OTHER_SOURCE } from "../../../contract/rules/sources.ts";
import {
  type Database,
  first,
  inTransaction,
  type Queries,
  type Transaction,
} from "../../platform/database/index.ts";
import { FUNNEL_EVENTS, inDimensions, isFunnelEvent } from "./funnel-rows.ts";
import { funnelMarks } from "./tables.ts";

/** The time up to which events can be counted. Transactions with younger events may not be committed yet. */
const closed = sql`date_trunc('hour', now() - interval '5 minutes')`;
/** The target duration of a step. After a longer one, the next step counts fewer days. */
const STEP_MS = 300;
const MAX_STEP_DAYS = 64;
const STEP_TIMEOUT_MS = 60_000;

/**
 * Returns the time up to which a creator's events are counted, and whether all closed hours are counted.
 * Returns undefined before the first count.
 */
export const readFunnelState = (db: Queries, creatorId: number) =>
  db
    .select({
      countedUntil: funnelMarks.countedUntil,
      isComplete: sql<boolean>`${funnelMarks.countedUntil} >= ${closed}`,
    })
    .from(funnelMarks)
    .where(eq(funnelMarks.creatorId, creatorId))
    .then(first);

/** Returns the time up to which events can be counted. Later events are read individually. */
export async function readClosed(db: Queries): Promise<Date> {
  const { rows } = await db.execute<{ closed: string }>(
    sql`select extract(epoch from ${closed}) * 1000 as closed`,
  );
  return new Date(Number(rows[0]?.closed));
}

/**
 * Counts a creator's events, a few days per transaction, until all closed hours are counted or the time is
 * up. Several nodes may run it at once.
 */
export async function countFunnel(
  db: Database,
  {
    creatorId,
    retentionDays,
    milliseconds,
  }: { creatorId: number; retentionDays: number; milliseconds: number },
): Promise<void> {
  // Usually all hours are already counted.
  if ((await readFunnelState(db, creatorId))?.isComplete) return;
  const end = performance.now() + milliseconds;
  let days = 1;
  do {
    const startedAt = performance.now();
    const { isComplete } = await inTransaction(db, (tx) =>
      countNextDays(tx, { creatorId, retentionDays, days }),
    );
    if (isComplete) return;
    // Adapt the number of days to their visits, so that a page with few visits needs only a few steps.
    days = performance.now() - startedAt < STEP_MS ? Math.min(days * 4, MAX_STEP_DAYS) : Math.ceil(days / 4);
  } while (performance.now() < end);
}

async function countNextDays(
  tx: Transaction,
  { creatorId, retentionDays, days }: { creatorId: number; retentionDays: number; days: number },
): Promise<{ isComplete: boolean }> {
  await tx.execute(sql`set local statement_timeout = ${sql.raw(String(STEP_TIMEOUT_MS))}`);
  const retained = sql`now() - make_interval(days => ${retentionDays}::int)`;
  await tx.execute(sql`
    insert into funnel_marks (creator_id, counted_until)
    select ${creatorId}::bigint, date_trunc('day', ${retained}, 'UTC') from creators where id = ${creatorId}
    on conflict do nothing`);
  // Wait for another node that counts this creator. Only a new statement sees its result.
  const ofCreator = eq(funnelMarks.creatorId, creatorId);
  const [mark] = await tx
    .select({ countedUntil: funnelMarks.countedUntil })
    .from(funnelMarks)
    .where(ofCreator)
    .for("update");
  // The creator was deleted.
  if (!mark) return { isComplete: true };
  const next = await findNextDays(tx, { creatorId, start: mark.countedUntil, days });
  const until = next ? sql`${next.to}::timestamptz` : sql`greatest(counted_until, ${closed})`;
  if (next) await tx.execute(insertCounts(creatorId, next));
  await tx.execute(sql`update funnel_marks set counted_until = ${until} where creator_id = ${creatorId}`);
  for (const table of ["funnel_counts", "funnel_totals"])
    await tx.execute(
      sql`delete from ${sql.identifier(table)} where creator_id = ${creatorId} and day < (${retained})::date`,
    );
  return { isComplete: next === undefined };
}

/**
 * Returns the time of the first uncounted event, and the end of a number of days from there. The bounds are
 * values, so that PostgreSQL skips the partitions of other days.
 */
async function findNextDays(
  tx: Transaction,
  { creatorId, start, days }: { creatorId: number; start: Date; days: number },
): Promise<{ from: string; to: string } | undefined> {
  const end = await readClosed(tx);
  const limit = sql`${end.toISOString()}::timestamptz`;
  for (let from = start; from < end; ) {
    const to = new Date(Math.min(from.getTime() + MAX_STEP_DAYS * 86_400_000, end.getTime()));
    const { rows } = await tx.execute<{ from: string; to: string }>(sql`
      select created_at::text as from, least(date_trunc('day', created_at, 'UTC') + make_interval(hours => 24 * ${days}::int), ${limit})::text as to
      from events
      where creator_id = ${creatorId} and created_at >= ${from.toISOString()}::timestamptz and created_at < ${to.toISOString()}::timestamptz
      order by created_at limit 1`);
    const [found] = rows;
    if (found) return found;
    from = to;
  }
  return undefined;
}

/**
 * Adds the events between two times to the counts and totals. Source names beyond a day's limit are counted
 * as one, as in the daily counts.
 */
function insertCounts(creatorId: number, { from, to }: { from: string; to: string }): SQL {
  const isKnown = sql`source = any(${sql.param([...knownSources(), OTHER_SOURCE])}::text[])`;
  const list = (parts: SQL[]) => sql.join(parts, sql`, `);
  const keys = FUNNEL_DIMENSIONS.map((name) => sql`(${name}::text, ${sql.identifier(name)})`);
  const columns = FUNNEL_EVENTS.map((event) => sql`${sql.identifier(event)}`);
  const sums = FUNNEL_EVENTS.map(
    (event) => sql`coalesce(sum(count) filter (where label = ${event}), 0)::bigint`,
  );
  const added = columns.map((event) => sql`${event} = t.${event} + excluded.${event}`);
  return sql`
    with counted as materialized (
      select (created_at at time zone 'UTC')::date as day, event, tile_id, source, campaign_id, country, device, count(*) as count
      from events
      where creator_id = ${creatorId} and created_at >= ${from}::timestamptz and created_at < ${to}::timestamptz and ${isFunnelEvent}
      group by 1, 2, 3, 4, 5, 6, 7
    ), stored as materialized (
      select distinct day, source from funnel_counts
      where creator_id = ${creatorId} and source is not null and not ${isKnown}
        and day between (select min(day) from counted) and (select max(day) from counted)
    ), added as (
      select day, source, row_number() over (partition by day order by sum(count) desc, source)
        + (select count(*) from stored s where s.day = c.day) as place
      from counted c
      where source is not null and not ${isKnown} and (day, source) not in (select day, source from stored)
      group by day, source
    ), kept as materialized (
      select day, source from stored union all select day, source from added where place <= ${MAX_SOURCES_PER_DAY}
    ), named as materialized (
      select day, event, tile_id,
        case when source is null or ${isKnown} or (day, source) in (select day, source from kept) then source else ${OTHER_SOURCE} end as source,
        campaign_id, country, device, sum(count)::bigint as count
      from counted group by day, event, tile_id, 4, campaign_id, country, device
    ), totals as (
      insert into funnel_totals as t (creator_id, day, dimension, key, ${list(columns)})
      select ${creatorId}, day, dimension, key, ${list(sums)}
      from (${inDimensions(sql`select * from named`)}) v cross join lateral (values ('total', ''), ${list(keys)}) k (dimension, key)
      where key is not null group by 2, 3, 4
      on conflict (creator_id, day, dimension, key) do update set ${list(added)}
    )
    insert into funnel_counts as f (creator_id, day, event, tile_id, source, campaign_id, country, device, count)
    select ${creatorId}, day, event, tile_id, source, campaign_id, country, device, count from named
    on conflict on constraint funnel_counts_unique do update set count = f.count + excluded.count`;
}
