import { and, eq, lt, sql } from "drizzle-orm";
import { deleteInBatches } from "../../platform/database/in-batches.ts";
import { first, type Queries } from "../../platform/database/index.ts";
import { type BrowserCookie, createBrowserCookie } from "../../platform/http/browser-cookie.ts";
import { hashToken, randomToken } from "../../platform/tokens.ts";
import { type ChallengePurpose, passkeyChallenges } from "./tables.ts";

export const CHALLENGE_MINUTES = 5;
const oldest = sql`now() - make_interval(mins => ${CHALLENGE_MINUTES})`;

export type Challenge = { purpose: ChallengePurpose; userId: string | null };

/** Defines the cookie that binds challenges to a browser. */
export const createChallengeCookie = (publicUrl: string): BrowserCookie =>
  createBrowserCookie(publicUrl, { name: "tessera_passkey", maxAge: CHALLENGE_MINUTES * 60 });

export async function deleteOldChallenges(db: Queries): Promise<void> {
  await deleteInBatches(db, passkeyChallenges, lt(passkeyChallenges.createdAt, oldest));
}

export async function issueChallenge(
  db: Queries,
  { browserToken, ...challenge }: Challenge & { browserToken: string },
): Promise<string> {
  const token = randomToken();
  await deleteOldChallenges(db);
  await db.insert(passkeyChallenges).values({
    ...challenge,
    challengeHash: hashToken(token),
    browserHash: hashToken(browserToken),
    userVerification: "required",
  });
  return token;
}

/**
 * Deletes and returns a signed challenge, or undefined if it is unknown, used, expired, or for another
 * purpose or browser.
 */
export const consumeChallenge = (
  db: Queries,
  { token, browserToken, purpose }: { token: string; browserToken: string; purpose: ChallengePurpose },
) =>
  db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.challengeHash, hashToken(token)),
        eq(passkeyChallenges.browserHash, hashToken(browserToken)),
        eq(passkeyChallenges.purpose, purpose),
        sql`${passkeyChallenges.createdAt} > ${oldest}`,
      ),
    )
    .returning({
      userId: passkeyChallenges.userId,
      userVerification: passkeyChallenges.userVerification,
    })
    .then(first);
