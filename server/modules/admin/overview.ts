import { and, eq, exists, gte } from "drizzle-orm";
import type { AdminOverview } from "../../../contract/api/admin-overview.ts";
import { isNotDeleted } from "../../platform/database/deleted-rows.ts";
import { users } from "../accounts/index.ts";
import { creators } from "../creators/index.ts";
import { sumSales } from "../orders/index.ts";
import { tiles } from "../tiles/index.ts";
import type { AdminDeps } from "./deps.ts";

const DAYS = 30;
const DAY_MS = 86_400_000;

/** Returns the numbers of users and pages, and the sales of all pages in 30 days. */
export async function getAdminOverview({
  db,
  clock,
}: Pick<AdminDeps, "db" | "clock">): Promise<AdminOverview> {
  const since = new Date(clock.now().getTime() - DAYS * DAY_MS);
  const tile = db
    .select({ id: tiles.id })
    .from(tiles)
    .where(and(eq(tiles.creatorId, creators.id), isNotDeleted(tiles)));
  const [userCount, newUsers, pages, { totals }] = await Promise.all([
    db.$count(users),
    db.$count(users, gte(users.createdAt, since)),
    db.$count(creators, exists(tile)),
    sumSales(db, null, since),
  ]);
  return { users: userCount, new_users: newUsers, pages, totals };
}
