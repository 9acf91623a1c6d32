import { and, eq, sql } from "drizzle-orm";
import type { AdminUserDetail } from "../../../contract/api/admin-overview.ts";
import { isNotDeleted } from "../../platform/database/deleted-rows.ts";
import type { Queries } from "../../platform/database/index.ts";
import { orNotFound } from "../../platform/http/app-error.ts";
import { findSignIns } from "../accounts/index.ts";
import { listApiKeys, presentApiKey } from "../api-keys/index.ts";
import { countMembers } from "../audience/index.ts";
import { type CreatorRow, findCreatorById } from "../creators/index.ts";
import { listFeedbackOf } from "../feedback/index.ts";
import { files } from "../files/index.ts";
import { sumSales } from "../orders/index.ts";
import { products } from "../products/index.ts";
import { tiles } from "../tiles/index.ts";
import { listActionsOn } from "./audit.ts";
import type { AdminDeps } from "./deps.ts";
import { presentUser } from "./presenter.ts";
import { findListed } from "./repository.ts";

/** The length of each list. */
const NEWEST = 10;

type DetailDeps = Pick<AdminDeps, "db" | "connect" | "passkeys" | "secondFactor">;

/** Returns all details of a user. Throws 404. */
export async function getUserDetail(deps: DetailDeps, id: string): Promise<AdminUserDetail> {
  const { db } = deps;
  const user = await findListed(db, id).then(orNotFound("User"));
  const creator = user.creator && (await findCreatorById(db, user.creator.id));
  const [signIns, passkeys, factor, page, keys, feedback, entries] = await Promise.all([
    findSignIns(db, id),
    deps.passkeys.countUsable(db, id),
    deps.secondFactor.describe(id),
    creator ? describePage(deps, creator) : null,
    creator ? listApiKeys(db, creator.id) : [],
    listFeedbackOf(db, id, NEWEST),
    listActionsOn(db, id, NEWEST),
  ]);
  return {
    user: presentUser(user),
    email_verified_at: signIns.emailVerifiedAt?.toISOString() ?? null,
    signs_in_with: signIns.signsInWith,
    passkeys,
    second_factor: { enabled_at: factor.enabledAt, removed_at: factor.removedAt },
    sessions: signIns.sessions,
    last_seen_at: signIns.lastSeenAt?.toISOString() ?? null,
    page,
    api_keys: keys.map(presentApiKey),
    feedback,
    entries,
  };
}

async function describePage({ db, connect }: DetailDeps, { id, paymentProvider }: CreatorRow) {
  const [tileCount, productCount, members, stored, selling, sales] = await Promise.all([
    db.$count(tiles, and(eq(tiles.creatorId, id), isNotDeleted(tiles))),
    db.$count(products, and(eq(products.creatorId, id), isNotDeleted(products))),
    countMembers(db, { creatorId: id, filter: "all", search: "" }),
    sumFiles(db, id),
    connect.sellingAccount(db, id),
    sumSales(db, id),
  ]);
  return {
    tiles: tileCount,
    products: productCount,
    members,
    ...stored,
    payment_provider: paymentProvider,
    sells_in: selling?.mode ?? null,
    ...sales,
  };
}

async function sumFiles(db: Queries, creatorId: number): Promise<{ files: number; file_bytes: number }> {
  const [row] = await db
    .select({
      files: sql<number>`count(*)`.mapWith(Number),
      file_bytes: sql<number>`coalesce(sum(${files.size}), 0)`.mapWith(Number),
    })
    .from(files)
    .where(eq(files.creatorId, creatorId));
  return row ?? { files: 0, file_bytes: 0 };
}
