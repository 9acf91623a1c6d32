import { randomInt } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { Queries, Transaction } from "../../platform/database/index.ts";
import { hashToken } from "../../platform/tokens.ts";
import { recoveryCodes } from "./tables.ts";

const CODES = 10;
/** The characters of a code: Crockford's base 32, without ambiguous letters. Sixteen characters have 80 bits. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH = 16;

/** Normalizes a typed code, so that look-alike characters have the same hash. */
const normalize = (code: string): string => code.toUpperCase().replace(/O/g, "0").replace(/[IL]/g, "1");

const newCode = () => Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");

/** Replaces a user's codes. Returns the new ones in groups of four. */
export async function replaceRecoveryCodes(tx: Transaction, userId: string): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newCode);
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ userId, codeHash: hashToken(code) })));
  return codes.map((code) => code.replace(/(.{4})(?=.)/g, "$1-"));
}

/** Consumes a code. Returns false for an unknown or used one. Of concurrent requests, one receives true. */
export async function consumeRecoveryCode(
  tx: Transaction,
  { userId, code }: { userId: string; code: string },
): Promise<boolean> {
  const rows = await tx
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, hashToken(normalize(code)))))
    .returning({ userId: recoveryCodes.userId });
  return rows.length > 0;
}

export const countRecoveryCodes = (db: Queries, userId: string): Promise<number> =>
  db.$count(recoveryCodes, eq(recoveryCodes.userId, userId));
