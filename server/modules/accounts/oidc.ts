import { randomUUID } from "node:crypto";
import { and, eq, lt, sql } from "drizzle-orm";
import { Email, INVISIBLE_CONTROLS } from "../../../contract/rules/fields.ts";
import { limits } from "../../../contract/rules/limits.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { violatedConstraint } from "../../platform/database/errors.ts";
import { inTransaction, type Queries, type Transaction } from "../../platform/database/index.ts";
import { AppError } from "../../platform/http/app-error.ts";
import type { OpenIdProfile, OpenIdSecrets } from "../../platform/openid/port.ts";
import { hashToken, randomToken } from "../../platform/tokens.ts";
import { requireEmailAllowed } from "../blocks/index.ts";
import { insertCreatorWithFreeHandle, suggestHandles } from "../creators/index.ts";
import type { AccountDeps } from "./deps.ts";
import { revokeTokens } from "./one-time-tokens.ts";
import {
  deleteSessionsOf,
  findUserByEmail,
  insertUser,
  lockUser,
  markOwnershipProven,
  setPassword,
  type UserRow,
} from "./repository.ts";
import { completeSignIn, type SignInResult } from "./sign-in/complete-sign-in.ts";
import type { SignInOrigin } from "./sign-in/request-origin.ts";
import { requireOpenSignup } from "./signup.ts";
import { identities, signInAttempts } from "./tables.ts";

export const ATTEMPT_MINUTES = 10;
const PROVIDER = "google";

type Deps = Pick<
  AccountDeps,
  "clock" | "db" | "derive" | "mails" | "adminEmail" | "signup" | "secondFactor"
> & {
  origin: SignInOrigin;
};

/** Creates a sign-in attempt at the provider. `browserToken` belongs in a cookie of this browser. */
export async function createAuthRequest(
  { db, derive }: Pick<Deps, "db" | "derive">,
  started: { redirect: string; sessionId?: string },
): Promise<{ secrets: OpenIdSecrets; browserToken: string }> {
  const id = randomUUID();
  const browserToken = randomToken();
  await db.delete(signInAttempts).where(lt(signInAttempts.createdAt, oldest));
  await db.insert(signInAttempts).values({ id, browserHash: hashToken(browserToken), ...started });
  return { secrets: secretsOf(derive, id), browserToken };
}

/** Deletes and returns the sign-in attempt that this browser started; undefined for anything else. `late` is true after more than ten minutes. */
export async function consumeAuthRequest(
  { db, derive }: Pick<Deps, "db" | "derive">,
  { state, browserToken }: { state: string; browserToken: string },
): Promise<
  { secrets: OpenIdSecrets; redirect: string; sessionId: string | null; late: boolean } | undefined
