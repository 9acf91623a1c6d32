import { and, desc, eq, gt, inArray, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import type { AudienceFilter, AudienceMember } from "../../../contract/api/audience.ts";
import { emailPartOf } from "../../../contract/rules/meanings.ts";
import { readInBatches } from "../../platform/database/chunks.ts";
import { first, type Queries } from "../../platform/database/index.ts";
import { type CsvColumn, csvTable, csvTimestamp } from "../../platform/http/csv.ts";
import { hashEmail } from "../marketing/index.ts";
import type { MemberRow } from "./repository.ts";
import { audienceMembers } from "./tables.ts";

/** Selects members of a creator's audience. */
export type MemberFilter = { creatorId: number; search: string; filter: AudienceFilter };

const { confirmedAt, consentedAt, creatorId, email, emailHash, id, source } = audienceMembers;
const newestFirst = [desc(consentedAt), desc(id)];

/**
 * Anyone can enter an email in a signup, so the creator sees it only after its confirmation. Emails of buyers
 * and imported readers are known to the creator anyway.
 */
export const isVisible = or(isNotNull(confirmedAt), inArray(source, ["order", "import"]));

function matches({ creatorId: owner, search, filter }: MemberFilter): SQL | undefined {
  return and(
    eq(creatorId, owner),
    isVisible,
    filter === "unconfirmed" ? isNull(confirmedAt) : undefined,
    filter === "signup" || filter === "order" || filter === "import" ? eq(source, filter) : undefined,
    // Searches literal text, in which `%` and `_` are not wildcards.
    search === "" ? undefined : sql`strpos(${email}, ${emailPartOf(search)}) > 0`,
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

/** Returns an email's membership in a creator's audience, or null if there is none that the creator sees. */
export async function findReader(
  db: Queries,
  { creatorId: owner, address }: { creatorId: number; address: string },
): Promise<AudienceMember | null> {
  const ofEmail = and(eq(creatorId, owner), eq(emailHash, hashEmail(address)));
  const row = await db.select().from(audienceMembers).where(and(ofEmail, isVisible)).then(first);
  return row ? presentMember(row) : null;
}

export const countMembers = (db: Queries, filter: MemberFilter): Promise<number> =>
  db.$count(audienceMembers, matches(filter));

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

const COLUMNS: readonly CsvColumn<MemberRow>[] = [
  ["Email", (row) => row.email],
  ["Source", (row) => row.source],
  ["Title", (row) => row.sourceTitle],
  ["Consent", (row) => row.consentText],
  ["Consented (UTC)", (row) => csvTimestamp(row.consentedAt)],
  ["Confirmed (UTC)", (row) => (row.confirmedAt ? csvTimestamp(row.confirmedAt) : "")],
];

/** Reads the members oldest first, so that each batch costs the same. */
const read = (db: Queries, filter: MemberFilter) =>
  readInBatches<MemberRow>(BATCH_SIZE, (after, limit) =>
    db
      .select()
      .from(audienceMembers)
      .where(and(matches(filter), gt(id, after?.id ?? 0)))
      .orderBy(id)
      .limit(limit),
  );

export const writeMembers = (db: Queries, filter: MemberFilter) => csvTable(COLUMNS, read(db, filter));

/** A member in an archive of the account. */
type ArchivedMember = AudienceMember & Pick<MemberRow, "language">;

export async function* listMembersFrom(db: Queries, creatorId: number): AsyncGenerator<ArchivedMember> {
  for await (const rows of read(db, { creatorId, search: "", filter: "all" }))
    yield* rows.map((row) => ({ ...presentMember(row), language: row.language }));
}
