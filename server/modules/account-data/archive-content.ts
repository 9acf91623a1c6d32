import { and, asc, eq, gt } from "drizzle-orm";
import type { z } from "zod";
import {
  ARCHIVE_FORMAT,
  ARCHIVE_VERSION,
  type ArchiveFile,
  type ArchiveManifest,
  archiveJsonSchema,
} from "../../../contract/api/account-archive.ts";
import { readInBatches } from "../../platform/database/chunks.ts";
import type { Queries } from "../../platform/database/index.ts";
import { BYTE_ORDER_MARK, csvLine, csvTimestamp } from "../../platform/http/csv.ts";
import type { UserRow } from "../accounts/index.ts";
import { listMembersFrom, writeMembers } from "../audience/index.ts";
import { announcements, findCreatorById, presentAnnouncement, presentCreator } from "../creators/index.ts";
import { listArchivedSeries, listDiscounts, presentDiscount } from "../discounts/index.ts";
import { listFeedbackOf } from "../feedback/index.ts";
import { files as fileTable } from "../files/index.ts";
import { listOrdersOf, writeOrders } from "../orders/index.ts";
import { listArchivedVersions, listProducts, presentProduct } from "../products/index.ts";
import { findSeller } from "../sellers/index.ts";
import { listAcceptances, presentAcceptance } from "../site-documents/index.ts";
import { listTilePart, presentTile } from "../tiles/index.ts";
import type { Entry, WrittenEntry } from "./archive-writer.ts";
import { jsonLines, textEntry } from "./archive-writer.ts";
import type { AccountDataDeps } from "./deps.ts";

type Owner = Parameters<typeof presentCreator>[1] &
  Pick<UserRow, "language" | "browserLanguage"> & { creatorId: number };
type FileRow = Pick<
  typeof fileTable.$inferSelect,
  "id" | "purpose" | "name" | "size" | "sha256" | "createdAt"
>;
const BATCH_SIZE = 500;

/** Lists the entries of an archive in writing order. */
export async function* archiveEntries(
  deps: Pick<AccountDataDeps, "apiKeys" | "audience" | "db" | "files" | "publicUrl" | "webhooks">,
  owner: Owner,
): AsyncGenerator<Entry> {
  const { audience, db, publicUrl } = deps;
  const { creatorId } = owner;
  yield textEntry("README.txt", () => [README]);
  yield textEntry("schema.json", () => [`${JSON.stringify(archiveJsonSchema(), null, 2)}\n`]);
  yield textEntry("data/page.json", () => pageJson(deps, owner));
  yield list("tiles", () => mapped(tilesOf(db, creatorId), (row) => presentTile(row, publicUrl)));
  yield list("products", () => productsOf(deps, creatorId));
  yield list("discounts", () => mapped(listed(listDiscounts(db, creatorId)), presentDiscount));
  yield list("series", () => listArchivedSeries(db, creatorId));
  yield list("orders", () => listOrdersOf(db, creatorId));
  yield textEntry("csv/orders.csv", () =>
    withMark(writeOrders(db, { creatorId, status: "all", search: "" })),
  );
  yield list("audience", () => listMembersFrom(db, creatorId));
  yield textEntry("csv/audience.csv", () =>
    withMark(writeMembers(db, { creatorId, search: "", filter: "all" })),
  );
  yield list("letters", () => audience.listLettersOf(creatorId));
  yield list("emails", () => audience.listSentOf(creatorId));
  yield list("keys", () => listed(deps.apiKeys.listKeysOf(creatorId)));
  yield list("webhooks", () => listed(deps.webhooks.listEndpointsOf(creatorId)));
  yield list("feedback", () => listed(listFeedbackOf(db, owner.userId, MAX_FEEDBACK)));
  yield list("documents", () => mapped(listed(listAcceptances(db, owner.userId)), presentAcceptance));
  yield textEntry("csv/tiles.csv", () => tilesCsv(db, creatorId));
  yield list("files", () => mapped(filesOf(db, creatorId), presentFile));
  for await (const file of filesOf(db, creatorId)) yield fileEntry(deps, file);
}

const list = (name: string, rows: () => AsyncIterable<object>) =>
  textEntry(`data/${name}.json`, () => jsonLines(name, rows()));

/** Returns the manifest, which lists all other entries. */
export function manifestEntry(
  { publicUrl, clock }: Pick<AccountDataDeps, "publicUrl" | "clock">,
  written: readonly WrittenEntry[],
): Entry {
  const manifest: z.input<typeof ArchiveManifest> = {
    format: ARCHIVE_FORMAT,
    version: ARCHIVE_VERSION,
    created_at: clock.now().toISOString(),
    source: publicUrl,
    entries: [...written],
  };
  return textEntry("manifest.json", () => [`${JSON.stringify(manifest, null, 1)}\n`]);
}

