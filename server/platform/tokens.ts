import { createHash, createHmac, hkdfSync, randomBytes } from "node:crypto";

/** 256 random bits, safe in an address. */
export function randomToken(): string {
  return randomBytes(32).toString("base64url");
}

/** What is kept of a token: enough to recognise it, useless to whoever reads it. */
export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

export type DeriveToken = (purpose: string, ...parts: (string | number)[]) => string;

/** Tokens that can be made again from what they stand for, so that they are the same for each request while only a hash is stored (HMAC-SHA-256, key by HKDF, RFC 5869). */
export function createTokenDeriver(secret: string): DeriveToken {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "tessera derived tokens", 32));
  return (purpose, ...parts) =>
    createHmac("sha256", key)
      .update(JSON.stringify([purpose, ...parts]))
      .digest("base64url");
}
