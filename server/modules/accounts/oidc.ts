import { and, eq, sql } from "drizzle-orm";
import { Email, INVISIBLE_CONTROLS } from "../../../contract/rules/fields.ts";
import { limits } from "../../../contract/rules/limits.ts";
import { paths } from "../../../contract/rules/paths.ts";
import type { SignInProvider } from "../../../contract/rules/sign-in-providers.ts";
import { violatedConstraint } from "../../platform/database/errors.ts";
import { inTransaction, type Queries, type Transaction } from "../../platform/database/index.ts";
import { AppError } from "../../platform/http/app-error.ts";
import type { OpenIdProfile } from "../../platform/openid/port.ts";
import { requireEmailAllowed } from "../blocks/index.ts";
import { insertCreatorWithFreeHandle, suggestHandles } from "../creators/index.ts";
import { acceptByRegistering } from "../site-documents/index.ts";
import { applyAdminGroup, lockForGroups } from "./admin-group.ts";
import type { AccountDeps } from "./deps.ts";
import { removeWaysIn } from "./remove-ways-in.ts";
import {
  deleteSessionsOf,
  findUserByEmail,
  hasWayIn,
  insertUser,
  lockUser,
  markOwnershipProven,
  setPassword,
  setReclaimed,
  type UserRow,
} from "./repository.ts";
import { completeSignIn, type SignInResult } from "./sign-in/complete-sign-in.ts";
import type { SignInOrigin } from "./sign-in/request-origin.ts";
import { requireOpenSignup } from "./signup.ts";
import { identities } from "./tables.ts";

type Deps = AccountDeps & { origin: SignInOrigin };
/** A user who returns from a provider, with the provider's data. */
export type Arrival = { provider: SignInProvider; profile: OpenIdProfile };

/**
 * The reason why the user's email is not accepted. `no_email`: the provider sent none. `unstated`: it sent no
 * verified flag.
 */
type Unproven = "no_email" | "unstated" | "unverified";

/**
 * `conflict`: the email's account is linked to another identity of the provider. `domain`: the operator does
 * not admit the email's domain.
 */
export type OidcResult = { result: SignInResult; isNew: boolean } | Unproven | "domain" | "conflict";

/**
 * Signs in a user whom the provider has authenticated. Links an existing account or creates one only if the
 * provider has verified the email.
 */
export async function signInProfile(deps: Deps, arrival: Arrival): Promise<OidcResult> {
  const attempt = () => inTransaction(deps.db, (tx) => signInOnce(tx, deps, arrival));
  // A concurrent sign-in of the same user created the account or the link. The second attempt finds it.
  return attempt().catch((error: unknown) => {
    if (isConcurrentSignIn(error)) return attempt();
    throw error;
  });
}

async function signInOnce(tx: Transaction, deps: Deps, arrival: Arrival): Promise<OidcResult> {
  const email = verifiedEmail(arrival.profile);
  if (!mayUse(deps, arrival.provider, email)) return email ? "domain" : whyUnproven(arrival);
  const admins = await lockForGroups(tx, deps, arrival.provider);
  const found = await findAccount(tx, deps, arrival, email);
  if (typeof found === "string") return found;
  const { userId, isNew } = found;
  if (admins) await applyAdminGroup(tx, deps, { userId, admins, profile: arrival.profile });
  const { provider: method, profile } = arrival;
  const signIn = { userId, method, origin: deps.origin, authentication: profile.authentication };
  return { result: await completeSignIn(tx, deps, signIn), isNew };
}

type Found = { userId: string; isNew: boolean } | Unproven | "conflict";

/**
 * Returns the linked account of the user, otherwise links the account with the same email, otherwise creates one.
 */
async function findAccount(
  tx: Transaction,
  deps: Deps,
  arrival: Arrival,
  email: string | undefined,
): Promise<Found> {
  const linked = await lockLinkedAccount(tx, arrival);
  if (linked) {
    await proveLinkedAccount(tx, deps, { account: linked, email, arrival });
    return { userId: linked.id, isNew: false };
  }
  if (!email) return whyUnproven(arrival);
  const account = await findUserByEmail(tx, email);
  if (account) return linkAccount(tx, deps, account.id, arrival);
  return { userId: await createAccount(tx, deps, email, arrival), isNew: true };
}

/**
 * Returns the verified email. Keeps the part before the @ unchanged, because a name in other characters is
 * another mailbox even if it looks the same.
 */
const verifiedEmail = ({ email, emailVerified }: OpenIdProfile): string | undefined =>
  emailVerified && /^[!-~]+@[^@]+$/.test(email ?? "") ? Email.safeParse(email).data : undefined;

/**
 * Returns the reason why the email is not accepted. Google always sends email and flag, and the HTTP contract
 * fixes its reasons.
 */
function whyUnproven({ provider, profile: { email, emailVerified } }: Arrival): Unproven {
  if (provider === "google") return "unverified";
  if (email === null) return "no_email";
  return emailVerified === null ? "unstated" : "unverified";
}

function mayUse({ oidcAllowedDomains }: Deps, provider: SignInProvider, email: string | undefined): boolean {
  if (provider !== "oidc" || !oidcAllowedDomains) return true;
  return oidcAllowedDomains.includes(email?.split("@").at(-1) ?? "");
}

function isConcurrentSignIn(error: unknown): boolean {
  if (error instanceof AppError) return error.code === "accounts.email_taken";
  return violatedConstraint(error)?.startsWith("identities_") ?? false;
}