> {
  const id = state.split(".")[0] ?? "";
  if (!/^[0-9a-f-]{36}$/.test(id) || secretsOf(derive, id).state !== state) return undefined;
  const [row] = await db
    .delete(signInAttempts)
    .where(and(eq(signInAttempts.id, id), eq(signInAttempts.browserHash, hashToken(browserToken))))
    .returning({
      redirect: signInAttempts.redirect,
      sessionId: signInAttempts.sessionId,
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

/** `conflict`: the email's account is linked to another identity of the provider. */
export type OidcResult = { result: SignInResult; isNew: boolean } | "unverified" | "conflict";

/** Signs in the user that the provider has authenticated. An existing account is linked, or a new one created, only when the provider has verified the email. */
export async function signInProfile(deps: Deps, profile: OpenIdProfile): Promise<OidcResult> {
  const attempt = () => inTransaction(deps.db, (tx) => signInOnce(tx, deps, profile));
  // A concurrent sign-in of the same user has created the account or the link; the second attempt finds it.
  return attempt().catch((error: unknown) => {
    if (isConcurrentSignIn(error)) return attempt();
    throw error;
  });
}

async function signInOnce(tx: Transaction, deps: Deps, profile: OpenIdProfile): Promise<OidcResult> {
  const known = await findIdentity(tx, profile.subject);
  if (known) {
    await proveLinkedAccount(tx, deps, known, profile);
    return { result: await complete(tx, deps, known), isNew: false };
  }
  const email = Email.safeParse(profile.email);
  if (!email.success || !profile.emailVerified) return "unverified";
  const account = await findUserByEmail(tx, email.data);
  if (account) return linkAccount(tx, deps, account.id, profile);
  return { result: await createAccount(tx, deps, email.data, profile), isNew: true };
}

const complete = (tx: Transaction, deps: Deps, userId: string) =>
  completeSignIn(tx, deps, { userId, method: PROVIDER, origin: deps.origin });

function isConcurrentSignIn(error: unknown): boolean {
  if (error instanceof AppError) return error.code === "accounts.email_taken";
  return violatedConstraint(error)?.startsWith("identities_") ?? false;
}

export async function findIdentity(db: Queries, subject: string): Promise<string | undefined> {
  const [row] = await db
    .select({ userId: identities.userId })
    .from(identities)
    .where(and(eq(identities.provider, PROVIDER), eq(identities.subject, subject)));
  return row?.userId;
}

async function hasIdentity(db: Queries, userId: string): Promise<boolean> {
  const ofProvider = and(eq(identities.userId, userId), eq(identities.provider, PROVIDER));
  return (await db.$count(identities, ofProvider)) > 0;
}

async function linkAccount(
  tx: Transaction,
  deps: Deps,
  userId: string,
  profile: OpenIdProfile,
): Promise<OidcResult> {
  const account = await lockUser(tx, userId);
  if (!account) throw new Error("account was deleted");
  // A concurrent sign-in of the same user may have linked it since this one looked.
  if ((await findIdentity(tx, profile.subject)) === userId)
    return { result: await complete(tx, deps, userId), isNew: false };
  // A provider may assign an email to another user; that user must not get the first one's account.
  if (await hasIdentity(tx, userId)) return "conflict";
  await tx.insert(identities).values({ provider: PROVIDER, subject: profile.subject, userId });
  if (!account.emailVerifiedAt || isAdminInDoubt(account, deps)) await reclaimAccount(tx, deps, userId);
  await deps.mails.enqueueEmail(tx, {
    to: account.email,
    mail: {
      mail: "account-linked",
      provider: "Google",
      at: deps.clock.now().toISOString(),
      links: { main: { to: "page", path: paths.auth() } },
    },
    cause: `linked ${PROVIDER} ${profile.subject}`,
  });
  return { result: await complete(tx, deps, userId), isNew: false };
}

/** Gives an account to the owner of its email, because the user who registered it never proved to own that email. Its password, sessions and links are revoked. */
async function reclaimAccount(tx: Transaction, deps: Deps, userId: string): Promise<void> {
  await setPassword(tx, userId, null);
  await deleteSessionsOf(tx, userId);
  await revokeTokens(tx, { userId, purpose: "verify" });
  await revokeTokens(tx, { userId, purpose: "reset" });
  await markOwnershipProven(tx, userId, deps.adminEmail);
}

/** Returns whether the account would become an administrator although its ownership is not proven. */
function isAdminInDoubt(account: UserRow, { adminEmail }: Deps): boolean {
  return account.email === adminEmail && !account.ownershipProvenAt && !account.isAdmin;
}

/** Proves the ownership of an account that was linked before its email was configured as the administrator's. */
async function proveLinkedAccount(
  tx: Transaction,
  deps: Deps,
  userId: string,
  profile: OpenIdProfile,
): Promise<void> {
  if (!profile.emailVerified || Email.safeParse(profile.email).data !== deps.adminEmail) return;
  const account = await lockUser(tx, userId);
  if (account && isAdminInDoubt(account, deps)) await reclaimAccount(tx, deps, userId);
}

async function createAccount(tx: Transaction, deps: Deps, email: string, profile: OpenIdProfile) {
  await requireOpenSignup(tx, deps.signup);
  await requireEmailAllowed(tx, email);
  const user = await insertUser(tx, { email, passwordHash: null });
  await markOwnershipProven(tx, user.id, deps.adminEmail);
  await tx.insert(identities).values({ provider: PROVIDER, subject: profile.subject, userId: user.id });
  const name = toDisplayName(profile.name ?? "");
  const mailName = email.split("@")[0] ?? "";
  const handles = suggestHandles([profile.name, mailName]);
  await insertCreatorWithFreeHandle(tx, { userId: user.id, displayName: name || mailName }, handles);
  return complete(tx, deps, user.id);
}

/** Returns a name as one line of limited length without invisible characters. */
function toDisplayName(name: string): string {
  const line = name
    .replace(/[\s\p{Cc}\p{Cs}]+/gu, " ")
    .replace(new RegExp(INVISIBLE_CONTROLS, "gu"), "")
    .trim()
    .slice(0, limits.displayName.max);
  // The slice may have cut a surrogate pair.
  return line.replace(/\p{Cs}$/u, "").trim();
}
