import { sql } from "drizzle-orm";
import { fromDrizzle, type PgBoss } from "pg-boss";
import type { Transaction } from "../../database/index.ts";
import type { DeadLetter } from "../port.ts";

/** The queue of jobs that failed permanently. */
export const DEAD = "dead";

export async function listDeadLetters(
  boss: PgBoss,
  { limit = 100, offset = 0 }: { limit?: number; offset?: number } = {},
): Promise<DeadLetter[]> {
  const { rows } = await boss.getDb().executeSql(
    `select id, source_name as name, data, coalesce(source_output->>'message', source_output->'value'->>'message', source_output->>'value', 'no reason was given') as reason,
       source_retry_count + 1 as attempts, source_created_on as "queuedAt", created_on as "diedAt"
     from pgboss.job where name = $1 and state = 'created' order by created_on desc, id desc limit $2 offset $3`,
    [DEAD, limit, offset],
  );
  return rows;
}

export async function countDeadLetters(boss: PgBoss): Promise<number> {
  const { rows } = await boss
    .getDb()
    .executeSql("select count(*)::int as count from pgboss.job where name = $1 and state = 'created'", [
      DEAD,
    ]);
  return rows[0].count;
}

/** Moves a dead letter back to its queue, as a job with a new id and all its retries. */
export async function retryDeadLetter(
  boss: PgBoss,
  tx: Transaction,
  id: string,
): Promise<string | undefined> {
  const { rows } = await tx.execute<{ name: string }>(
    sql`select source_name as name from pgboss.job where name = ${DEAD} and id = ${id}::uuid and state = 'created' for update`,
  );
  const name = rows[0]?.name;
  if (name === undefined) return undefined;
  const moved = await boss.redrive(DEAD, { ids: [id], db: fromDrizzle(tx, sql) });
  return moved === 1 ? name : undefined;
}
