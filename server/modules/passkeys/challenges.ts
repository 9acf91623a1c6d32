import "@fastify/cookie";
import { and, eq, lt, sql } from "drizzle-orm";
import type { FastifyReply, FastifyRequest } from "fastify";
import { deleteInBatches } from "../../platform/database/in-batches.ts";
import { first, type Queries } from "../../platform/database/index.ts";
import { hashToken, randomToken } from "../../platform/tokens.ts";
import { type ChallengePurpose, passkeyChallenges } from "./tables.ts";

export const CHALLENGE_MINUTES = 5;
const oldest = sql`now() - make_interval(mins => ${CHALLENGE_MINUTES})`;

export type Challenge = { purpose: ChallengePurpose; userId: string | null };

/** Creates the cookie that binds challenges to a browser. All tabs of a browser share it. */
export function createBrowserCookie(publicUrl: string) {
  const secure = publicUrl.startsWith("https:");
  const name = secure ? "__Host-tessera_passkey" : "tessera_passkey";
  const options = { path: "/", httpOnly: true, sameSite: "lax", secure } as const;
  const read = (request: FastifyRequest) => {
    const token = request.cookies[name];
    return token && /^[\w-]{43}$/.test(token) ? token : undefined;
  };
  return {
    read,
    /** Returns the browser's token, which it gets unless it has one. */
    ensure(request: FastifyRequest, reply: FastifyReply): string {
      const token = read(request) ?? randomToken();
      reply.setCookie(name, token, { ...options, maxAge: CHALLENGE_MINUTES * 60 });
      return token;
    },
  };
}
export type BrowserCookie = ReturnType<typeof createBrowserCookie>;

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

/** Deletes and returns the challenge that a browser has signed, or undefined if it is unknown, used, expired, or of another purpose or browser. */
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
