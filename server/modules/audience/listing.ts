import { and, desc, eq, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import type { AudienceFilter, AudienceMember } from "../../../contract/api/audience.ts";
import type { Queries } from "../../platform/database/index.ts";
import { csvLine, csvTimestamp } from "../../platform/http/csv.ts";
import type { MemberRow } from "./repository.ts";
import { audienceMembers } from "./tables.ts";

/** Selects some of a creator's audience. */
export type MemberFilter = { creatorId: number; search: string; filter: AudienceFilter };

const { confirmedAt, consentedAt, creatorId, email, id, source } = audienceMembers;
const newestFirst = [desc(consentedAt), desc(id)];

/** Whoever entered an email in a signup tile is unknown until it is confirmed, so its creator does not see it before. Creators see the emails of their buyers. */
const isVisible = or(isNotNull(confirmedAt), eq(source, "order"));

function matches({ creatorId: owner, search, filter }: MemberFilter): SQL | undefined {
  return and(
    eq(creatorId, owner),
    isVisible,
    filter === "unconfirmed" ? isNull(confirmedAt) : undefined,
    filter === "signup" || filter === "order" ? eq(source, filter) : undefined,
    // Literally: `%` and `_` are no wildcards.
    search === "" ? undefined : sql`strpos(${email}, lower(${search})) > 0`,
  );
}

/** Returns one page of a creator's audience, newest first. */
export function listMembers(
  db: Queries,
  filter: MemberFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<MemberRow[]> {
  return db
    .select()
    .from(audienceMembers)
    .where(matches(filter))
    .orderBy(...newestFirst)
    .limit(limit)
    .offset(offset);
}

export function countMembers(db: Queries, filter: MemberFilter): Promise<number> {
  return db.$count(audienceMembers, matches(filter));
}

export const presentMember = (row: MemberRow): AudienceMember => ({
  id: row.id,
  email: row.email,
  source: row.source,
  source_title: row.sourceTitle,
  consent_text: row.consentText,
  consented_at: row.consentedAt.toISOString(),
  confirmed_at: row.confirmedAt?.toISOString() ?? null,
});

const BATCH_SIZE = 500;

const COLUMNS: readonly [name: string, cell: (row: MemberRow) => string][] = [
  ["Email", (row) => row.email],
  ["Source", (row) => row.source],
  ["Title", (row) => row.sourceTitle],
  ["Consent", (row) => row.consentText],
  ["Consented (UTC)", (row) => csvTimestamp(row.consentedAt)],
  ["Confirmed (UTC)", (row) => (row.confirmedAt ? csvTimestamp(row.confirmedAt) : "")],
];

/** Writes a creator's audience as CSV, oldest first: each batch costs the same, however many there are. */
export async function* writeMembers(db: Queries, filter: MemberFilter): AsyncGenerator<string, undefined> {
  let text = csvLine(COLUMNS.map(([name]) => name));
  for (let after = 0; ; ) {
    const rows: MemberRow[] = await db
      .select()
      .from(audienceMembers)
      .where(and(matches(filter), sql`${id} > ${after}`))
      .orderBy(id)
      .limit(BATCH_SIZE);
    yield text + rows.map((row) => csvLine(COLUMNS.map(([, cell]) => cell(row)))).join("");
    after = rows.at(-1)?.id ?? 0;
    if (rows.length < BATCH_SIZE) return undefined;
    text = "";
  }
}

/** Lists a creator's audience, oldest first. */
export async function* listMembersFrom(db: Queries, creatorId: number): AsyncGenerator<AudienceMember> {
  for (let after = 0; ; ) {
    const rows: MemberRow[] = await db
      .select()
      .from(audienceMembers)
      .where(and(matches({ creatorId, search: "", filter: "all" }), sql`${id} > ${after}`))
      .orderBy(id)
      .limit(BATCH_SIZE);
    yield* rows.map(presentMember);
    after = rows.at(-1)?.id ?? 0;
    if (rows.length < BATCH_SIZE) return;
  }
}
