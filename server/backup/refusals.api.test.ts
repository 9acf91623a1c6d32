import { copyFile, cp, open, readdir, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { packTar } from "modern-tar";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addFile } from "../testing/factories.ts";
import {
  addImage,
  ask,
  borrowInstallation,
  createArchiveFolder,
  createInstallation,
  describeDatabase,
  describeUploads,
  type Installation,
  openSite,
  restore,
  save,
} from "./backup.test-kit.ts";
import { HEADER, UPLOADS } from "./format.ts";
import { readArchive } from "./read-archive.ts";
import { writeArchive } from "./write-archive.ts";

const BYTES = "some bytes that nobody else has";
const archive = createArchiveFolder();
const whole = () => archive("whole.tar");
let source: Installation;
let target: Installation;

beforeAll(async () => {
  source = await createInstallation();
  const site = await openSite(source, { jobs: "database" });
  const user = await site.signUp();
  for (const bytes of [BYTES, "bytes of another file"]) await addFile(site, user, bytes);
  await addImage(site, user);
  await site.close();
  await save(source, whole());
});
afterAll(() => source.remove());
beforeEach(async () => {
  target = await borrowInstallation();
});

/** Expects that the target has no other table, schema or upload than before. */
async function expectNothing(place: Installation, uploads: object = {}): Promise<void> {
  const schemas =
    "select nspname from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'";
  expect(await ask(place.url, schemas)).toEqual(["public"]);
  const tables = "select relname from pg_class where relnamespace = 'public'::regnamespace";
  expect(await ask(place.url, tables)).toEqual([]);
  expect(await describeUploads(place)).toEqual(uploads);
}

/** Writes a changed copy of the complete backup. */
async function altered(name: string, change: (file: string) => Promise<void>): Promise<string> {
  const file = archive(name);
  await copyFile(whole(), file);
  await change(file);
  return file;
}
const flipBitAt = (place: number) => async (file: string) => {
  const handle = await open(file, "r+");
  const { buffer: byte } = await handle.read(Buffer.alloc(1), 0, 1, place);
  byte.writeUInt8(byte.readUInt8(0) ^ 1);
  await handle.write(byte, 0, 1, place);
  await handle.close();
};
const archiveOf = (name: string, body: string) => async (file: string) =>
  writeFile(file, await packTar([{ header: { name, size: body.length }, body }]));

test("rejects an incomplete or invalid backup before anything is written", async () => {
  const bytes = await readFile(whole());
  const { size } = await stat(whole());
  const cases: [change: (file: string) => Promise<void>, said: RegExp][] = [
    [(file) => writeFile(file, "Dear diary"), /is not a backup of Tessera/],
    [(file) => truncate(file, 0), /is not a backup of Tessera/],
    [archiveOf("readme.txt", "Hello"), /is not a backup of Tessera/],
    [archiveOf(HEADER, '{"product":"Tessera","format":2}'), /was made by a newer release/],
    [archiveOf(HEADER, '{"product":"Tessera","format":1}'), /is damaged or was cut off/],
    [(file) => truncate(file, Math.floor(size / 2)), /is damaged or was cut off/],
    [(file) => truncate(file, bytes.indexOf("end.json")), /is damaged or was cut off/],
    [(file) => truncate(file, size - 1024), /is damaged or was cut off/],
    [flipBitAt(bytes.indexOf(BYTES)), /its checksum does not match/],
    [flipBitAt(bytes.indexOf("database/public.users/") + 520), /its checksum does not match/],
  ];
  for (const [index, [change, said]] of cases.entries()) {
    await expect(restore(target, await altered(`case-${index}.tar`, change)), String(said)).rejects.toThrow(
      said,
    );
  }
  await expect(restore(target, archive("nowhere.tar"))).rejects.toThrow(/^There is no file/);
  await expect(restore(target, archive())).rejects.toThrow(/is not a file/);
  await expectNothing(target);
  expect(await readdir(target.folder)).toEqual([]);
});

test("rejects a backup of a later release or with another secret", async () => {
  await ask(source.url, "insert into schema_migrations (name, hash) values ('9999_later.sql', 'x')");
  const later = archive("later.tar");
  await save(source, later);
  await ask(source.url, "delete from schema_migrations where name = '9999_later.sql'");
  await expect(restore(target, later)).rejects.toThrow(
    "newer than this release: it holds migration 9999_later.sql",
  );
  const config = { ...target.config, appSecret: "another secret of which nobody heard" };
  await expect(restore({ config }, whole())).rejects.toThrow(/^APP_SECRET is not the secret of this backup/);
  await expectNothing(target);
});

