import { or, type SQL, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { PgBoss } from "pg-boss";
import { z } from "zod";
import { containsEmail, maskEmail } from "../../database/mask-email.ts";
import { defineJob } from "../define-job.ts";
import type { Job } from "../port.ts";

export const ERASE_JOB = "jobs.erase-email";
/** The jobs that one statement reads, few enough not to delay other statements. */
const BATCH = 2_000;

/** `before` is the time of the erasing transaction. Jobs that it adds, such as a last email to the person, stay. */
const Erasure = z.object({ email: z.string(), recipientFields: z.array(z.string()), before: z.string() });
type Erasure = z.output<typeof Erasure>;

/** The columns in which pg-boss stores texts of a job: its data, its error, and the error of the job that it replaces. */
const COLUMNS = ["data", "output", "source_output"].map((name) => sql.identifier(name));

/** Defines the job that erases an email from the tables of pg-boss, where finished jobs stay for a week and dead ones for a month: too many to read within a request. It ends by deleting itself. */
export function defineErasure(boss: PgBoss): Job {
  return defineJob({
    name: ERASE_JOB,
    payload: Erasure,
    concurrency: 2,
    timeoutSeconds: 1800,
    async handler({ data, signal }) {
      const run = createRun(boss);
      for (let last = await eraseBatch(run, data); last; last = await eraseBatch(run, data, last))
        signal.throwIfAborted();
      await run(
        sql`delete from pgboss.job where name = ${ERASE_JOB} and data->>'email' = ${data.email} and (data->>'before')::timestamptz <= ${data.before}::timestamptz`,
      );
    },
  });
}

type Run = ReturnType<typeof createRun>;
type Position = { name: string; id: string };

function createRun(boss: PgBoss) {
  const dialect = new PgDialect();
  return async <Row>(statement: SQL): Promise<Row[]> => {
    const { sql: text, params } = dialect.sqlToQuery(statement);
    return (await boss.getDb().executeSql(text, params)).rows;
  };
}

/** Returns the position of the last job that was read, or undefined at the end of the table. */
async function eraseBatch(run: Run, erasure: Erasure, after?: Position): Promise<Position | undefined> {
  const { email, recipientFields, before } = erasure;
  const isAfter = after ? sql`(name, id) > (${after.name}, ${after.id}::uuid)` : sql`true`;
  const keys = await run<Position>(
    sql`select name, id from pgboss.job where ${isAfter} order by name, id limit ${BATCH}`,
  );
  const [first, last] = [keys.at(0), keys.at(-1)];
  if (!first || !last) return undefined;
  const isInBatch = sql`(name, id) between (${first.name}, ${first.id}::uuid) and (${last.name}, ${last.id}::uuid)
    and name <> ${ERASE_JOB} and created_on < ${before}::timestamptz`;
  const isRecipient = recipientFields.map((field) => sql`lower(data->>${field}) = ${email.toLowerCase()}`);
  await run(sql`delete from pgboss.job where ${isInBatch} and (${or(...isRecipient)})`);
  const masked = COLUMNS.map((column) => sql`${column} = ${maskEmail(sql`${column}::text`, email)}::jsonb`);
  const contains = COLUMNS.map((column) => containsEmail(sql`${column}::text`, email));
  await run(
    sql`update pgboss.job set ${sql.join(masked, sql`, `)} where ${isInBatch} and (${or(...contains)})`,
  );
  return keys.length < BATCH ? undefined : last;
}
