import { randomUUID } from "node:crypto";
import { and, eq, lt, sql } from "drizzle-orm";
import type { SignInProvider } from "../../../contract/rules/sign-in-providers.ts";
import type { OpenIdSecrets } from "../../platform/openid/port.ts";
import { hashToken, randomToken } from "../../platform/tokens.ts";
import type { AccountDeps } from "./deps.ts";
import { signInAttempts } from "./tables.ts";

type Deps = Pick<AccountDeps, "db" | "derive">;

export const ATTEMPT_MINUTES = 10;

/** Starts a sign-in attempt at the provider. `browserToken` belongs in a cookie of this browser. */
export async function createAuthRequest(
  { db, derive }: Deps,
  started: { provider: SignInProvider; redirect: string; sessionId?: string },
): Promise<{ secrets: OpenIdSecrets; browserToken: string }> {
  const id = randomUUID();
  const browserToken = randomToken();
  await db.delete(signInAttempts).where(lt(signInAttempts.createdAt, oldest));
  await db.insert(signInAttempts).values({ id, browserHash: hashToken(browserToken), ...started });
  return { secrets: secretsOf(derive, id), browserToken };
}

type StartedSignIn = {
  secrets: OpenIdSecrets;
  redirect: string;
  /** The session whose user confirms their identity, or null for a sign-in. */
  sessionId: string | null;
  startedAt: Date;
  late: boolean;
};

/**
 * Deletes and returns the attempt that this browser started, or returns undefined. `late` is true after more
 * than ten minutes.
 */
export async function consumeAuthRequest(
  { db, derive }: Deps,
  { provider, state, browserToken }: { provider: SignInProvider; state: string; browserToken: string },
): Promise<StartedSignIn | undefined> {
  const id = state.split(".")[0] ?? "";
  if (!/^[0-9a-f-]{36}$/.test(id) || secretsOf(derive, id).state !== state) return undefined;
  const [row] = await db
    .delete(signInAttempts)
    .where(
      and(
        eq(signInAttempts.id, id),
        eq(signInAttempts.browserHash, hashToken(browserToken)),
        eq(signInAttempts.provider, provider),
      ),
    )
    .returning({
      redirect: signInAttempts.redirect,
      sessionId: signInAttempts.sessionId,
      startedAt: signInAttempts.createdAt,
      late: sql<boolean>`${signInAttempts.createdAt} < ${oldest}`,
    });
  return row && { secrets: secretsOf(derive, id), ...row };
}

const oldest = sql`now() - make_interval(mins => ${ATTEMPT_MINUTES})`;

function secretsOf(derive: AccountDeps["derive"], id: string): OpenIdSecrets {
  return {
    state: `${id}.${derive("openid state", id)}`,
    nonce: derive("openid nonce", id),
    codeVerifier: derive("openid verifier", id),
  };
}
