import { deflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import { IMPORTS_PER_DAY } from "../../../contract/rules/archive-limits.ts";
import { MAX_TILES } from "../../../contract/rules/limits.ts";
import { signUpVerified } from "../../testing/factories.ts";
import { prepareEach } from "../../testing/prepare.ts";
import { testSite } from "../../testing/test-site.ts";
import {
  type Entries,
  entriesWith,
  importArchive,
  list,
  manifestOf,
  sha256,
  zip,
} from "./archives.test-kit.ts";

const site = testSite();
const anna = prepareEach(() => signUpVerified(site));

/** Expects that an archive is rejected at its field, and that nothing of it is stored. */
async function expectRefused(archive: Buffer, code: string): Promise<string> {
  const response = await importArchive(anna, archive);
  expect(response).toMatchObject({ status: 400, body: { code: `account_data.${code}` } });
  const [message] = response.body.details.fieldErrors.file;
  expect(message).toBe(response.body.error);
  expect((await anna.call("GET", "/api/account/imports")).body.imports).toEqual([]);
  expect((await anna.call("GET", "/api/tiles")).body.tiles).toEqual([]);
  const { keys } = site.storage as unknown as { keys(): string[] };
  expect(keys().filter((key) => key.startsWith("imports/"))).toEqual([]);
  await site.sql`delete from account_imports where user_id = ${anna.creator.user_id}`;
  return message;
}

const ID = "a".repeat(32);
const withFile = (bytes = Buffer.from("The notes.")): Entries =>
  new Map([...entriesWith(), [`files/${ID}`, bytes]]);
/** Replaces bytes with as many others everywhere, both in the local and in the central header. */
function replaced(archive: Buffer, from: string, to: string): Buffer {
  if (from.length !== to.length) throw new Error("another length");
  return Buffer.from(archive.toString("latin1").replaceAll(from, to), "latin1");
}

test("rejects non-ZIP, empty and truncated files", async () => {
  const archive = await zip(entriesWith());
  for (const wrong of [
    Buffer.from("no zip"),
    Buffer.from("PK\u0005\u0006".padEnd(22, "\0"), "latin1"),
    archive.subarray(0, archive.length - 30),
    archive.subarray(100),
    Buffer.concat([archive, Buffer.from("more")]),
  ])
    await expectRefused(wrong, "archive_unreadable");
  expect(await importArchive(anna, Buffer.alloc(0))).toMatchObject({ status: 400 });
});

test("detects a changed byte in any entry", async () => {
  const archive = await zip(withFile());
  expect(await expectRefused(replaced(archive, "The notes.", "The virus."), "archive_changed")).toContain(
    `files/${ID} differs from the list of its contents`,
  );
});

test("detects an entry that was replaced, added, removed or listed twice", async () => {
  const entries = withFile();
  const honest = [...entries].map(([path, bytes]) => ({ path, bytes: bytes.length, sha256: sha256(bytes) }));
  const manifest = manifestOf(honest);
  const exchanged = new Map(entries).set("data/tiles.json", list("tiles", [{ id: 1, type: "link" }]));
  await expectRefused(await zip(exchanged, { manifest }), "archive_changed");
  const added = new Map(entries).set(`files/${"b".repeat(32)}`, Buffer.from("more"));
  await expectRefused(await zip(added, { manifest }), "archive_changed");
  const removed = new Map(entries);
  removed.delete(`files/${ID}`);
  await expectRefused(await zip(removed, { manifest }), "archive_changed");
  const [first] = honest;
  await expectRefused(
    await zip(removed, { manifest: manifestOf([...honest.slice(0, -1), first ?? {}]) }),
    "archive_changed",
  );
});

test("rejects a manifest that is missing, invalid or of a newer release", async () => {
  for (const manifest of [
    "no JSON",
    "null",
    "[]",
    "{}",
    { ...manifestOf([]), source: "no URL" },
    '{"format":"other","version":1}',
  ])
    await expectRefused(
      await zip(entriesWith(), { manifest }),
      typeof manifest === "string" ? "archive_unreadable" : "archive_changed",
    );
  await expectRefused(
    await zip(entriesWith(), { manifest: manifestOf([], { version: 2 }) }),
    "archive_newer",
  );
  const bare = await zip(entriesWith());
  await expectRefused(replaced(bare, "manifest.json", "manifesto.jso"), "archive_entry");
});

test("rejects unknown paths, links, encrypted entries and duplicates", async () => {
  const unknown = new Map([...entriesWith(), ["data/aaaaaa.json", Buffer.from("{}")]]) as Entries;
  const archive = await zip(unknown);
  for (const path of [
    "../../../a.json",
    "/etc/cron.d/jobs",
    "data/../aa.json_",
    "data\\aaaaaa.json",
    "data/aaaaaa.html",
    "data/tiles.json/",
  ])
    await expectRefused(
      replaced(archive, "data/aaaaaa.json", path.padEnd(16, "a").slice(0, 16)),
      /^\/|\.\.|\\/.test(path) ? "archive_unreadable" : "archive_entry",
    );
  const mode = { mode: 0o120777 };
  await expectRefused(
    await zip(withFile(), { entry: (path) => (path.startsWith("files/") ? mode : {}) }),
    "archive_entry",
  );
  const twice = new Map([...entriesWith(), ["data/tilez.json", list("tiles", [])]]) as Entries;
  await expectRefused(replaced(await zip(twice), "data/tilez.json", "data/tiles.json"), "archive_entry");
  const encrypted = await zip(entriesWith());
  for (
    let at = encrypted.indexOf("PK\u0001\u0002");
    at >= 0;
    at = encrypted.indexOf("PK\u0001\u0002", at + 1)
  )
    encrypted.writeUInt16LE(encrypted.readUInt16LE(at + 8) | 1, at + 8);
  expect(await expectRefused(encrypted, "archive_entry")).toContain("imported: data/page.json.");
});

test("rejects a bomb before unpacking it: large files, long lists and false sizes", async () => {
  const zeros = Buffer.alloc(5_000_000);
  const files = entriesWith();
  for (const letter of "abcde") files.set(`files/${letter.repeat(32)}`, zeros);
  const bomb = await zip(files, { entry: () => ({ compress: true }) });
  expect(bomb.length).toBeLessThan(100_000);
  expect(await importArchive(anna, bomb)).toMatchObject({ status: 413, body: { code: "files.too_large" } });
  const huge = entriesWith().set("data/tiles.json", Buffer.alloc(33 * 1024 * 1024, " "));
  expect((await zip(huge)).length).toBeLessThan(100_000);
  await expectRefused(await zip(huge), "archive_too_long");
  // The header says 1 KB, the stream has 5 MB.
  const lying = await zip(entriesWith().set("data/tiles.json", zeros));
  const said = Buffer.alloc(4);
  said.writeUInt32LE(zeros.length);
  const small = Buffer.alloc(4);
  small.writeUInt32LE(1024);
  await expectRefused(replaced(lying, said.toString("latin1"), small.toString("latin1")), "archive_changed");
  expect(deflateRawSync(zeros).length).toBeLessThan(6000);
});

test("rejects lists that are malformed, have too many rows, or have rows that are not objects", async () => {
  for (const content of [
    "",
    "{}",
    "[]",
    '{"tiles":[',
    '{"tiles":[\n]}\n{"id":1}',
    '{"tiles":[\n1\n]}\n',
    '{"tiles":[\nnull\n]}\n',
    '{"tiles":[\n[]\n]}\n',
    `{"tiles":[\n"${"x".repeat(600_000)}"\n]}\n`,
  ])
    await expectRefused(
      await zip(entriesWith().set("data/tiles.json", Buffer.from(content))),
      "archive_unreadable",
    );
  const rows = Array.from({ length: MAX_TILES + 1 }, (_, id) => ({ id }));
  await expectRefused(await zip(entriesWith({ tiles: rows })), "archive_too_long");
  for (const page of [{ creator: null }, { creator: {} }, { creator: { id: "7" } }])
    await expectRefused(await zip(entriesWith({}, page)), "archive_unreadable");
});

test("rejects deeply nested JSON before parsing it", async () => {
  const page = entriesWith().get("data/page.json")?.toString() ?? "";
  const deep = "[".repeat(100_000) + "]".repeat(100_000);
  const withPage = (json: string) => entriesWith().set("data/page.json", Buffer.from(json));
  await expectRefused(await zip(withPage(page.replace(/\}$/, `,"x":${deep}}`))), "archive_unreadable");
  const longPage = page.replace(/\}$/, `,"x":"${" ".repeat(300_000)}"}`);
  await expectRefused(await zip(withPage(longPage)), "archive_too_long");
  const manifest = JSON.stringify(manifestOf([], { x: 0 }));
  await expectRefused(
    await zip(entriesWith(), { manifest: manifest.replace('"x":0', `"x":${deep}`) }),
    "archive_unreadable",
  );
  const row = Buffer.from(`{"tiles":[\n{"id":1,"x":${deep}}\n]}\n`);
  await expectRefused(await zip(entriesWith().set("data/tiles.json", row)), "archive_unreadable");
});

