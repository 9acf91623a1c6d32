import { type SQL, sql } from "drizzle-orm";
import { MAX_SOURCES_PER_DAY } from "../../../contract/limits.ts";
import { KNOWN_SOURCES, OTHER_SOURCE } from "../../../contract/sources.ts";
import { advisoryLocks } from "../../platform/database/advisory-locks.ts";
import { violatedConstraint } from "../../platform/database/errors.ts";
import {
  type Database,
  inTransaction,
  type Queries,
  type Transaction,
} from "../../platform/database/index.ts";
import type { Log } from "../../platform/log/index.ts";

/** Newer counts are not rolled up yet, because the creation of their tile may not be committed. */
const SETTLED_SECONDS = 2;
const MAX_ROWS = 20_000;
const MAX_ATTEMPTS = 4;

const dayOf = (time: SQL) => sql`(${time} at time zone 'UTC')::date`;

/** Builds a query of what rows (events or pending counts) add to a page's daily counts, by creator, day, kind and name. `rows` is a table or subquery with the alias `e`. */
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

/** Builds the same query for tiles: clicks, plays and purchases, and the page views since the creation of the tile on that day. */
export const tileCountsOf = (rows: SQL, weight = sql`e.count`) => sql`
  select t.id as tile_id, ${dayOf(sql`e.created_at`)} as day, e.event, sum(${weight})::bigint as count
  from ${rows} e join tiles t on t.id = e.tile_id and t.creator_id = e.creator_id
  where e.event in ('tile_click', 'play', 'purchase')
  group by 1, 2, 3
  union all
  select t.id, ${dayOf(sql`t.created_at`)}, 'page_view', sum(${weight})::bigint
  from tiles t join ${rows} e on e.creator_id = t.creator_id
    and e.created_at >= t.created_at and e.created_at < (${dayOf(sql`t.created_at`)} + 1)::timestamp at time zone 'UTC'
  where e.event = 'page_view'
  group by 1, 2, 3`;

/** A query of the counts in `counted`, with the names of sources above the limit of a creator and day replaced by one. */
const boundedPageCounts = sql`
  select creator_id, day, kind, name, count from counted where kind <> 'source'
  union all
  select creator_id, day, kind, case when is_kept or place + coalesce(stored, 0) <= ${MAX_SOURCES_PER_DAY} then name else ${OTHER_SOURCE} end as name,
    sum(count)::bigint as count
  from (
    select s.*, row_number() over (partition by creator_id, day, is_kept order by count desc, name) as place
    from (
      select c.*, d.name is not null or c.name = any(${sql.param([...KNOWN_SOURCES])}::text[]) as is_kept
      from counted c left join daily_counts d using (creator_id, day, kind, name)
      where c.kind = 'source'
    ) s
  ) ranked
  left join (
    select creator_id, day, count(*) as stored
    from daily_counts join (select distinct creator_id, day from counted where kind = 'source') days using (creator_id, day)
    where kind = 'source'
    group by 1, 2
  ) known using (creator_id, day)
  group by 1, 2, 3, 4`;

/** Moves pending counts into the daily counts in a fixed order. Returns false when another node is doing so. */
export async function rollUpPending(db: Database, settledSeconds = SETTLED_SECONDS): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction(db, (tx) => movePending(tx, settledSeconds));
    } catch (error) {
      // A tile or creator was deleted meanwhile; the next attempt does not see it.
      if (attempt >= MAX_ATTEMPTS || violatedConstraint(error) === undefined) throw error;
    }
  }
}

async function movePending(tx: Transaction, settledSeconds: number): Promise<boolean> {
  if (!(await isAlone(tx))) return false;
  await tx.execute(sql`
      with taken as materialized (
        delete from pending_counts where ctid = any(array(
          select ctid from pending_counts where created_at < now() - make_interval(secs => ${settledSeconds}) limit ${MAX_ROWS}
        ))
        returning *
      ), counted as materialized (
        ${pageCountsOf(sql`taken`)}
      ), pages as (
        insert into daily_counts (creator_id, day, kind, name, count)
        select p.* from (${boundedPageCounts}) p join creators c on c.id = p.creator_id
        order by 1, 2, 3, 4
        on conflict (creator_id, day, kind, name) do update set count = daily_counts.count + excluded.count
      )
      insert into daily_tile_counts (tile_id, day, event, count)
      select * from (${tileCountsOf(sql`taken`)}) t order by 1, 2, 3
      on conflict (tile_id, day, event) do update set count = daily_tile_counts.count + excluded.count`);
  return true;
}

async function isAlone(tx: Transaction): Promise<boolean> {
  const { rows } = await tx.execute<{ free: boolean }>(
    sql`select pg_try_advisory_xact_lock(${advisoryLocks.analyticsRollup}) as free`,
  );
  return rows[0]?.free ?? false;
}

async function isAnythingPending(db: Queries): Promise<boolean> {
  const { rows } = await db.execute<{ pending: boolean }>(
    sql`select exists (select from pending_counts) as pending`,
  );
  return rows[0]?.pending ?? false;
}

/** Rolls up the counts a few seconds after an event was stored, and again until no count is pending. */
export type Rollups = { scheduleRollup(): void; rollUpAll(): Promise<void>; stop(): void };

const ROLLUP_INTERVAL_MS = 3_000;

export function createRollups({ db, log }: { db: Database; log: Log }): Rollups {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  function scheduleRollup(): void {
    if (stopped || timer) return;
    timer = setTimeout(async () => {
      const again = await rollUpOnce().catch((error: unknown) => {
        if (!stopped) log.warn({ err: error }, "analytics roll-up failed; retrying");
        return !stopped;
      });
      timer = undefined;
      if (again) scheduleRollup();
    }, ROLLUP_INTERVAL_MS).unref();
  }

  async function rollUpOnce(): Promise<boolean> {
    await rollUpPending(db);
    return isAnythingPending(db);
  }

  return {
    scheduleRollup,
    async rollUpAll() {
      if (await rollUpOnce()) scheduleRollup();
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
