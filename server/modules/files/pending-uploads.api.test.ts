import { expect, test } from "vitest";
import { createLog } from "../../platform/log/index.ts";
import { memoryStorage } from "../../platform/storage/adapters/memory.ts";
import { testSite, testUser } from "../../testing/test-site.ts";
import { createPng, upload } from "./multipart.test-kit.ts";
import { removeInterruptedUploads } from "./pending-uploads.ts";

const storage = memoryStorage();
const site = testSite({ storage });
const anna = testUser(site);

const log = createLog({ level: "silent", pretty: false });
const sweep = () => removeInterruptedUploads({ db: site.db, storage, log });
const pending = () => site.query("select file_id from pending_uploads");
const makeOlder = () =>
  site.query("update pending_uploads set started_at = started_at - interval '61 minutes'");

/** Creates the state after a process stopped between storing the bytes and inserting the row. */
async function interrupt(fileId: string, purpose: "digital" | "image") {
  async function* bytes() {
    yield Buffer.from("half a sale");
  }
  await site.sql`insert into pending_uploads (file_id, purpose) values (${fileId}, ${purpose})`;
  const keys = purpose === "digital" ? [`digital/${fileId}`] : [`images/${fileId}/240.webp`];
  for (const key of keys) await storage.saveFile(key, await storage.createTemp(bytes()));
  return keys;
}

test("leaves no pending row after a finished upload", async () => {
  const file = { name: "notes.pdf", content: Buffer.from("The notes.") };
  expect((await upload(anna, file, "digital")).status).toBe(201);
  expect((await upload(anna, { name: "a.png", content: await createPng() }, "image")).status).toBe(201);
  expect(await pending()).toEqual([]);
});

test("removes the bytes of an interrupted upload after an hour, not before", async () => {
  const [digital, image] = [
    await interrupt("interrupted-file", "digital"),
    await interrupt("interrupted-image", "image"),
  ];
  await sweep();
  expect(storage.keys()).toEqual(expect.arrayContaining([...digital, ...image]));
  await makeOlder();
  await sweep();
  for (const key of [...digital, ...image]) expect(storage.keys()).not.toContain(key);
  expect(await pending()).toEqual([]);
});

test("rejects an upload whose bytes are removed while it is being saved, and stores no row", async () => {
  const saveFile = storage.saveFile.bind(storage);
  storage.saveFile = async (...args) => {
    await saveFile(...args);
    await makeOlder();
    await sweep();
  };
  try {
    const { status } = await upload(anna, { name: "slow.pdf", content: Buffer.from("slow") }, "digital");
    expect(status).toBe(503);
  } finally {
    storage.saveFile = saveFile;
  }
  expect(await site.query("select id from files where name = 'slow.pdf'")).toEqual([]);
});

test("keeps the bytes of a stored file that still has a pending row", async () => {
  const { body } = await upload(anna, { name: "kept.pdf", content: Buffer.from("kept") }, "digital");
  await site.sql`insert into pending_uploads (file_id, purpose) values (${body.path}, 'digital')`;
  await makeOlder();
  await sweep();
  expect(storage.keys()).toContain(`digital/${body.path}`);
  expect(await pending()).toEqual([]);
});

test("keeps bytes that no pending row of this database names", async () => {
  const [key] = await interrupt("of-another-installation", "digital");
  await site.query("delete from pending_uploads");
  await sweep();
  expect(storage.keys()).toContain(key);
});

test("leaves neither bytes nor a pending row after a rejected upload", async () => {
  const before = storage.keys();
  await site.sql`update files set size = 100::bigint * 1024 * 1024 * 1024 where creator_id = ${anna.creator.id}`;
  const file = { name: "notes.pdf", content: Buffer.from("The notes.") };
  expect((await upload(anna, file, "digital")).status).toBe(413);
  expect(storage.keys()).toEqual(before);
  expect(await pending()).toEqual([]);
});