/** Makes an entry of a ZIP file point to the bytes of another one. */
function sharing(archive: Buffer, { path, of }: { path: string; of: string }): Buffer {
  const headerOf = (name: string) => archive.lastIndexOf(name) - 46;
  archive.copy(archive, headerOf(path) + 42, headerOf(of) + 42, headerOf(of) + 46);
  return archive;
}

test("rejects entries that share bytes, and names the first", async () => {
  const other = `files/${"b".repeat(32)}`;
  const entries = withFile().set(other, Buffer.from("The notes."));
  const archive = sharing(await zip(entries), { path: other, of: `files/${ID}` });
  expect(await expectRefused(archive, "archive_entry")).toContain("files/");
});

test("counts only archives that were read towards the daily limit", async () => {
  const bella = await signUpVerified(site);
  const changed = replaced(await zip(withFile()), "The notes.", "The virus.");
  const noArchive = await zip(new Map([["notes.txt", Buffer.from("hello")]]));
  for (let sent = 0; sent < IMPORTS_PER_DAY; sent++) {
    expect((await importArchive(bella, noArchive)).body.code).toBe("account_data.archive_entry");
    expect((await importArchive(bella, changed)).body.code).toBe("account_data.archive_changed");
  }
  expect((await importArchive(bella, changed)).body.code).toBe("account_data.too_many_imports");
  await site.sql`update account_imports set created_at = now() - interval '25 hours'`;
  await site.runMaintenance();
  expect(await site.sql`select 1 from account_imports where state = 'receiving'`).toEqual([]);
});

