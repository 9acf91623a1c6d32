import { addAbortSignal } from "node:stream";
import { buffer } from "node:stream/consumers";
import { and, asc, eq, gte, inArray, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import { IMAGE_WIDTHS } from "../../../contract/api/files.ts";
import type { ImageDimensions } from "../../../contract/api/images.ts";
import { limits } from "../../../contract/rules/limits.ts";
import { type Database, inTransaction, type Queries } from "../../platform/database/index.ts";
import type { Log } from "../../platform/log/index.ts";
import type { PageInvalidations } from "../../platform/page-invalidation.ts";
import type { Storage } from "../../platform/storage/port.ts";
import { readDimensions } from "./images.ts";
import { imageIdOf, imageKey } from "./keys.ts";
import { files } from "./tables.ts";

const LARGEST = Math.max(...IMAGE_WIDTHS);

/** Returns the known dimensions of this site's images by URL. */
export async function findImageDimensions(
  db: Queries,
  { publicUrl, urls }: { publicUrl: string; urls: readonly string[] },
): Promise<Map<string, ImageDimensions>> {
  const known = new Map<string, ImageDimensions>();
  const idOf = new Map(urls.map((url) => [url, imageIdOf(publicUrl, url)]));
  const ids = [...idOf.values()].filter((id) => id !== undefined);
  if (ids.length === 0) return known;
  const { id, width, height } = files;
  const rows = await db
    .select({ id, width, height })
    .from(files)
    .where(and(inArray(id, ids), isNotNull(width), isNotNull(height)));
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const [url, imageId] of idOf) {
    const row = imageId === undefined ? undefined : byId.get(imageId);
    if (row?.width && row.height) known.set(url, { width: row.width, height: row.height });
  }
  return known;
}

const BATCH_SIZE = 100;
/** The next run, an hour later, measures the rest. */
const MAX_MS = 10 * 60_000;
/** Sending an image longer than this counts as a failure of the storage. */
const READ_MS = 30_000;
/** After this many failures in a run, the storage counts as unavailable. */
const MAX_FAILURES = 5;

type Deps = {
  db: Database;
  storage: Pick<Storage, "openFile">;
  pageInvalidations: Pick<PageInvalidations, "publish">;
  log: Pick<Log, "info">;
};
type Unmeasured = { id: string; creatorId: number };
type Measured = ImageDimensions & { id: string };

/**
 * Stores the dimensions of images uploaded to an earlier release, or to a node of the previous release.
 * Missing files and non-images are left out. A storage failure is thrown once the others are measured.
 */
export async function measureImages(deps: Deps): Promise<void> {
  const { db, storage, log } = deps;
  const endsAt = performance.now() + MAX_MS;
  const failures: unknown[] = [];
  const isOver = () => performance.now() > endsAt || failures.length >= MAX_FAILURES;
  let count = 0;
  const first = await findUnmeasured(db);
  if (first === undefined) return;
  for (const range of [gte(files.creatorId, first), lt(files.creatorId, first)])
    for (let after: Unmeasured = { creatorId: 0, id: "" }; !isOver(); ) {
      const images = await listUnmeasured(db, { range, after });
      const measured: Measured[] = [];
      for (const { id } of images) {
        if (isOver()) break;
        const dimensions = await measure(storage, id).catch((error) => void failures.push(error));
        if (dimensions) measured.push({ id, ...dimensions });
      }
      count += await saveDimensions(deps, measured);
      const last = images.at(-1);
      if (!last || images.length < BATCH_SIZE) break;
      after = last;
    }
  if (count > 0) log.info({ images: count }, "stored the dimensions of images of an earlier release");
  if (failures.length > 0) throw failures[0];
}

const isUnmeasured = and(eq(files.purpose, "image"), isNull(files.width), isNotNull(files.creatorId));

/** Returns a random creator with such images, so that unreadable images cannot block the rest. */
async function findUnmeasured(db: Queries): Promise<number | undefined> {
  const [row] = await db
    .select({ creatorId: files.creatorId })
    .from(files)
    .where(isUnmeasured)
    .orderBy(sql`random()`)
    .limit(1);
  return row?.creatorId ?? undefined;
}

/** By creator, because a creator's pages change together. */
async function listUnmeasured(db: Queries, { range, after }: { range: SQL; after: Unmeasured }) {
  const { id, creatorId } = files;
  const rows = await db
    .select({ id, creatorId })
    .from(files)
    .where(
      and(
        isUnmeasured,
        range,
        gte(creatorId, after.creatorId),
        sql`(${creatorId}, ${id}) > (${after.creatorId}, ${after.id})`,
      ),
    )
    .orderBy(asc(creatorId), asc(id))
    .limit(BATCH_SIZE);
  return rows.flatMap((row) => (row.creatorId === null ? [] : { id: row.id, creatorId: row.creatorId }));
}

async function measure(storage: Deps["storage"], id: string): Promise<ImageDimensions | undefined> {
  const opened = await storage.openFile(imageKey(id, LARGEST));
  if (!opened) return undefined;
  // Larger than any re-encoded image.
  if (opened.size > limits.imageBytes) return void opened.stream.destroy();
  return readDimensions(await buffer(addAbortSignal(AbortSignal.timeout(READ_MS), opened.stream)));
}

/** Saves dimensions, announces the pages that show them, and returns the number of new ones. */
async function saveDimensions({ db, pageInvalidations }: Deps, measured: Measured[]): Promise<number> {
  if (measured.length === 0) return 0;
  const column = <Key extends keyof Measured>(key: Key) => sql.param(measured.map((image) => image[key]));
  return inTransaction(db, async (tx) => {
    const { rows } = await tx.execute<{ creator_id: number | null }>(sql`
      update ${files} set width = image.width, height = image.height
      from unnest(${column("id")}::text[], ${column("width")}::integer[], ${column("height")}::integer[])
        as image (id, width, height)
      where ${files.id} = image.id and ${files.width} is null
      returning ${files.creatorId}`);
    for (const creatorId of new Set(rows.map(({ creator_id }) => creator_id)))
      if (creatorId !== null) await pageInvalidations.publish(tx, creatorId);
    return rows.length;
  });
}
