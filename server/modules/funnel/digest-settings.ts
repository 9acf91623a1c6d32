import { timingSafeEqual } from "node:crypto";
import { eq } from "drizzle-orm";
import { type Database, inTransaction, type Queries } from "../../platform/database/index.ts";
import { orNotFound } from "../../platform/http/app-error.ts";
import type { DeriveToken } from "../../platform/tokens.ts";
import { accountErrors, findOwner } from "../accounts/index.ts";
import { effectivePlan, findCreatorById } from "../creators/index.ts";
import { errors } from "./errors.ts";
import { weeklyDigests } from "./tables.ts";

export async function hasDigest(db: Queries, creatorId: number): Promise<boolean> {
  return (await db.$count(weeklyDigests, eq(weeklyDigests.creatorId, creatorId))) > 0;
}

/** Starts or ends the weekly digest of a creator. Starting throws 403 on the Free plan, and until the email is verified. */
export async function saveDigest(
  db: Database,
  { creatorId, enabled }: { creatorId: number; enabled: boolean },
): Promise<void> {
  if (!enabled) return endDigest(db, creatorId);
  await inTransaction(db, async (tx) => {
    const creator = await findCreatorById(tx, creatorId).then(orNotFound("Creator"));
    if (effectivePlan(creator) === "free") throw errors.planRequired();
    if (!(await findOwner(tx, creatorId)).isVerified) throw accountErrors.emailNotVerified();
    await tx.insert(weeklyDigests).values({ creatorId }).onConflictDoNothing();
  });
}

export async function endDigest(db: Queries, creatorId: number): Promise<void> {
  await db.delete(weeklyDigests).where(eq(weeklyDigests.creatorId, creatorId));
}

const PREFIX = "digest";

/** Returns the token of the link that ends a creator's digest. It never expires. */
export const digestToken = (derive: DeriveToken, creatorId: number): string =>
  [PREFIX, creatorId, derive("end-digest", String(creatorId))].join(".");

/** Returns the creator of a token, or undefined if it is invalid. */
export function readDigestToken(derive: DeriveToken, token: string): number | undefined {
  const [prefix, id = "", signature = "", ...more] = token.split(".");
  if (prefix !== PREFIX || more.length > 0 || !/^[1-9]\d{0,15}$/.test(id)) return undefined;
  const expected = Buffer.from(derive("end-digest", id));
  const actual = Buffer.from(signature);
  return expected.length === actual.length && timingSafeEqual(expected, actual) ? Number(id) : undefined;
}