/**
 * Returns the issuer's prefix for subjects. After a switch to another provider, the same subject may be
 * another user.
 */
const issuerPrefix = ({ provider, profile: { issuer } }: Arrival) =>
  provider === "oidc" ? `${issuer} ` : "";
const subjectOf = (arrival: Arrival) => issuerPrefix(arrival) + arrival.profile.subject;

export async function findIdentity(db: Queries, arrival: Arrival): Promise<string | undefined> {
  const [row] = await db
    .select({ userId: identities.userId })
    .from(identities)
    .where(and(eq(identities.provider, arrival.provider), eq(identities.subject, subjectOf(arrival))));
  return row?.userId;
}

/**
 * Locks the account of an identity. Returns undefined if a reset or an undo has removed the identity in the
 * meantime.
 */
async function lockLinkedAccount(tx: Transaction, arrival: Arrival): Promise<UserRow | undefined> {
  const userId = await findIdentity(tx, arrival);
  const account = userId && (await lockUser(tx, userId));
  return account && (await findIdentity(tx, arrival)) === userId ? account : undefined;
}

/**
 * Inserts the identity of a user, and deletes one of a former issuer. Returns false if the user has another
 * identity of this issuer.
 */
async function insertIdentity(tx: Transaction, userId: string, arrival: Arrival): Promise<boolean> {
  const { provider } = arrival;
  const own = and(eq(identities.userId, userId), eq(identities.provider, provider));
  const isOfIssuer = sql`starts_with(${identities.subject}, ${issuerPrefix(arrival)})`;
  if ((await tx.$count(identities, and(own, isOfIssuer))) > 0) return false;
  await tx.delete(identities).where(own);
  await tx.insert(identities).values({ provider, subject: subjectOf(arrival), userId });
  return true;
}

async function linkAccount(tx: Transaction, deps: Deps, userId: string, arrival: Arrival): Promise<Found> {
  const { provider } = arrival;
  const account = await lockUser(tx, userId);
  if (!account) throw new Error("account was deleted");
  // A concurrent sign-in of the same user may have linked the account in the meantime.
  if ((await findIdentity(tx, arrival)) === userId) return { userId, isNew: false };
  // A provider may assign an email to a second user, who must not get the first one's account.
  if (!(await insertIdentity(tx, userId, arrival))) return "conflict";
  if (!account.ownershipProvenAt) await reclaimAccount(tx, deps, account, arrival);
  await deps.mails.enqueueEmail(tx, {
    to: account.email,
    mail: {
      mail: "account-linked",
      provider: provider === "google" ? "Google" : deps.oidcName,
      at: deps.clock.now().toISOString(),
      links: { main: { to: "page", path: paths.auth() } },
    },
    cause: `linked ${provider} ${subjectOf(arrival)}`,
  });
  return { userId, isNew: false };
}

/**
 * Gives an account to the owner of its email, because nobody proved the ownership before. Removes its
 * password, sessions and everything else that a stranger may have prepared.
 */
async function reclaimAccount(
  tx: Transaction,
  deps: Deps,
  account: UserRow,
  arrival: Arrival,
): Promise<void> {
  const { id: userId } = account;
  if (await hasWayIn(tx, account)) await setReclaimed(tx, userId);
  await setPassword(tx, userId, null);
  await deleteSessionsOf(tx, userId);
  const kept = { provider: arrival.provider, subject: subjectOf(arrival) };
  await removeWaysIn(tx, deps, { userId, kept });
  await markOwnershipProven(tx, userId, deps.adminEmail);
}

/** Returns whether the account has the administrator's email but its ownership is not proven. */
const isAdminInDoubt = (account: UserRow, { adminEmail }: Deps): boolean =>
  account.email === adminEmail && !account.ownershipProvenAt && !account.isAdmin;

/** Transfers an account to the email's owner if it was linked before its email became ADMIN_EMAIL. */
async function proveLinkedAccount(
  tx: Transaction,
  deps: Deps,
  { account, email, arrival }: { account: UserRow; email: string | undefined; arrival: Arrival },
) {
  const isNamedAdmin = email !== undefined && email === deps.adminEmail;
  if (isNamedAdmin && isAdminInDoubt(account, deps)) await reclaimAccount(tx, deps, account, arrival);
}

async function createAccount(tx: Transaction, deps: Deps, email: string, arrival: Arrival) {
  const { profile } = arrival;
  await requireOpenSignup(tx, deps.signup);
  await requireEmailAllowed(tx, email);
  const user = await insertUser(tx, { email, passwordHash: null });
  await markOwnershipProven(tx, user.id, deps.adminEmail);
  await insertIdentity(tx, user.id, arrival);
  await acceptByRegistering(tx, deps, user.id);
  const name = toDisplayName(profile.name ?? "");
  const mailName = email.split("@")[0] ?? "";
  const handles = suggestHandles([profile.name, mailName]);
  await insertCreatorWithFreeHandle(tx, { userId: user.id, displayName: name || mailName }, handles);
  return user.id;
}

/** Returns a name on one line of limited length, without invisible characters. */
function toDisplayName(name: string): string {
  const line = name
    .replace(/[\s\p{Cc}\p{Cs}]+/gu, " ")
    .replace(new RegExp(INVISIBLE_CONTROLS, "gu"), "")
    .trim()
    .slice(0, limits.displayName.max);
  // The cut may split a surrogate pair.
  return line.replace(/\p{Cs}$/u, "").trim();
}
