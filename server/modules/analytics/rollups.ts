import { type SQL, sql } from "drizzle-orm";
import { MAX_SOURCES_PER_DAY } from "../../../contract/rules/limits.ts";
import { knownSources, OTHER_SOURCE } from "../../../contract/rules/sources.ts";
import { advisoryLocks } from "../../platform/database/advisory-locks.ts";
import { violatedConstraint } from "../../platform/database/errors.ts";
import {
  type Database,
  inTransaction,
  type Queries,
  type Transaction,
} from "../../platform/database/index.ts";

/** Newer counts wait, because the transaction that creates their tile may not be committed yet. */
const SETTLED_SECONDS = 2;
export const MAX_ROWS = 20_000;
const MAX_ATTEMPTS = 4;
/**
 * The number of shares into which creators are divided. So several nodes can work on a backlog, and a slow
 * creator delays only one share.
 */
export const SHARES = 4;

const dayOf = (time: SQL) => sql`(${time} at time zone 'UTC')::date`;

/**
 * Builds a query that adds up rows (events or pending counts) to a page's daily counts, by creator, day, kind
 * and name. `rows` is a table or subquery with the alias `e`.
 */
export const pageCountsOf = (rows: SQL, weight = sql`e.count`) => sql`
  select e.creator_id, ${dayOf(sql`e.created_at`)} as day, k.kind, k.name, sum(${weight})::bigint as count
  from ${rows} e cross join lateral (values
    ('event', e.event),
    ('device', case when e.event = 'page_view' then e.device end),
    ('country', case when e.event = 'page_view' then e.country end),
    ('source', case when e.event = 'page_view' then e.source end)
  ) k (kind, name)
  where k.name is not null
  group by 1, 2, 3, 4`;

/**
 * Builds the same query for tiles: clicks, plays and purchases, and the page views since the tile's creation
 * on that day. A join of views with tiles would combine each view with each of the creator's tiles. So both
 * are sorted by time, and the views are summed up.
 */
export const tileCountsOf = (rows: SQL, weight = sql`e.count`) => sql`
  select t.id as tile_id, ${dayOf(sql`e.created_at`)} as day, e.event, sum(${weight})::bigint as count
  from ${rows} e join tiles t on t.id = e.tile_id and t.creator_id = e.creator_id
  where e.event in ('tile_click', 'play', 'purchase')
  group by 1, 2, 3
  union all
  select tile_id, day, 'page_view', count::bigint
  from (
    select tile_id, day, sum(count) over (partition by creator_id, day order by created_at desc) as count
    from (
      select e.creator_id, ${dayOf(sql`e.created_at`)} as day, e.created_at, null::bigint as tile_id, ${weight} as count
      from ${rows} e where e.event = 'page_view'
      union all
      select t.creator_id, ${dayOf(sql`t.created_at`)}, t.created_at, t.id, 0
      from tiles t where t.creator_id in (select e.creator_id from ${rows} e where e.event = 'page_view')
        and t.created_at >= ${dayOf(sql`(select min(e.created_at) from ${rows} e)`)}::timestamp at time zone 'UTC'
    ) views_and_tiles
  ) views
  where tile_id is not null and count > 0`;

/**
 * A query of the counts in `counted`. Replaces source names beyond the limit per creator and day with one name.
 * Groups the sources of a creator and day in one row, and looks up stored sources by key, because PostgreSQL cannot
 * estimate the size of `counted` and would join row by row.
 */
const boundedPageCounts = sql`
  select creator_id, day, kind, name, count from counted where kind <> 'source'
  union all
  select creator_id, day, 'source', case when is_kept or place + stored <= ${MAX_SOURCES_PER_DAY} then u.name else ${OTHER_SOURCE} end as name,
    sum(u.count)::bigint as count
  from (
    select creator_id, day, is_kept,
      array_agg(name order by count desc, name) as names, array_agg(count order by count desc, name) as counts,
      case when not is_kept then (
        select count(*) from daily_counts d where d.creator_id = s.creator_id and d.day = s.day and d.kind = 'source'
      ) end as stored
    from (
      select c.*, c.name = any(${sql.param(knownSources())}::text[]) or (
        select true from daily_counts d
        where d.creator_id = c.creator_id and d.day = c.day and d.kind = c.kind and d.name = c.name
      ) is not null as is_kept
      from counted c where c.kind = 'source'
    ) s
    group by creator_id, day, is_kept
  ) sources cross join lateral unnest(names, counts) with ordinality as u (name, count, place)
  group by 1, 2, 3, 4`;

