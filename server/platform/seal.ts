import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/** The context of sealed bytes, such as a purpose and the id of a row: in another context they cannot be opened. */
type Place = readonly [purpose: string, ...parts: string[]];

/** Encrypts small secrets that the product must be able to read again, so that the database alone does not reveal them. */
export type Sealer = {
  seal(plain: Uint8Array, ...place: Place): Buffer;
  /** Returns undefined for bytes that were changed, that belong elsewhere, or that were sealed with another APP_SECRET. */
  open(sealed: Uint8Array, ...place: Place): Buffer | undefined;
};

/** The first byte, so that another algorithm can follow. */
const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Creates a sealer whose key is derived from the secret (AES-256-GCM, key by HKDF, RFC 5869). */
export function createSealer(secret: string): Sealer {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "tessera sealed values", 32));
  const nameOf = (place: Place) => Buffer.from(JSON.stringify([VERSION, ...place]));
  return {
    seal(plain, ...place) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(nameOf(place));
      const text = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), text]);
    },
    open(sealed, ...place) {
      if (sealed[0] !== VERSION || sealed.length < 1 + NONCE_BYTES + TAG_BYTES) return undefined;
      const nonce = sealed.subarray(1, 1 + NONCE_BYTES);
      const tag = sealed.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES);
      const text = sealed.subarray(1 + NONCE_BYTES + TAG_BYTES);
      const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(nameOf(place)).setAuthTag(tag);
      try {
        return Buffer.concat([decipher.update(text), decipher.final()]);
      } catch {
        return undefined;
      }
    },
  };
}
