import { randomUUID } from "node:crypto";
import { and, eq, lt, sql } from "drizzle-orm";
import { Email, INVISIBLE_CONTROLS } from "../../../contract/fields.ts";
import { limits } from "../../../contract/limits.ts";
import { paths } from "../../../contract/paths.ts";
import { violatedConstraint } from "../../platform/database/errors.ts";
import { inTransaction, type Queries, type Transaction } from "../../platform/database/index.ts";
import { AppError } from "../../platform/http/app-error.ts";
import type { OpenIdProfile, OpenIdSecrets } from "../../platform/openid/port.ts";
import { hashToken, randomToken } from "../../platform/tokens.ts";
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
import { startSession } from "./service.ts";
import { requireOpenSignup } from "./signup.ts";
import { identities, signInAttempts } from "./tables.ts";

export const ATTEMPT_MINUTES = 10;
const PROVIDER = "google";

type Deps = Pick<AccountDeps, "db" | "derive" | "mails" | "adminEmail" | "signup">;

/** A person leaves for the provider. `browserToken` belongs in a cookie of this browser. */
export async function createAuthRequest(
  { db, derive }: Pick<Deps, "db" | "derive">,
  redirect: string,
): Promise<{ secrets: OpenIdSecrets; browserToken: string }> {
  const id = randomUUID();
  const browserToken = randomToken();
  await db.delete(signInAttempts).where(lt(signInAttempts.createdAt, oldest));
  await db.insert(signInAttempts).values({ id, browserHash: hashToken(browserToken), redirect });
  return { secrets: secretsOf(derive, id), browserToken };
}

/** A person comes back: the attempt that this browser began, once; undefined for anything else. `late`: after more than ten minutes. */
export async function consumeAuthRequest(
  { db, derive }: Pick<Deps, "db" | "derive">,
  { state, browserToken }: { state: string; browserToken: string },
): Promise<{ secrets: OpenIdSecrets; redirect: string; late: boolean } | undefined> {
  const id = state.split(".")[0] ?? "";
  if (!/^[0-9a-f-]{36}$/.test(id) || secretsOf(derive, id).state !== state) return undefined;
  const [row] = await db
    .delete(signInAttempts)
    .where(and(eq(signInAttempts.id, id), eq(signInAttempts.browserHash, hashToken(browserToken))))
    .returning({
      redirect: signInAttempts.redirect,
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
export type SignInResult = { sessionToken: string; isNew: boolean } | "unverified" | "conflict";

/** Signs in whom the provider vouches for. An account is joined, and a new one made, only for a mail address that the provider has verified. */
export async function signInProfile(deps: Deps, person: OpenIdProfile): Promise<SignInResult> {
  const arrive = () => inTransaction(deps.db, (tx) => arriveOnce(tx, deps, person));
  // Another window of the same person was quicker: what it made is found now.
  return arrive().catch((error: unknown) => {
    if (wasOvertaken(error)) return arrive();
    throw error;
  });
}

async function arriveOnce(tx: Transaction, deps: Deps, person: OpenIdProfile): Promise<SignInResult> {
  const known = await findIdentity(tx, person.subject);
  if (known) {
    await proveKnown(tx, deps, known, person);
    return { sessionToken: await startSession(tx, known), isNew: false };
  }
  const email = Email.safeParse(person.email);
  if (!email.success || !person.emailVerified) return "unverified";
  const account = await findUserByEmail(tx, email.data);
  if (account) return linkAccount(tx, deps, account.id, person);
  return { sessionToken: await makeAccount(tx, deps, email.data, person), isNew: true };
}

function wasOvertaken(error: unknown): boolean {
  if (error instanceof AppError) return error.code === "accounts.email_taken";
  return violatedConstraint(error)?.startsWith("identities_") ?? false;
}

async function findIdentity(db: Queries, subject: string): Promise<string | undefined> {
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
  person: OpenIdProfile,
): Promise<SignInResult> {
  const account = await lockUser(tx, userId);
  if (!account) throw new Error("the account went away");
  // A provider may assign an email to another user; that user must not get the first one's account.
  if (await hasIdentity(tx, userId)) return "conflict";
  await tx.insert(identities).values({ provider: PROVIDER, subject: person.subject, userId });
  if (!account.emailVerifiedAt || isAdminInDoubt(account, deps)) await reclaimAccount(tx, deps, userId);
  await deps.mails.enqueueEmail(tx, {
    to: account.email,
    mail: {
      mail: "account-linked",
      provider: "Google",
      at: new Date().toISOString(),
      links: { main: { to: "page", path: paths.auth() } },
    },
    cause: `linked ${PROVIDER} ${person.subject}`,
  });
  return { sessionToken: await startSession(tx, userId), isNew: false };
}

/** Whoever made this account never showed that the address is theirs; now its owner has. What the other one held ends. */
async function reclaimAccount(tx: Transaction, deps: Deps, userId: string): Promise<void> {
  await setPassword(tx, userId, null);
  await deleteSessionsOf(tx, userId);
  await revokeTokens(tx, { userId, purpose: "verify" });
  await revokeTokens(tx, { userId, purpose: "reset" });
  await markOwnershipProven(tx, userId, deps.adminEmail);
}

/** Whether only this sign-in stands between somebody who may not own the address and an administrator's rights. */
function isAdminInDoubt(account: UserRow, { adminEmail }: Deps): boolean {
  return account.email === adminEmail && !account.ownershipProvenAt && !account.isAdmin;
}

/** Somebody who was joined to an account before its address was named the administrator's. */
async function proveKnown(tx: Transaction, deps: Deps, userId: string, person: OpenIdProfile): Promise<void> {
  if (!person.emailVerified || Email.safeParse(person.email).data !== deps.adminEmail) return;
  const account = await lockUser(tx, userId);
  if (account && isAdminInDoubt(account, deps)) await reclaimAccount(tx, deps, userId);
}

async function makeAccount(tx: Transaction, deps: Deps, email: string, person: OpenIdProfile) {
  await requireOpenSignup(tx, deps.signup);
  const user = await insertUser(tx, { email, passwordHash: null });
  await markOwnershipProven(tx, user.id, deps.adminEmail);
  await tx.insert(identities).values({ provider: PROVIDER, subject: person.subject, userId: user.id });
  const name = toDisplayName(person.name ?? "");
  const mailName = email.split("@")[0] ?? "";
  const handles = suggestHandles([person.name, mailName]);
  await insertCreatorWithFreeHandle(tx, { userId: user.id, displayName: name || mailName }, handles);
  return startSession(tx, user.id);
}

/** A name as a page shows it: on one line, not too long, nothing invisible. */
function toDisplayName(name: string): string {
  const line = name
    .replace(/[\s\p{Cc}\p{Cs}]+/gu, " ")
    .replace(new RegExp(INVISIBLE_CONTROLS, "gu"), "")
    .trim()
    .slice(0, limits.displayName.max);
  // The cut may have gone through the middle of a character.
  return line.replace(/\p{Cs}$/u, "").trim();
}
