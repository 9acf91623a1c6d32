import { createHash, timingSafeEqual } from "node:crypto";
import type { DeriveToken } from "../../platform/tokens.ts";

/** What is kept of an address that is not to be written to. */
export function hashAddress(address: string): Buffer {
  return createHash("sha256").update(address.toLowerCase()).digest();
}

/** The token of an address's way out: the hash of the address and our seal on it, so that nothing is kept and the link works for ever. */
export function unsubscribeToken(derive: DeriveToken, address: string): string {
  const name = hashAddress(address).toString("base64url");
  return `${name}.${derive("unsubscribe", name)}`;
}

/** The hash of the address that a token is for; null when we did not make it. */
export function readUnsubscribeToken(derive: DeriveToken, token: string): Buffer | null {
  const [name = "", signature = "", ...more] = token.split(".");
  if (more.length > 0 || name.length !== 43) return null;
  const expected = Buffer.from(derive("unsubscribe", name));
  const given = Buffer.from(signature);
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) return null;
  return Buffer.from(name, "base64url");
}