test("rejects a non-empty target and leaves it unchanged", async () => {
  const before = [await describeDatabase(source.url), await describeUploads(source)];
  await expect(restore(source, whole())).rejects.toThrow(
    "The database of DATABASE_URL is not empty: it holds an installation of Tessera.",
  );
  expect([await describeDatabase(source.url), await describeUploads(source)]).toEqual(before);
  await ask(target.url, "create table ledger (entry text)");
  await expect(restore(target, whole())).rejects.toThrow(/is not empty: it holds public\.ledger\./);
});

test("leaves only the former storage after a failed restore, which succeeds once its cause is resolved", async () => {
  const digital = ({ folder }: Installation) => join(folder, "uploads", "digital");
  const [earlier = ""] = await readdir(digital(source));
  await cp(join(digital(source), earlier), join(digital(target), earlier));
  const before = await describeUploads(target);
  // A file in place of the folder of images, which are written after the database and the other digital file.
  const obstacle = join(target.folder, "uploads", "images");
  await writeFile(obstacle, "in the way");
  await expect(restore(target, whole())).rejects.toThrow(/ENOTDIR|EEXIST/);
  await rm(obstacle);
  await expectNothing(target, before);
  await restore(target, whole());
  expect(await describeUploads(target)).toEqual(await describeUploads(source));
});

/** Writes the complete backup with other uploads and a valid checksum. `change` returns null to leave an upload out. */
async function resealed(name: string, change: (upload: Buffer) => Buffer | null): Promise<string> {
  const entries: [name: string, bytes: Buffer][] = [];
  const { signal } = new AbortController();
  const { header, end } = await readArchive({ file: whole(), signal }, async ({ name, bytes }) => {
    const read = await buffer(bytes);
    const changed = name.startsWith(UPLOADS) ? change(read) : read;
    if (changed) entries.push([name, changed]);
  });
  const file = archive(name);
  await writeArchive({ file, signal, diskReserveBytes: 0 }, async (writer) => {
    await writer.begin(header);
    for (const [name, bytes] of entries) await writer.add(name, bytes);
    return end;
  });
  return file;
}

test("rejects a backup whose uploads do not match its rows although its checksum is valid", async () => {
  const isDigital = (upload: Buffer) => upload.toString() === BYTES;
  const missing = await resealed("missing.tar", (upload) => (isDigital(upload) ? null : upload));
  await expect(restore(target, missing)).rejects.toThrow("does not hold the bytes of file");
  await expectNothing(target);
  const other = await resealed("other.tar", (upload) =>
    isDigital(upload) ? Buffer.from(BYTES.toUpperCase()) : upload,
  );
  await expect(restore(target, other)).rejects.toThrow("does not hold the bytes of file");
  await expectNothing(target);
});

test("leaves nothing of a stopped restore", async () => {
  const stopping = new AbortController();
  const stopped = restore(target, whole(), {
    signal: stopping.signal,
    step: (text) => void (text === "Restoring" && setTimeout(() => stopping.abort(), 30)),
  });
  await expect(stopped).rejects.toThrow("aborted");
  await expectNothing(target);
});

test("leaves nothing of a failed backup, and overwrites no existing file", async () => {
  const before = await readdir(archive());
  await expect(save(source, whole())).rejects.toThrow("whole.tar already exists");
  await expect(save(source, archive("no/where.tar"))).rejects.toThrow("There is no folder");
  const stopping = new AbortController();
  const stopped = save(source, archive("stopped.tar"), {
    signal: stopping.signal,
    step: () => stopping.abort(),
  });
  await expect(stopped).rejects.toThrow("aborted");
  await expect(save(target, archive("of-nothing.tar"))).rejects.toThrow("holds no Tessera yet");
  expect(await readdir(archive())).toEqual(before);
});

test("rejects a backup that would use the disk's reserve, and leaves nothing", async () => {
  const config = { ...source.config, diskReserveBytes: Number.MAX_SAFE_INTEGER };
  await expect(save({ config }, archive("large.tar"))).rejects.toMatchObject({
    kind: "room",
    message: expect.stringMatching(/^The backup needs [1-9].* above the reserve of /),
  });
  expect((await readdir(archive())).filter((name) => name.startsWith("large"))).toEqual([]);
});

test("stops a backup when others have used the space above the reserve", async () => {
  const { signal } = new AbortController();
  const work = writeArchive(
    { file: archive("growing.tar"), signal, diskReserveBytes: Number.MAX_SAFE_INTEGER },
    async (writer) => {
      await writer.add("large", Buffer.alloc(40 * 1024 * 1024));
      return { rows: {}, files: 0, fileBytes: 0, lostFiles: [] };
    },
  );
  await expect(work).rejects.toMatchObject({ kind: "room" });
  expect((await readdir(archive())).filter((name) => name.startsWith("growing"))).toEqual([]);
});
