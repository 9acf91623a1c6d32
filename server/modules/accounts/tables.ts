import { sql } from "drizzle-orm";
import { boolean, index, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { SignInMethod, SignInOutcome, UsedSecondFactor } from "../../../contract/api/sign-in-methods.ts";
import type { SignInProvider } from "../../../contract/rules/sign-in-providers.ts";
import { bytea, createdAt, identity, partOfUuid, timestamptz } from "../../platform/database/columns.ts";

/** The purpose of an emailed link, or of a sign-in link that the operator prints. */
export type TokenPurpose = "verify" | "reset" | "invite" | "undo-deletion" | "sign-in";

export const users = pgTable(
  "users",
  {
    id: uuid().primaryKey().defaultRandom(),
    /** The email in lower case. */
    email: text().notNull(),
    /** The argon2id hash, or null for a user who signs in only with an OpenID provider. */
    passwordHash: text("password_hash"),
    emailVerifiedAt: timestamptz("email_verified_at"),
    /**
     * The time when the user proved to own the email. A verified email alone proves only that its owner
     * opened a link.
     */
    ownershipProvenAt: timestamptz("email_proven_at"),
    /**
     * The time when the email's owner took the account over from a stranger who had registered it. Null once
     * the owner has chosen what happens to its contents, and for other accounts.
     */
    reclaimedAt: timestamptz("reclaimed_at"),
    isAdmin: boolean("is_admin").notNull().default(false),
    /** The time of the deletion that the user has requested, or null. */
    deletionAt: timestamptz("deletion_at"),
    /** The language of the console, or null if the browser chooses. */
    language: text(),
    /** The language of the console in the browser of the last sign-in, for emails to a user without a choice. */
    browserLanguage: text("browser_language"),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("users_email_unique").on(sql`lower(${table.email})`),
    index("users_created_at").on(table.createdAt),
  ],
);

/** A signed-in browser. Only the SHA-256 of its token is stored. */
export const sessions = pgTable(
  "sessions",
  {
    tokenHash: bytea("token_hash").primaryKey(),
    /** Identifies the session in lists. Cannot be used to sign in. */
    id: uuid().notNull().defaultRandom(),
    userId: partOfUuid("user_id", () => users.id),
    createdAt: createdAt(),
    lastSeenAt: timestamptz("last_seen_at").notNull().defaultNow(),
    method: text().$type<SignInMethod>().notNull(),
    device: text(),
    country: text(),
    /** The time when the user gave a second factor in this session, or null. */
    secondFactorAt: timestamptz("second_factor_at"),
    /** The time when the user last confirmed their identity in this session, or null. */
    confirmedAt: timestamptz("confirmed_at"),
    /** The time when the passkey or app of that confirmation was added, or null for other ways. */
    proofSince: timestamptz("proof_since"),
  },
  (table) => [
    uniqueIndex("sessions_id_unique").on(table.id),
    index("sessions_user_id").on(table.userId),
    index("sessions_last_seen_at").on(table.lastSeenAt),
  ],
);

/** A sign-in or a failed attempt, shown to its user for 90 days. */
export const signIns = pgTable(
  "sign_ins",
  {
    id: identity(),
    userId: partOfUuid("user_id", () => users.id),
    at: timestamptz("at").notNull().defaultNow(),
    method: text().$type<SignInMethod>().notNull(),
    outcome: text().$type<SignInOutcome>().notNull(),
    secondFactor: text("second_factor").$type<UsedSecondFactor>(),
    device: text(),
    country: text(),
    /** The client's network: the first 24 bits of an IPv4 address, or the first 48 of an IPv6 address. */
    network: text(),
  },
  (table) => [index("sign_ins_user_id_at").on(table.userId, table.at), index("sign_ins_at").on(table.at)],
);

/** An emailed link that works once. The token is derived from the id. Only its SHA-256 is stored. */
export const oneTimeTokens = pgTable(
  "one_time_tokens",
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: partOfUuid("user_id", () => users.id),
    purpose: text().$type<TokenPurpose>().notNull(),
    tokenHash: bytea("token_hash").notNull(),
    createdAt: createdAt(),
    expiresAt: timestamptz("expires_at").notNull(),
    usedAt: timestamptz("used_at"),
  },
  (table) => [
    uniqueIndex("one_time_tokens_token_hash_unique").on(table.tokenHash),
    index("one_time_tokens_user_id").on(table.userId),
    index("one_time_tokens_expires_at").on(table.expiresAt),
  ],
);

/**
 * A change of an account's email: requested, then confirmed at the new email, and possibly undone from the
 * old one. Tokens are derived from the id. Only their SHA-256 is stored.
 */
export const emailChanges = pgTable(
  "email_changes",
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: partOfUuid("user_id", () => users.id),
    /** The former email. Both emails are in lower case. */
    oldEmail: text("old_email").notNull(),
    newEmail: text("new_email").notNull(),
    confirmHash: bytea("confirm_hash").notNull(),
    undoHash: bytea("undo_hash").notNull(),
    requestedAt: timestamptz("requested_at").notNull().defaultNow(),
    /** If the change is undone, everything added to the account since this time is removed, too. */
    undoesSince: timestamptz("undoes_since").notNull(),
    confirmedAt: timestamptz("confirmed_at"),
    /**
     * The time until which the old email can undo the change. Until then no other account can use the old email. Null
     * if the change cannot be undone.
     */
    undoUntil: timestamptz("undo_until"),
    /** The time when the change was undone, replaced or withdrawn. */
    endedAt: timestamptz("ended_at"),
  },
  (table) => [
    uniqueIndex("email_changes_confirm_hash_unique").on(table.confirmHash),
    uniqueIndex("email_changes_undo_hash_unique").on(table.undoHash),
    index("email_changes_user_id").on(table.userId),
    index("email_changes_old_email").on(table.oldEmail),
    index("email_changes_requested_at").on(table.requestedAt),
  ],
);

/** A user's identity at an OpenID provider. Sign-ins are matched by provider and subject only, because emails and names may change. */
export const identities = pgTable(
  "identities",
  {
    provider: text().$type<SignInProvider>().notNull(),
    /** The provider's id of the user. With the operator's own provider, the issuer precedes it. */
    subject: text().notNull(),
    userId: partOfUuid("user_id", () => users.id),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.subject] }),
    // An account has one identity per provider. Another subject with the same email is another user
    // there.
    uniqueIndex("identities_user_id_provider_unique").on(table.userId, table.provider),
  ],
);

/**
 * A sign-in that was started at the OpenID provider. State, nonce and PKCE verifier are derived from the id.
 */
export const signInAttempts = pgTable(
  "sign_in_attempts",
  {
    id: uuid().primaryKey(),
    /** The hash of the cookie of the browser that started it. */
    browserHash: bytea("browser_hash").notNull(),
    redirect: text().notNull(),
    provider: text().$type<SignInProvider>().notNull().default("google"),
    /** The session whose user confirms their identity, or null for a sign-in. */
    sessionId: uuid("session_id"),
    createdAt: createdAt(),
  },
  (table) => [index("sign_in_attempts_created_at").on(table.createdAt)],
);
