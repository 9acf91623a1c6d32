import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { expect, test, vi } from "vitest";
import { fromBufferPromise } from "yauzl";
import { z } from "zod";
import { ArchiveManifest, archiveSchemas } from "../../../contract/api/account-archive.ts";
import { EXPORTS_PER_DAY } from "../../../contract/rules/limits.ts";
import { makeKey } from "../../testing/api-keys.ts";
import {
  addPicture,
  addTile,
  ageProof,
  buy,
  mailedLink,
  mailsTo,
  offerFile,
  signUpVerified,
  type TestUser,
} from "../../testing/factories.ts";
import { prepareEach } from "../../testing/prepare.ts";
import { openSite, testSite } from "../../testing/test-site.ts";
import { beginTransaction, untilWaiting } from "../../testing/transactions.ts";
import { deleteEndedExports, endKilledExports } from "./exports.ts";

const site = testSite();
const other = testSite(() => ({ databaseUrl: site.databaseUrl, storage: site.storage }));
const anna = prepareEach(() => signUpVerified(site));

const start = (user: TestUser = anna) => user.call("POST", "/api/account/exports");
const list = async (user: TestUser = anna) => (await user.call("GET", "/api/account/exports")).body.exports;
const download = (id: string, user: TestUser = anna, headers = {}) =>
  user.call("GET", `/api/account/exports/${id}/download`, undefined, headers);
async function made(): Promise<string> {
  const { status, body } = await start();
  expect(status).toBe(202);
  await site.settled();
  return body.export.id;
}
/** Returns the entries of a ZIP file by their path. */
async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(bytes);
  const found = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry())
    found.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  return found;
}
const count = () => site.sql`select id from account_exports where user_id = ${anna.creator.user_id}`;

test("exports everything, with a schema that describes it and the hash of each file", async () => {
  const { tile, path } = await offerFile(site, anna, "The notes.");
  await addTile(anna, { title: "=cmd()|calc" });
  await buy(site, tile.id);
  await anna.call("POST", "/api/discounts", { code: "SPRING", percentOff: 10 });
  await anna.call("POST", "/api/discounts/series", { name: "Press", count: 3, prefix: "PRESS" });
  await site.sql`insert into document_acceptances (user_id, document, version, language) values (${anna.creator.user_id}, 'terms', 'abc', 'de')`;
  await anna.call("POST", "/api/account/language", { language: "fr" });
  const picture = await addPicture(site, anna, "face.svg");
  const { key, secret } = await makeKey(site, anna, ["page:read"]);
  const hook = { url: "https://shop.example/hooks", types: ["order.paid"] };
  const { body: added } = await anna.call("POST", "/api/webhook-endpoints", hook);
  const response = await download(await made());
  expect(response).toMatchObject({ status: 200, headers: { "content-type": "application/zip" } });
  expect(response.headers["content-disposition"]).toMatch(/account-\d{4}-\d\d-\d\d\.zip/);
  const entries = await unzip(response.bytes);
  for (const [name, schema] of Object.entries(archiveSchemas))
    expect(schema.safeParse(JSON.parse(String(entries.get(name)))).error, name).toBeUndefined();
  const shipped = JSON.parse(String(entries.get("schema.json")));
  expect(shipped.files["data/tiles.json"]).toEqual(z.toJSONSchema(archiveSchemas["data/tiles.json"]));
  const { entries: listed } = ArchiveManifest.parse(JSON.parse(String(entries.get("manifest.json"))));
  expect(listed.map((entry) => entry.path).sort()).toEqual(
    [...entries.keys()].filter((name) => name !== "manifest.json").sort(),
  );
  for (const { path: name, bytes, sha256 } of listed) {
    const content = entries.get(name) ?? Buffer.alloc(0);
    expect([content.length, createHash("sha256").update(content).digest("hex")], name).toEqual([
      bytes,
      sha256,
    ]);
  }
  expect(String(entries.get(`files/${path}`))).toBe("The notes.");
  expect(entries.get(`pictures/${picture.path}.webp`)?.length).toBeGreaterThan(20);
  const read = (name: string) => JSON.parse(String(entries.get(name)));
  expect(read("data/documents.json").documents).toEqual([
    { document: "terms", version: "abc", language: "de", accepted_at: expect.any(String) },
  ]);
  expect(read("data/tiles.json").tiles.map(({ title }: { title: string }) => title)).toEqual([
    "My notes",
    "=cmd()|calc",
  ]);
  expect(read("data/orders.json").orders).toHaveLength(1);
  expect(read("data/discounts.json").discounts[0].code).toBe("SPRING");
  expect(read("data/discounts.json").discounts).toHaveLength(1);
  const code = { code: expect.stringMatching(/^PRESS-/), used: false };
  expect(read("data/series.json").series).toMatchObject([{ name: "Press", codes: [code, code, code] }]);
  expect(read("data/keys.json").keys).toEqual([key]);
  expect(read("data/webhooks.json").webhooks).toEqual([added.endpoint]);
  expect(read("data/page.json").creator.handle).toBe(anna.handle);
  expect(read("data/page.json").language).toEqual({ chosen: "fr", browser: "en" });
  expect(String(entries.get("csv/tiles.csv"))).toContain("'=cmd()|calc");
  const all = [...entries.values()].join("\n");
  const hashes = (["hex", "base64"] as const).map((form) => site.tokens.hash(secret).toString(form));
  for (const text of [anna.password, anna.session, "argon2", secret, added.secret, ...hashes])
    expect(all.includes(text)).toBe(false);
});

