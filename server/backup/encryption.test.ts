import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { makeTestFolder } from "../testing/temporary-folder.ts";
import { createKeyPair, decryptInto, encrypt } from "./encryption.ts";

/** More than two chunks of 64 KB, which age encrypts one by one. */
const PLAIN = Buffer.from("creators and their orders ".repeat(8_000));
const keys = await createKeyPair();
const signal = new AbortController().signal;

async function decrypted(bytes: Buffer, privateKey = keys.privateKey) {
  const folder = await makeTestFolder();
  const file = join(folder, "plain.tar");
  const failure = await decryptInto(Readable.from([bytes]), { file, privateKey, signal }).then(
    () => null,
    (error: Error) => error.message,
  );
  return { file, failure, files: await readdir(folder) };
}

const encrypted = async () => buffer(await encrypt(Readable.from([PLAIN]), keys.publicKey));

test("encrypts a stream so that only the private key opens it", async () => {
  const bytes = await encrypted();
  expect(bytes.subarray(0, 21).toString()).toBe("age-encryption.org/v1");
  expect(bytes.includes("creators")).toBe(false);
  const { file, failure } = await decrypted(bytes);
  expect(failure).toBeNull();
  expect((await readFile(file)).equals(PLAIN)).toBe(true);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test("names a wrong key, and writes nothing", async () => {
  const other = await createKeyPair();
  expect(await decrypted(await encrypted(), other.privateKey)).toMatchObject({
    failure: expect.stringContaining("BACKUP_PRIVATE_KEY is not the key of this backup."),
    files: [],
  });
});

function withChangedByte(bytes: Buffer): Buffer {
  bytes.writeUInt8(bytes.readUInt8(100_000) ^ 1, 100_000);
  return bytes;
}

test.each([
  ["with one changed byte", withChangedByte],
  ["that was cut", (bytes: Buffer) => bytes.subarray(0, 150_000)],
  [
    "without its last chunk",
    (bytes: Buffer) => bytes.subarray(0, bytes.length - (bytes.length % 65_536) + 200),
  ],
  ["without a chunk", (bytes: Buffer) => Buffer.concat([bytes.subarray(0, 66_000), bytes.subarray(131_552)])],
  ["that is no encrypted file", () => Buffer.from("x".repeat(300))],
])("rejects a backup %s, and leaves no file", async (_case, change) => {
  expect(await decrypted(change(await encrypted()))).toMatchObject({
    failure: expect.stringMatching(/^The encrypted backup is damaged or incomplete after \d+ bytes/),
    files: [],
  });
});
