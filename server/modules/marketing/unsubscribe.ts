import { createHash, timingSafeEqual } from "node:crypto";
import type { DeriveToken } from "../../platform/tokens.ts";

export const hashEmail = (address: string): Buffer =>
  createHash("sha256").update(address.toLowerCase()).digest();

/** The sender to unsubscribe from: a creator, or the administrators (null). */
type Sender = { creatorId: number | null };

/**
 * Returns the unsubscribe token of an email: its hash, the sender and a signature. Nothing is stored, so that
 * the link never expires.
 */
export function unsubscribeToken(derive: DeriveToken, { address, creatorId }: { address: string } & Sender) {
  const name = hashEmail(address).toString("base64url");
  const parts = creatorId === null ? [name] : [name, String(creatorId)];
  return [...parts, derive("unsubscribe", ...parts)].join(".");
}

/** Returns the email hash and the sender of a token, or null if the signature is invalid. */
export function readUnsubscribeToken(
  derive: DeriveToken,
  token: string,
): ({ addressHash: Buffer } & Sender) | null {
  const parts = token.split(".");
  const signature = parts.pop() ?? "";
  const [name = "", creator, ...more] = parts;
  if (more.length > 0 || name.length !== 43 || (creator !== undefined && !/^[1-9]\d{0,15}$/.test(creator)))
    return null;
  const expected = Buffer.from(derive("unsubscribe", ...parts));
  const actual = Buffer.from(signature);
  if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) return null;
  return {
    addressHash: Buffer.from(name, "base64url"),
    creatorId: creator === undefined ? null : Number(creator),
  };
}
