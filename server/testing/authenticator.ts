import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";

type Options = {
  challenge: string;
  rp?: { id?: string };
  rpId?: string;
  user?: { id: string };
};
/** Changes that make an otherwise correct response invalid. */
type Changes = {
  origin?: string;
  rpId?: string;
  challenge?: string;
  userVerified?: boolean;
  userPresent?: boolean;
  counter?: number;
  userHandle?: string;
  signature?: Buffer;
};

const sha256 = (value: string | Buffer) => createHash("sha256").update(value).digest();
const UP = 0x01;
const UV = 0x04;
const BE = 0x08;
const BS = 0x10;
const AT = 0x40;

/** Encodes the few forms of CBOR that a credential contains (RFC 8949). */
function cbor(value: unknown): Buffer {
  if (typeof value === "number") return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === "string")
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...(value as Map<unknown, unknown>)];
  return Buffer.concat([head(5, entries.length), ...entries.flat().map(cbor)]);
}

function head(major: number, length: number): Buffer {
  const type = major << 5;
  if (length < 24) return Buffer.of(type | length);
  if (length < 256) return Buffer.of(type | 24, length);
  return Buffer.of(type | 25, length >> 8, length & 255);
}

/**
 * A software security key that signs whatever a test asks for. The library verifies the responses. `isSynced`
 * imitates the passkeys of password managers, whose counter stays 0.
 */
export function createAuthenticator({ origin, isSynced = false }: { origin: string; isSynced?: boolean }) {
  const id = randomBytes(32);
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  let counter = 0;
  let userHandle: string | undefined;

  const authenticatorData = (rpId: string, changes: Changes, more: Buffer[] = []) => {
    const { userVerified = true, userPresent = true } = changes;
    if (!isSynced) counter += 1;
    const flags =
      (userPresent ? UP : 0) |
      (userVerified ? UV : 0) |
      (isSynced ? BE | BS : 0) |
      (more.length > 0 ? AT : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(changes.counter ?? counter);
    return Buffer.concat([sha256(changes.rpId ?? rpId), Buffer.of(flags), count, ...more]);
  };
  const clientData = (type: string, { challenge }: Options, changes: Changes) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: changes.challenge ?? challenge,
        origin: changes.origin ?? origin,
        crossOrigin: false,
      }),
    );
  const named = { id: id.toString("base64url"), rawId: id.toString("base64url"), type: "public-key" };

  return {
    id: named.id,
    create(options: Options, changes: Changes = {}) {
      userHandle = options.user?.id;
      const idLength = Buffer.alloc(2);
      idLength.writeUInt16BE(id.length);
      const data = authenticatorData(options.rp?.id ?? "", changes, [
        Buffer.alloc(16),
        idLength,
        id,
        coseOf(publicKey),
      ]);
      const attestation = new Map<string, unknown>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", data],
      ]);
      return {
        ...named,
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData("webauthn.create", options, changes).toString("base64url"),
          attestationObject: cbor(attestation).toString("base64url"),
          transports: ["internal"],
        },
      };
    },
    get(options: Options, changes: Changes = {}) {
      const data = authenticatorData(options.rpId ?? "", changes);
      const json = clientData("webauthn.get", options, changes);
      const signature =
        changes.signature ??
        createSign("sha256")
          .update(Buffer.concat([data, sha256(json)]))
          .sign(privateKey);
      return {
        ...named,
        clientExtensionResults: {},
        response: {
          clientDataJSON: json.toString("base64url"),
          authenticatorData: data.toString("base64url"),
          signature: signature.toString("base64url"),
          userHandle: changes.userHandle ?? userHandle,
        },
      };
    },
  };
}

/** Encodes a public key of ES256 with P-256 as COSE (RFC 9053). */
function coseOf(key: KeyObject): Buffer {
  const { x = "", y = "" } = key.export({ format: "jwk" });
  return cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, "base64url")],
      [-3, Buffer.from(y, "base64url")],
    ]),
  );
}