type Moved = {
  moved: number;
  /** Whether all creators were processed, not only some shares. */
  isComplete: boolean;
};

/**
 * Moves up to `rows` pending counts into the daily counts, in a fixed order, for the creators of up to
 * `shares` free shares. Returns the number of moved counts, or undefined if other nodes hold all shares.
 */
export async function rollUpPending(
  db: Database,
  { settledSeconds = SETTLED_SECONDS, rows = MAX_ROWS, shares = SHARES } = {},
): Promise<Moved | undefined> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction(db, (tx) => movePending(tx, { settledSeconds, rows, shares }));
    } catch (error) {
      // A tile or creator was deleted in the meantime. The next attempt does not see it.
      if (attempt >= MAX_ATTEMPTS || violatedConstraint(error) === undefined) throw error;
    }
  }
}

async function movePending(
  tx: Transaction,
  { settledSeconds, rows: limit, shares }: { settledSeconds: number; rows: number; shares: number },
): Promise<Moved | undefined> {
  const own = await claimShares(tx, shares);
  if (own.length === 0) return undefined;
  const isComplete = own.length === SHARES;
  const isOwn = isComplete ? sql`true` : sql`creator_id % ${SHARES} = any(${sql.param(own)}::bigint[])`;
  const isDue = sql`created_at < now() - make_interval(secs => ${settledSeconds})`;
  // The counts of a batch are grouped and sorted in memory. The default of 4 MB is too little for even a
  // quarter of a batch.
  await tx.execute(sql`set local work_mem = '32MB'`);
  const { rows } = await tx.execute<{ moved: number }>(sql`
      with taken as materialized (
        delete from pending_counts where ctid = any(array(
          select ctid from pending_counts where ${isDue} and ${isOwn} limit ${limit}
        ))
        returning *
      ), kept as materialized (
        select taken.* from taken join creators c on c.id = taken.creator_id order by c.id for key share of c
      ), counted as materialized (
        ${pageCountsOf(sql`kept`)}
      ), pages as (
        insert into daily_counts (creator_id, day, kind, name, count)
        select * from (${boundedPageCounts}) p order by 1, 2, 3, 4
        on conflict (creator_id, day, kind, name) do update set count = daily_counts.count + excluded.count
      ), of_tiles as (
        insert into daily_tile_counts (tile_id, day, event, count)
        select * from (${tileCountsOf(sql`taken`)}) t order by 1, 2, 3
        on conflict (tile_id, day, event) do update set count = daily_tile_counts.count + excluded.count
      )
      select count(*) as moved from taken`);
  return { moved: rows[0]?.moved ?? 0, isComplete };
}

/** Locks up to `wanted` free shares until the transaction ends, chosen at random. Returns them. */
async function claimShares(tx: Transaction, wanted: number): Promise<number[]> {
  // A materialized list keeps PostgreSQL from locking all shares before it sorts them.
  const { rows } = await tx.execute<{ share: number }>(sql`
    with shares as materialized (
      select share from generate_series(0, ${SHARES - 1}) share order by random()
    )
    select share from shares
    where pg_try_advisory_xact_lock(${advisoryLocks.analyticsRollup}, share) limit ${wanted}`);
  return rows.map(({ share }) => share);
}

/** Returns the age of the oldest pending count in seconds, or undefined if none is pending. */
export async function readOldestPending(db: Queries): Promise<number | undefined> {
  const { rows } = await db.execute<{ seconds: number | null }>(
    sql`select round(extract(epoch from now() - min(created_at)))::int as seconds from pending_counts`,
  );
  return rows[0]?.seconds ?? undefined;
}
