import { and, eq, gte, lt, sql } from "drizzle-orm";
import type { Queries } from "../../platform/database/index.ts";
import type { CsvColumn } from "../../platform/http/csv.ts";
import { decisions, reports } from "./tables.ts";

type Period = { from: string; to: string };
type Row = Awaited<ReturnType<typeof countReports>>[number];

export const columnsOf = ({ from, to }: Period): readonly CsvColumn<Row>[] => [
  ["From", () => from],
  ["To", () => to],
  ["Reason", ({ reason }) => reason],
  ["State", ({ state }) => state],
  ["Decision", ({ scope }) => (scope === "none" ? "dismissed" : (scope ?? ""))],
  ["Ground", ({ ground }) => ground ?? ""],
  ["Reports", ({ total }) => String(total)],
  ["Decisions", ({ decided }) => String(decided)],
  ["Objections", ({ objections }) => String(objections)],
  ["Objections upheld", ({ upheld }) => String(upheld)],
  ["Objections reversed", ({ reversed }) => String(reversed)],
  ["Median hours to decision", ({ hours }) => (hours === null ? "" : hours.toFixed(1))],
];

/**
 * Counts the reports between two UTC days, inclusive, by reason and decision. Several reports can share one
 * decision.
 */
export async function countReports(db: Queries, { from, to }: Period) {
  const decisionsWhere = (condition = sql`true`) =>
    sql<number>`count(distinct ${decisions.id}) filter (where ${condition})`.mapWith(Number);
  return db
    .select({
      reason: reports.reason,
      state: reports.state,
      scope: decisions.scope,
      ground: decisions.ground,
      total: sql<number>`count(*)`.mapWith(Number),
      decided: decisionsWhere(),
      objections: decisionsWhere(sql`${decisions.objectedAt} is not null`),
      upheld: decisionsWhere(sql`${decisions.objectionOutcome} = 'upheld'`),
      reversed: decisionsWhere(sql`${decisions.objectionOutcome} = 'reversed'`),
      hours: sql<
        number | null
      >`extract(epoch from percentile_cont(0.5) within group (order by ${reports.decidedAt} - ${reports.createdAt}))::float8 / 3600`,
    })
    .from(reports)
    .leftJoin(decisions, eq(decisions.id, reports.decisionId))
    .where(
      and(
        gte(reports.createdAt, sql`${from}::timestamp at time zone 'UTC'`),
        lt(reports.createdAt, sql`(${to}::timestamp + interval '1 day') at time zone 'UTC'`),
      ),
    )
    .groupBy(reports.reason, reports.state, decisions.scope, decisions.ground)
    .orderBy(reports.reason, reports.state, decisions.scope, decisions.ground);
}