test("announces an archive by email, and serves ranges of it", async () => {
  const id = await made();
  expect((await mailedLink(site, anna.email, "export-ready")).path).toBe("/dashboard/settings/data");
  expect(await list()).toMatchObject([{ id, state: "ready" }]);
  const whole = await download(id);
  const part = await download(id, anna, { range: "bytes=2-9" });
  expect([part.status, part.bytes]).toEqual([206, whole.bytes.subarray(2, 10)]);
  expect((await download(id, anna, { range: "bytes=999999999-" })).status).toBe(416);
  expect(
    (await other.call("GET", `/api/account/exports/${id}/download`, undefined, { cookie: anna.cookie }))
      .bytes,
  ).toEqual(whole.bytes);
});

test("rejects a download by another account or without a recent confirmation", async () => {
  const id = await made();
  const berta = await signUpVerified(site);
  expect((await download(id, berta)).status).toBe(404);
  expect(await list(berta)).toEqual([]);
  for (const wrong of ["1", "x".repeat(64), "00000000-0000-4000-8000-000000000000"])
    expect((await download(wrong)).status).toBe(404);
  expect((await site.call("GET", `/api/account/exports/${id}/download`)).status).toBe(401);
  await ageProof(site, anna);
  expect(await download(id)).toMatchObject({ status: 403, body: { code: "account.confirm" } });
  expect(await start()).toMatchObject({ status: 403, body: { code: "account.confirm" } });
});

test("hides an archive from its owner after three days, then deletes its bytes", async () => {
  const id = await made();
  await site.sql`update account_exports set expires_at = now() where id = ${id}`;
  expect((await download(id)).status).toBe(404);
  expect(await list()).toEqual([]);
  expect(await site.storage.openFile(`exports/${id}.zip`)).not.toBeNull();
  await Promise.all([site.runMaintenance(), other.runMaintenance()]);
  expect(await site.storage.openFile(`exports/${id}.zip`)).toBeNull();
  expect(await count()).toEqual([]);
});

test("deletes the archive of a deleted account", async () => {
  const id = await made();
  await site.sql`delete from users where id = ${anna.creator.user_id}`;
  await deleteEndedExports(site);
  expect(await site.storage.openFile(`exports/${id}.zip`)).toBeNull();
  expect(await site.sql`select 1 from account_exports where id = ${id}`).toEqual([]);
});

test("makes one archive of two concurrent requests, and limits archives per day", async () => {
  const both = await Promise.all([
    start(),
    other.call("POST", "/api/account/exports", undefined, { cookie: anna.cookie }),
  ]);
  await Promise.all([site.settled(), other.settled()]);
  expect(both.filter(({ status }) => status === 202).length).toBeGreaterThan(0);
  while ((await count()).length < EXPORTS_PER_DAY) await made();
  expect(await start()).toMatchObject({ status: 429, body: { code: "account_data.too_many_exports" } });
  expect((await mailsTo(site, anna.email, "export-ready")).length).toBeLessThanOrEqual(EXPORTS_PER_DAY);
});

test("stores nothing when only the reserve of disk space is left", async () => {
  const full = await openSite({
    databaseUrl: site.databaseUrl,
    settings: { diskReserveBytes: Number.MAX_SAFE_INTEGER },
  });
  const { body } = await full.call("POST", "/api/account/exports", undefined, { cookie: anna.cookie });
  expect(await list()).toMatchObject([{ state: "waiting" }]);
  expect(await full.storage.openFile(`exports/${body.export.id}.zip`)).toBeNull();
});

test("fails an export whose process was killed in every attempt, so that its user can start another", async () => {
  const full = await openSite({
    databaseUrl: site.databaseUrl,
    settings: { diskReserveBytes: Number.MAX_SAFE_INTEGER },
  });
  const { body } = await full.call("POST", "/api/account/exports", undefined, { cookie: anna.cookie });
  await full.settled();
  expect(await start()).toMatchObject({ status: 409, body: { code: "account_data.export_unfinished" } });
  const letter = {
    id: "1",
    name: "account-data.export",
    data: { exportId: body.export.id, isMailed: true },
    reason: "the process that ran the job was killed",
    attempts: 5,
    queuedAt: new Date(),
    diedAt: new Date(),
  };
  await endKilledExports({ db: site.db, jobs: { ...site.jobs, listDeadLetters: async () => [letter] } });
  expect(await list()).toMatchObject([{ id: body.export.id, state: "failed" }]);
  expect((await start()).status).toBe(202);
  await site.settled();
});

test("leaves out a file whose bytes are missing, and exports the rest", async () => {
  const { path } = await offerFile(site, anna);
  await site.storage.deleteFile(`digital/${path}`);
  const entries = await unzip((await download(await made())).bytes);
  expect(entries.has(`files/${path}`)).toBe(false);
  expect(entries.has("manifest.json")).toBe(true);
});

test("rejects a request without waiting while another archive is being stored", async () => {
  const [saving, saved] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const save = site.storage.saveFile.bind(site.storage);
  vi.spyOn(site.storage, "saveFile").mockImplementationOnce(async (...file) => {
    saving.resolve();
    await saved.promise;
    return save(...file);
  });
  expect((await start()).status).toBe(202);
  await saving.promise;
  const request = await beginTransaction(site);
  await request.sql`select from users where id = ${anna.creator.user_id} for no key update`;
  saved.resolve();
  await untilWaiting(site);
  await request.sql`set local lock_timeout = '500ms'`;
  await expect(
    request.sql`insert into account_exports (user_id) values (${anna.creator.user_id})`,
  ).rejects.toMatchObject({ code: "23505" });
  await request.rollback();
  await site.settled();
  expect(await list()).toMatchObject([{ state: "ready" }]);
});
