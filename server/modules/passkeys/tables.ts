import { boolean, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { bigintColumn, bytea, createdAt, partOfUuid, timestamptz } from "../../platform/database/columns.ts";
import { users } from "../accounts/tables.ts";

/** A WebAuthn credential of a user. */
export const passkeys = pgTable(
  "passkeys",
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: partOfUuid("user_id", () => users.id),
    /** As the authenticator chose it, in base64url. */
    credentialId: text("credential_id").notNull(),
    /** In COSE form. */
    publicKey: bytea("public_key").notNull(),
    /** How often the authenticator says that it has signed; 0 for synced passkeys. */
    counter: bigintColumn("counter").notNull(),
    transports: text().array().notNull(),
    /** May be copied to other devices of the user. */
    isSynced: boolean("is_synced").notNull(),
    isBackedUp: boolean("is_backed_up").notNull(),
    /** The model of the authenticator; zeros when it does not say. */
    aaguid: uuid().notNull(),
    /** The host that it was made for. Browsers offer it there alone. */
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

/** A challenge that a browser is signing; it works once, for five minutes. */
export const passkeyChallenges = pgTable(
  "passkey_challenges",
  {
    /** The hash of the challenge. */
    challengeHash: bytea("challenge_hash").primaryKey(),
    /** The hash of the cookie of the browser that asked for it. */
    browserHash: bytea("browser_hash").notNull(),
    purpose: text().$type<ChallengePurpose>().notNull(),
    /** Null for a sign-in, which does not know its user before. */
    userId: uuid("user_id").references(() => users.id, { onDelete: "cascade" }),
    /** The requirement for the authenticator: to verify its user by a PIN, a finger or a face. */
    userVerification: text("user_verification").$type<"required">().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index("passkey_challenges_created_at").on(table.createdAt),
    index("passkey_challenges_user_id").on(table.userId),
  ],
);
