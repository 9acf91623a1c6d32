import { createHash, createHmac, hkdfSync, randomBytes } from "node:crypto";

/** Returns 256 random bits as URL-safe text. */
export function randomToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Returns the hash of a token to store: it identifies the token without revealing it. */
export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

export type DeriveToken = (purpose: string, ...parts: (string | number)[]) => string;

/** Creates a function that derives tokens from their purpose and subject. They can be derived again, so that only a hash is stored (HMAC-SHA-256, key by HKDF, RFC 5869). */
export function createTokenDeriver(secret: string): DeriveToken {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "tessera derived tokens", 32));
  return (purpose, ...parts) =>
    createHmac("sha256", key)
      .update(JSON.stringify([purpose, ...parts]))
      .digest("base64url");
}
