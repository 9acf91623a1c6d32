import { buffer, text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { ZipFile } from "yazl";
import { signUpVerified } from "../../testing/factories.ts";
import { prepareEach } from "../../testing/prepare.ts";
import { testSite } from "../../testing/test-site.ts";
import { type Entries, importArchive, lastImport, shopArchive, unzip, zip } from "./archives.test-kit.ts";

const site = testSite();
const anna = prepareEach(() => signUpVerified(site));

/** Packs the entries of an archive once more, compressed, and under other paths. */
async function repacked(rename: (path: string) => string, junk: string[] = []): Promise<Buffer> {
  const entries = [...(await unzip(await shopArchive()))];
  const renamed: [string, Buffer][] = entries.map(([path, bytes]) => [rename(path), bytes]);
  const added = junk.map((path): [string, Buffer] => [path, Buffer.from(path.endsWith("/") ? "" : "junk")]);
  return zipAgain(new Map([...added, ...renamed]));
}

async function zipAgain(entries: Entries): Promise<Buffer> {
  const file = new ZipFile();
  for (const [path, bytes] of entries) {
    if (path.endsWith("/")) file.addEmptyDirectory(path);
    else file.addBuffer(bytes, path, { compress: true });
  }
  file.end();
  return buffer(file.outputStream);
}

const JUNK = ["__MACOSX/", "__MACOSX/my-data/._README.txt", "my-data/", "my-data/data/", "my-data/.DS_Store"];

test("imports an archive that Finder has unpacked and packed again", async () => {
  const archive = await repacked((path) => `my-data/${path}`, [...JUNK, "my-data/files/Thumbs.db"]);
  expect((await importArchive(anna, archive)).status).toBe(202);
  const { state, result } = await lastImport(site, anna);
  expect(state).toBe("done");
  expect(result.counts).toMatchObject({ file: { added: 3, left_out: 0 }, product: { added: 3 } });
  expect(await storedTexts()).toEqual(["The a file", "The b file", "The c file"]);
});

/** Reads the stored files of the account. */
async function storedTexts(): Promise<(string | null)[]> {
  const rows = await site.sql`select id from files where creator_id = ${anna.creator.id} order by name`;
  const stored = await Promise.all(rows.map(({ id }) => site.storage.openFile(`digital/${id}`)));
  return Promise.all(stored.map((file) => file && text(file.stream)));
}

test("imports an archive whose content was packed without its folder", async () => {
  const archive = await repacked((path) => path, ["data/", ".DS_Store", "desktop.ini"]);
  expect((await importArchive(anna, archive)).status).toBe(202);
  expect((await lastImport(site, anna)).state).toBe("done");
});

test("names the first entry that has no place in an archive", async () => {
  for (const [archive, path] of [
    [await repacked((name) => `my-data/${name}`, ["my-data/holiday.jpg"]), "my-data/holiday.jpg"],
    [await repacked((name) => `my-data/${name}`, ["README.txt"]), "README.txt"],
    [await repacked((name) => `a/b/${name}`), "a/b/data/page.json"],
    [await zip(new Map([["letter.docx", Buffer.from("Dear reader")]])), "letter.docx"],
  ] as const) {
    const { status, body } = await importArchive(anna, archive);
    expect([status, body.code]).toEqual([400, "account_data.archive_entry"]);
    expect(body.details.fieldErrors.file).toEqual([
      `This archive has an entry that cannot be imported: ${path}. Choose the ZIP file as it was downloaded.`,
    ]);
  }
});

test("rejects an archive that is packed under a longer name than folders have", async () => {
  const folder = "x".repeat(2000);
  const { status, body } = await importArchive(anna, await repacked((path) => `${folder}/${path}`));
  expect([status, body.code]).toEqual([400, "account_data.archive_entry"]);
});