test("rejects an upload above the size limit, and a second simultaneous one", async () => {
  const large = await zip(withFile(Buffer.alloc(21 * 1024 * 1024, 1)));
  expect(await importArchive(anna, large)).toMatchObject({ status: 413, body: { code: "files.too_large" } });
  const archive = await zip(entriesWith());
  const both = await Promise.all([importArchive(anna, archive), importArchive(anna, archive)]);
  expect(both.map(({ status }) => status).sort()).toEqual([202, 429]);
  await site.settled();
});

test("leaves out rows that no form would accept, and adds the rest", async () => {
  const tile = { type: "link", title: "Fine", url: "https://shop.example/", product_id: null };
  const tiles = [
    { ...tile, id: 1, title: "x".repeat(300) },
    { ...tile, id: 2, url: "javascript:alert(1)" },
    { ...tile, id: 3, title: "nul\u0000" },
    { ...tile, id: 4, type: "newer" },
    { ...tile, id: { $ne: 1 } },
    { ...tile, id: 6, image_url: "javascript:alert(1)" },
    { ...tile, id: 7, title: { toString: "x" } },
    JSON.parse('{"__proto__": {"id": 8}, "type": "link", "title": "Proto"}'),
    { ...tile, id: 9 },
  ];
  const files = [
    {
      id: "../../etc/passwd",
      purpose: "digital",
      name: "a",
      size: 1,
      sha256: "",
      created_at: "2025-01-01T00:00:00.000Z",
    },
    {
      id: ID,
      purpose: "image",
      name: "<img src=x>",
      size: 1,
      sha256: "",
      created_at: "2025-01-01T00:00:00.000Z",
    },
  ];
  const entries = entriesWith(
    { tiles, files },
    { creator: { id: 7, display_name: "x".repeat(500), socials: "x" } },
  );
  entries.set(`pictures/${ID}.webp`, Buffer.from("<svg onload=alert(1)>"));
  expect((await importArchive(anna, await zip(entries))).status).toBe(202);
  await site.settled();
  const [{ state, result }] = (await anna.call("GET", "/api/account/imports")).body.imports;
  expect(state).toBe("done");
  expect(result.counts).toMatchObject({
    tile: { added: 1, left_out: 8 },
    file: { added: 0, left_out: 2 },
    page: { left_out: 1 },
  });
  expect((await anna.call("GET", "/api/tiles")).body.tiles).toMatchObject([{ title: "Fine" }]);
});
