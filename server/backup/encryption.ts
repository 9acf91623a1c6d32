import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from "age-encryption";
import { BackupError } from "./backup-error.ts";

/** Creates a pair of keys in the format of age (https://age-encryption.org/v1). */
export async function createKeyPair(): Promise<{ publicKey: string; privateKey: string }> {
  const privateKey = await generateX25519Identity();
  return { publicKey: await identityToRecipient(privateKey), privateKey };
}

/** Encrypts a stream as a file of age, which `age --decrypt` opens, too. */
export async function encrypt(source: Readable, publicKey: string): Promise<Readable> {
  const age = new Encrypter();
  age.addRecipient(publicKey);
  return fromWeb(await age.encrypt(toWeb(source)));
}

/** Decrypts a stream into a new file that only its owner can read. Removes it on a failure. Writes nothing for a wrong key. */
export async function decryptInto(
  source: Readable,
  { file, privateKey, signal }: { file: string; privateKey: string; signal: AbortSignal },
): Promise<void> {
  const age = new Decrypter();
  age.addIdentity(privateKey);
  const opened = await age.decrypt(toWeb(source)).catch((error: unknown) => {
    source.destroy();
    throw /no identity matched/.test(String(error))
      ? new BackupError(
          "BACKUP_PRIVATE_KEY is not the key of this backup. Use the one that was printed with its public key.",
        )
      : damaged(error);
  });
  const output = createWriteStream(file, { flags: "wx", mode: 0o600 });
  try {
    await pipeline(fromWeb(opened), output, { signal });
  } catch (error) {
    await rm(file, { force: true });
    if (signal.aborted || (error as NodeJS.ErrnoException).code !== undefined) throw error;
    throw damaged(error, output.bytesWritten);
  }
}

const damaged = (error: unknown, bytes = 0) =>
  new BackupError(
    `The encrypted backup is damaged or incomplete after ${bytes} bytes (${error instanceof Error ? error.message : error}). Use another one.`,
  );

const toWeb = (stream: Readable) => Readable.toWeb(stream) as globalThis.ReadableStream<Uint8Array>;
const fromWeb = (stream: globalThis.ReadableStream<Uint8Array>) => Readable.fromWeb(stream as ReadableStream);
