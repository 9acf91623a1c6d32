import { boolean, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { bigintColumn, bytea, createdAt, partOfUuid, timestamptz } from "../../platform/database/columns.ts";
import { users } from "../accounts/tables.ts";

/** A WebAuthn credential of a user. */
export const passkeys = pgTable(
  "passkeys",
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: partOfUuid("user_id", () => users.id),
    /** The authenticator's id of the credential, in base64url. */
    credentialId: text("credential_id").notNull(),
    /** The public key in COSE form. */
    publicKey: bytea("public_key").notNull(),
    /** The authenticator's own count of signatures. 0 for synced passkeys. */
    counter: bigintColumn("counter").notNull(),
    transports: text().array().notNull(),
    /** Whether the passkey may be copied to the user's other devices. */
    isSynced: boolean("is_synced").notNull(),
    isBackedUp: boolean("is_backed_up").notNull(),
    /** The model of the authenticator, or zeros if unknown. */
    aaguid: uuid().notNull(),
    /** The host of the passkey. Browsers offer it only there. */
    rpId: text("rp_id").notNull(),
    name: text().notNull(),
    createdAt: createdAt(),
    lastUsedAt: timestamptz("last_used_at"),
  },
  (table) => [
    uniqueIndex("passkeys_credential_id_unique").on(table.credentialId),
    index("passkeys_user_id").on(table.userId),
  ],
);

export type ChallengePurpose = "create" | "sign-in" | "confirm";

/** A challenge for a browser to sign. It works once, within five minutes. */
export const passkeyChallenges = pgTable(
  "passkey_challenges",
  {
    /** The hash of the challenge. */
    challengeHash: bytea("challenge_hash").primaryKey(),
    /** The hash of the requesting browser's cookie. */
    browserHash: bytea("browser_hash").notNull(),
    purpose: text().$type<ChallengePurpose>().notNull(),
    /** Null for a sign-in, whose user is not known yet. */
    userId: uuid("user_id").references(() => users.id, { onDelete: "cascade" }),
    /** Whether the authenticator must verify its user by PIN, fingerprint or face. */
    userVerification: text("user_verification").$type<"required">().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index("passkey_challenges_created_at").on(table.createdAt),
    index("passkey_challenges_user_id").on(table.userId),
  ],
);
