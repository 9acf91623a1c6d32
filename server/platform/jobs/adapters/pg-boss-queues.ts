import type { Db } from "pg-boss";
import type { QueueState } from "../port.ts";
import { DEAD } from "./pg-boss-dead-letters.ts";

/**
 * Returns the state of all queues except pg-boss's own. Reads only unfinished jobs, for which pg-boss has two
 * indexes.
 * A job that is retried counts as due since it was queued, because the time of its next attempt would hide how long it has failed. A running job
 * counts as late only until its attempt began, because a backup may run for hours.
 */
export async function readQueues(db: Pick<Db, "executeSql">): Promise<QueueState[]> {
  const { rows } = await db.executeSql(
    `with unfinished as (
       select * from pgboss.job where state < 'active' and not blocked
       union all select * from pgboss.job where state = 'active'
     ), counts as (
       select case when name = $1 then source_name else name end as name,
         count(*) filter (where name <> $1 and state < 'active')::int as waiting,
         count(*) filter (where name <> $1 and state = 'active')::int as running,
         count(*) filter (where name = $1 and state = 'created')::int as dead,
         max(case when state = 'active' then started_on else now() end
           - case when state = 'created' or state = 'active' and retry_count = 0 then start_after else created_on end) filter (where name <> $1) as late
       from unfinished group by 1
     )
     select name, coalesce(waiting, 0) as waiting, coalesce(running, 0) as running, coalesce(dead, 0) as dead,
       coalesce(greatest(0, extract(epoch from late)), 0)::float8 as "oldestSeconds"
     from (select name from pgboss.queue) queue full join counts using (name)
     where name <> $1 and name not like '\\_\\_pgboss%' order by 1`,
    [DEAD],
  );
  return rows;
}
