import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { UserRole } from "../../../contract/api/admin.ts";
import { first, type Queries } from "../../platform/database/index.ts";
import { containsWords } from "../../platform/database/search-words.ts";
import { users } from "../accounts/index.ts";
import { creators } from "../creators/index.ts";
import { userDirectory } from "./tables.ts";

type UserWithPage = { user: typeof users.$inferSelect; creator: typeof creators.$inferSelect | null };
/** A user as listed. */
export type ListedUser = Pick<UserWithPage["user"], "id" | "email" | "isAdmin" | "createdAt"> & {
  creator: Pick<
    NonNullable<UserWithPage["creator"]>,
    "id" | "handle" | "displayName" | "plan" | "subscriptionActive" | "sendingStopped" | "suspension"
  > | null;
};
export type UserQuery = { search: string; role: UserRole; page: number };

/** Returns the condition that matches users. `search` is literal text without wildcards. */
function matching({ search, role }: UserQuery): SQL | undefined {
  return and(
    role === "all" ? undefined : eq(userDirectory.isAdmin, role === "admin"),
    search === "" ? undefined : containsWords(userDirectory.words, search),
  );
}

/** The maximum number of matches that are sorted here. Above it, a query with the index is as fast. */
const SMALL_RESULT = 1_000;

/**
 * Returns the sorted ids of a search with few matches in a single scan, or undefined if there are too many.
 */
export async function findIfSmall(db: Queries, query: UserQuery): Promise<string[] | undefined> {
  const { createdAt, userId } = userDirectory;
  const rows = await db
    .select({ userId, createdAt })
    .from(userDirectory)
    .where(matching(query))
    .limit(SMALL_RESULT + 1);
  if (rows.length > SMALL_RESULT) return undefined;
  const byAge = (a: (typeof rows)[number], b: (typeof rows)[number]) =>
    b.createdAt.getTime() - a.createdAt.getTime() || (a.userId < b.userId ? 1 : -1);
  return rows.sort(byAge).map((row) => row.userId);
}

/** Returns users by id, in the order of the ids. */
export async function selectByIds(db: Queries, ids: readonly string[]): Promise<ListedUser[]> {
  if (ids.length === 0) return [];
  const rows = await selectListed(db).where(inArray(users.id, [...ids]));
  return rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}

export const countUsers = (db: Queries, query: UserQuery): Promise<number> =>
  db.$count(userDirectory, matching(query));

/**
 * Returns one page of matching users, newest first. Orders with `nulls last`, because PostgreSQL would not
 * use the index otherwise.
 */
export async function selectUsers(
  db: Queries,
  query: UserQuery,
  range: { limit: number; offset: number },
): Promise<ListedUser[]> {
  const { createdAt, userId } = userDirectory;
  const page = db
    .select({ userId, createdAt })
    .from(userDirectory)
    .where(matching(query))
    .orderBy(sql`${createdAt} desc nulls last, ${userId} desc nulls last`)
    .limit(range.limit)
    .offset(range.offset)
    .as("page");
  return selectListed(db)
    .innerJoin(page, eq(page.userId, users.id))
    .orderBy(sql`${page.createdAt} desc, ${page.userId} desc`);
}

export const findListed = (db: Queries, id: string) => selectListed(db).where(eq(users.id, id)).then(first);

function selectListed(db: Queries) {
  return db
    .select({
      id: users.id,
      email: users.email,
      isAdmin: users.isAdmin,
      createdAt: users.createdAt,
      creator: {
        id: creators.id,
        handle: creators.handle,
        displayName: creators.displayName,
        plan: creators.plan,
        subscriptionActive: creators.subscriptionActive,
        sendingStopped: creators.sendingStopped,
        suspension: creators.suspension,
      },
    })
    .from(users)
    .leftJoin(creators, eq(creators.userId, users.id))
    .$dynamic();
}