const MAX_FEEDBACK = 10_000;
const README = `This archive contains all data of an account.

data/      JSON: page, tiles, products, discount codes, series of codes, orders, audience,
           drafts of emails (letters), emails that were sent, API keys and webhooks without
           their secrets, feedback, the accepted versions of terms and privacy notice
           (documents), and the list of files
csv/       the same orders, audience and tiles for spreadsheets (RFC 4180, UTF-8)
files/     the files for sale, named by their id. data/files.json has their names
pictures/  the pictures of the page in their largest size
schema.json    describes each JSON file (JSON Schema)
manifest.json  lists every other entry with its size and SHA-256

Passwords, sessions and the keys of payment providers are not included.
`;

async function* pageJson({ db, publicUrl }: Pick<AccountDataDeps, "db" | "publicUrl">, owner: Owner) {
  const creator = await findCreatorById(db, owner.creatorId);
  if (!creator) throw new Error("the creator was deleted");
  const [announcement] = await db.select().from(announcements).where(eq(announcements.creatorId, creator.id));
  const page = {
    creator: presentCreator(creator, owner, publicUrl),
    appearance: creator.appearance,
    announcement: announcement ? presentAnnouncement(announcement) : null,
    seller: await findSeller(db, creator.id),
    language: { chosen: owner.language, browser: owner.browserLanguage },
  };
  yield `${JSON.stringify(page, null, 1)}\n`;
}

async function* tilesOf(db: Queries, creatorId: number) {
  for (let from = 0; ; from += BATCH_SIZE) {
    const rows = await listTilePart(db, creatorId, { from, maxTiles: BATCH_SIZE });
    yield* rows;
    if (rows.length < BATCH_SIZE) return;
  }
}

async function* productsOf({ db, publicUrl }: Pick<AccountDataDeps, "db" | "publicUrl">, creatorId: number) {
  const batches = readInBatches<Awaited<ReturnType<typeof listProducts>>[number]>(BATCH_SIZE, (last, limit) =>
    listProducts(db, creatorId, { before: last?.id, limit }),
  );
  for await (const rows of batches) {
    const ids = rows.map(({ id }) => id);
    const versions = await listArchivedVersions(db, ids);
    for (const row of rows) yield { ...presentProduct(row, publicUrl), versions: versions.get(row.id) ?? [] };
  }
}

async function* filesOf(db: Queries, creatorId: number) {
  const { id, purpose, name, size, sha256, createdAt } = fileTable;
  const batches = readInBatches<FileRow>(BATCH_SIZE, (last, limit) =>
    db
      .select({ id, purpose, name, size, sha256, createdAt })
      .from(fileTable)
      .where(and(eq(fileTable.creatorId, creatorId), gt(id, last?.id ?? "")))
      .orderBy(asc(id))
      .limit(limit),
  );
  for await (const rows of batches) yield* rows;
}

const presentFile = (row: FileRow): z.input<typeof ArchiveFile> => ({
  id: row.id,
  purpose: row.purpose,
  name: row.name,
  size: row.size,
  sha256: row.sha256.toString("hex"),
  created_at: row.createdAt.toISOString(),
});

/** Names the entry by the file's id, because a user's file name must not become a path. */
const fileEntry = ({ files }: Pick<AccountDataDeps, "files">, file: FileRow): Entry => ({
  path: file.purpose === "image" ? `pictures/${file.id}.webp` : `files/${file.id}`,
  compress: false,
  open: () => files.openStored(file),
});

async function* tilesCsv(db: Queries, creatorId: number) {
  yield BYTE_ORDER_MARK +
    csvLine(["Tile", "Type", "Title", "Description", "URL", "Starts (UTC)", "Ends (UTC)"]);
  for await (const tile of tilesOf(db, creatorId)) {
    const time = (at: Date | null) => (at ? csvTimestamp(at) : "");
    const { id, type, title, description, url, startsAt, endsAt } = tile;
    yield csvLine([String(id), type, title, description ?? "", url ?? "", time(startsAt), time(endsAt)]);
  }
}

async function* withMark(lines: AsyncIterable<string>) {
  yield BYTE_ORDER_MARK;
  yield* lines;
}

async function* mapped<Row, Shown>(rows: AsyncIterable<Row>, show: (row: Row) => Shown) {
  for await (const row of rows) yield show(row);
}

async function* listed<Row>(rows: Promise<readonly Row[]>) {
  yield* await rows;
}
