import { createHash, timingSafeEqual } from "node:crypto";
import type { DeriveToken } from "../../platform/tokens.ts";

/** Returns the hash of an email for the suppression list. */
export function hashAddress(address: string): Buffer {
  return createHash("sha256").update(address.toLowerCase()).digest();
}

/** Returns the unsubscribe token of an email: its hash and a signature, so that nothing is stored and the link never expires. */
export function unsubscribeToken(derive: DeriveToken, address: string): string {
  const name = hashAddress(address).toString("base64url");
  return `${name}.${derive("unsubscribe", name)}`;
}

/** Returns the email hash of a token; null when the signature is invalid. */
export function readUnsubscribeToken(derive: DeriveToken, token: string): Buffer | null {
  const [name = "", signature = "", ...more] = token.split(".");
  if (more.length > 0 || name.length !== 43) return null;
  const expected = Buffer.from(derive("unsubscribe", name));
  const given = Buffer.from(signature);
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) return null;
  return Buffer.from(name, "base64url");
}
