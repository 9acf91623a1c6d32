import { index, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { SignInMethod } from "../../../contract/api/sign-in-methods.ts";
import {
  bigintColumn,
  bytea,
  createdAt,
  identity,
  partOfUuid,
  timestamptz,
} from "../../platform/database/columns.ts";
import { users } from "../accounts/tables.ts";

const userId = () => partOfUuid("user_id", () => users.id);

/** The authenticator app of a user. */
export const secondFactors = pgTable("second_factors", {
  userId: userId().primaryKey(),
  /** The secret that the app shares, sealed. */
  sealedSecret: bytea("sealed_secret").notNull(),
  /** The last accepted time step of 30 seconds. Its code and earlier ones are rejected. */
  lastStep: bigintColumn("last_step").notNull().default(0),
  createdAt: createdAt(),
  /** Null until the user has entered the first code. Until then, sign-ins ask for no code. */
  enabledAt: timestamptz("enabled_at"),
});

/**
 * A past period in which a user's authenticator app was on. Kept as long as a change of the email can be
 * undone.
 */
export const endedSecondFactors = pgTable(
  "ended_second_factors",
  {
    id: identity(),
    userId: userId(),
    enabledAt: timestamptz("enabled_at").notNull(),
    endedAt: timestamptz("ended_at").notNull().defaultNow(),
  },
  (table) => [
    index("ended_second_factors_user_id").on(table.userId),
    index("ended_second_factors_ended_at").on(table.endedAt),
  ],
);

/** The hashes of a user's unused recovery codes. */
export const recoveryCodes = pgTable(
  "recovery_codes",
  { userId: userId(), codeHash: bytea("code_hash").notNull() },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
);

/** A sign-in that waits for its second factor, for up to ten minutes. */
export const pendingSignIns = pgTable(
  "pending_sign_ins",
  {
    /** The hash of the signing-in browser's cookie. */
    tokenHash: bytea("token_hash").primaryKey(),
    userId: userId(),
    method: text().$type<SignInMethod>().notNull(),
    /** The hash of the password's hash. A new password ends the sign-in. */
    passwordState: bytea("password_state").notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index("pending_sign_ins_user_id").on(table.userId),
    index("pending_sign_ins_created_at").on(table.createdAt),
  ],
);

/** A removal of a second factor, requested by an administrator. It takes effect later. */
export const secondFactorRemovals = pgTable(
  "second_factor_removals",
  {
    userId: userId().primaryKey(),
    id: uuid().notNull().defaultRandom(),
    /** The administrator, who may have been deleted since. */
    actorId: uuid("actor_id").notNull(),
    /** The hash of the emailed token, with which the user stops the removal. */
    tokenHash: bytea("token_hash").notNull(),
    dueAt: timestamptz("due_at").notNull(),
  },
  (table) => [uniqueIndex("second_factor_removals_token_hash_unique").on(table.tokenHash)],
);
