import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { fromBufferPromise } from "yauzl";
import { ZipFile } from "yazl";
import { ARCHIVE_FORMAT, ARCHIVE_VERSION } from "../../../contract/api/account-archive.ts";
import type { TestUser } from "../../testing/factories.ts";
import type { TestApp } from "../../testing/harness.ts";

export type Entries = Map<string, Buffer>;
type ZipOptions = {
  /** Overrides the options with which exports write an entry. */
  entry?: (path: string) => { compress?: boolean; mode?: number };
  /** Replaces the matching manifest. */
  manifest?: object | string;
};

/** Returns the entries of a ZIP file by their path. */
export async function unzip(bytes: Buffer): Promise<Entries> {
  const zip = await fromBufferPromise(bytes);
  const found: Entries = new Map();
  for await (const entry of zip.eachEntry())
    found.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  return found;
}

/** Returns a ZIP file with the entries and a matching manifest, as anyone can make one. */
export async function zip(entries: Iterable<[string, Buffer]>, options: ZipOptions = {}): Promise<Buffer> {
  const file = new ZipFile();
  const all = [...entries].filter(([path]) => path !== "manifest.json");
  const add = (path: string, bytes: Buffer) =>
    file.addBuffer(bytes, path, { compress: !/^(files|pictures)\//.test(path), ...options.entry?.(path) });
  for (const [path, bytes] of all) add(path, bytes);
  const listed = all.map(([path, bytes]) => ({ path, bytes: bytes.length, sha256: sha256(bytes) }));
  const manifest = options.manifest ?? manifestOf(listed);
  add("manifest.json", Buffer.from(typeof manifest === "string" ? manifest : JSON.stringify(manifest)));
  file.end();
  return buffer(file.outputStream);
}

export const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

export const manifestOf = (entries: object[], more: object = {}) => ({
  format: ARCHIVE_FORMAT,
  version: ARCHIVE_VERSION,
  created_at: new Date().toISOString(),
  source: "https://old.example",
  entries,
  ...more,
});

const json = (value: unknown) => Buffer.from(JSON.stringify(value));
/** Returns a list as exports write it. */
export const list = (name: string, rows: object[]) =>
  Buffer.from(`{"${name}":[${rows.map((row) => `\n${JSON.stringify(row)}`).join(",")}\n]}\n`);

type Lists = Partial<
  Record<"tiles" | "products" | "discounts" | "files" | "audience" | "letters" | "emails", object[]>
>;

/** Returns the entries of a small archive with these lists. */
export function entriesWith(lists: Lists = {}, page: object = {}): Entries {
  const creator = {
    id: 7,
    handle: "anna-of-old",
    display_name: "Anna of old",
    bio: null,
    avatar_url: null,
    socials: [],
    time_zone: "Europe/Berlin",
    language: "de",
  };
  const names = ["tiles", "products", "discounts", "files", "audience"] as const;
  return new Map([
    ["data/page.json", json({ creator, appearance: {}, announcement: null, seller: null, ...page })],
    ...names.map((name): [string, Buffer] => [`data/${name}.json`, list(name, lists[name] ?? [])]),
    // Older archives lack these lists.
    ...(["letters", "emails"] as const).flatMap((name): [string, Buffer][] =>
      lists[name] ? [[`data/${name}.json`, list(name, lists[name])]] : [],
    ),
  ]);
}

/** Returns a confirmed member of an audience, as an archive has it. */
export const aMember = (email: string, more: object = {}) => ({
  id: 1,
  email,
  source: "signup",
  source_title: "News",
  consent_text: "I want news.",
  consented_at: "2025-03-01T10:00:00.000Z",
  confirmed_at: "2025-03-01T10:05:00.000Z",
  ...more,
});

export const SHOP_FILES = ["a", "b", "c"].map((letter) => letter.repeat(32));
export const SHOP_MEMBERS = 1001;

/** Returns an archive with three files, a product of each, a tile of each, a code, and an audience of three steps. */
export function shopArchive({ tileTitle = "Tile" } = {}): Promise<Buffer> {
  const at = "2025-01-01T00:00:00.000Z";
  const entries = entriesWith({
    files: SHOP_FILES.map((id) => ({
      id,
      purpose: "digital",
      name: `${id[0]}.pdf`,
      size: 9,
      sha256: "",
      created_at: at,
    })),
    products: SHOP_FILES.map((id, index) => ({
      id: index + 1,
      name: `Notes ${id[0]}`,
      type: "digital",
      price_cents: 500,
      currency: "eur",
      digital_file_path: id,
    })),
    tiles: SHOP_FILES.map((id, index) => ({
      id: index + 1,
      type: "product",
      title: `${tileTitle} ${id[0]}`,
      product_id: index + 1,
    })),
    discounts: [{ id: 1, code: "SPRING", percent_off: 10, product_ids: [1, 3], uses: 4, max_uses: 9 }],
    audience: Array.from({ length: SHOP_MEMBERS }, (_, index) => aMember(`reader-${index}@example.org`)),
  });
  for (const id of SHOP_FILES) entries.set(`files/${id}`, Buffer.from(`The ${id[0]} file`));
  return zip(entries);
}

const BOUNDARY = "archive-boundary";

/** Uploads an archive as a user. */
export function importArchive(user: Pick<TestUser, "call">, archive: Buffer, query = "") {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="tessera.zip"\r\nContent-Type: application/zip\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), archive, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
  const type = { "content-type": `multipart/form-data; boundary=${BOUNDARY}` };
  return user.call("POST", `/api/account/imports${query}`, body, type);
}

/** Returns a user's latest import after all queued jobs have run. */
export async function lastImport(site: Pick<TestApp, "settled">, user: Pick<TestUser, "call">) {
  await site.settled();
  return (await user.call("GET", "/api/account/imports")).body.imports[0];
}

/** Makes an archive of a user's account, and downloads it. */
export async function exportArchive(site: TestApp, user: TestUser): Promise<Buffer> {
  const { body } = await user.call("POST", "/api/account/exports");
  await site.settled();
  return (await user.call("GET", `/api/account/exports/${body.export.id}/download`)).bytes;
}
