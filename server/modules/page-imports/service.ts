import type { ImportRow, PageContents, PageImport, WaitingRows } from "../../../contract/api/page-imports.ts";
import { TileInput } from "../../../contract/api/tiles.ts";
import type { Plans } from "../../../contract/rules/plans.ts";
import {
  type Database,
  inTransaction,
  type Queries,
  type Transaction,
} from "../../platform/database/index.ts";
import { AppError, orNotFound } from "../../platform/http/app-error.ts";
import type { RateLimiter } from "../../platform/http/rate-limiter.ts";
import { parseInput } from "../../platform/http/validation.ts";
import type { CreatorViewer } from "../../platform/http/viewer.ts";
import type { Infrastructure } from "../../platform/infrastructure.ts";
import { consumeUnverifiedLink } from "../blocks/index.ts";
import { type CreatorRow, lockCreator } from "../creators/index.ts";
import type { Products } from "../products/index.ts";
import { addTile, findTile, removeTilesIn, titleOf } from "../tiles/index.ts";
import { errors } from "./errors.ts";
import { PICTURE_JOB, type PictureData } from "./picture-job.ts";
import { addProduct, removeProducts, withoutOwnProducts } from "./products.ts";
import {
  beginUndo,
  type Found,
  findImport,
  findWaiting,
  listApplied,
  setApplied,
  storeWaiting,
} from "./store.ts";
import type { AddedTile } from "./tables.ts";

export type ImportDeps = Pick<Infrastructure, "jobs" | "pageInvalidations"> & {
  db: Database;
  limits: RateLimiter;
  publicUrl: string;
  plans: Plans;
  products: Pick<Products, "importProduct" | "removeProduct">;
};
type Adding = { viewer: CreatorViewer; ip: string; creator: CreatorRow; rows: readonly ImportRow[] };

/** Errors of a row that a page has no room for now. All other errors refuse the whole import. */
const NO_ROOM = new Set([
  "products.limit_reached",
  "tiles.limit_reached",
  "tiles.abuse_limit",
  "blocks.unverified_links",
]);

/** Stores the contents of a page that was read, in place of others that were not applied. Returns them with their id. */
export async function storeContents(
  { db }: Pick<ImportDeps, "db">,
  { creatorId, contents }: { creatorId: number; contents: Omit<PageContents, "id"> },
): Promise<PageContents> {
  return inTransaction(db, async (tx) => {
    await lockCreator(tx, creatorId);
    const offered = await withoutOwnProducts(tx, { creatorId, contents });
    const id = await storeWaiting(tx, {
      kind: "page",
      creatorId,
      source: offered.source,
      rows: offered.rows,
    });
    return { id, ...offered };
  });
}

/**
 * Adds the rows at these places as tiles at the end of the page in one transaction. Those that the page has no
 * room for wait as rows that were read. Repeating it adds nothing. Throws 400 for a missing row, an invalid one or a blocked
 * link, and 409 when another
 * page was read since.
 */
export async function applyImport(
  deps: ImportDeps,
  { viewer, ip, id, places }: { viewer: CreatorViewer; ip: string; id: string; places: readonly number[] },
): Promise<PageImport> {
  const { creatorId } = viewer;
  return inTransaction(deps.db, async (tx) => {
    const creator = await lockCreator(tx, creatorId).then(orNotFound("Page"));
    const found = await findImport(tx, { kind: "page", creatorId, id });
    if (!found) throw errors.replaced();
    if (found.appliedAt !== null) return presentImport(found);
    const rows = places.map((place) => {
      const row = found.rest[place];
      if (!row) throw errors.noSuchRow();
      return row;
    });
    const { added, rest, pictures } = await addRows(tx, deps, { viewer, ip, creator, rows });
    const applied = await setApplied(tx, { kind: "page", creatorId, id }, { added, rest });
    if (rest.length > 0)
      await storeWaiting(tx, { kind: "page", creatorId, source: found.source, rows: rest });
    await deps.jobs.enqueueAll(
      tx,
      PICTURE_JOB,
      pictures.map((data) => ({ data })),
    );
    await deps.pageInvalidations.publish(tx, creatorId);
    return presentImport(applied);
  });
}

async function addRows(tx: Transaction, deps: ImportDeps, { viewer, ip, rows, creator }: Adding) {
  const added: AddedTile[] = [];
  const rest: ImportRow[] = [];
  const pictures: PictureData[] = [];
  for (const row of rows) {
    try {
      if (row.kind === "product") {
        added.push(await addProduct(tx, deps, { creatorId: creator.id, row }));
        continue;
      }
      const input = parseInput(TileInput, toTile(row));
      if (row.url !== null) await consumeUnverifiedLink(deps.limits, { viewer, ip });
      const id = await addTile(tx, deps, { creator, input });
      added.push({ id, title: titleOf(input), url: input.url, description: input.description });
      if (row.image_url !== null && input.url !== null) {
        const isUnverified = viewer.emailVerifiedAt === null;
        const { url } = input;
        pictures.push({ creatorId: creator.id, tileId: id, url, imageUrl: row.image_url, isUnverified, ip });
      }
    } catch (error) {
      if (!(error instanceof AppError && NO_ROOM.has(error.code))) throw error;
      rest.push(row);
    }
  }
  return { added, rest, pictures };
}

const isAddedProduct = (row: AddedTile): row is AddedTile & Required<Pick<AddedTile, "price">> =>
  row.price !== undefined;

const toTile = ({ kind, title, url, description }: ImportRow) =>
  kind === "text"
    ? { type: "text", title: "", titleShown: false, description: title }
    : { type: kind, title, url, description };

/** Returns the imports of the last 30 days, newest first, and the rows that wait to be added. */
export async function listImports(
  db: Queries,
  creatorId: number,
): Promise<{ imports: PageImport[]; waiting: WaitingRows | null }> {
  const rows = await listApplied(db, { creatorId, kind: "page" });
  const waiting = await findWaiting(db, { creatorId, kind: "page" });
  return { imports: rows.map(presentImport), waiting: waiting && { ...waiting, rows: [...waiting.rows] } };
}

/**
 * Deletes the tiles of an import that are unchanged, and returns the titles of the others. Throws 404, and 409
 * a day after the import or when it was undone.
 */
export async function undoImport(
  deps: ImportDeps,
  { creatorId, id }: { creatorId: number; id: string },
): Promise<{ removed: number; kept: string[] }> {
  return inTransaction(deps.db, async (tx) => {
    const row = await beginUndo(tx, { kind: "page", creatorId, id });
    const unchanged: number[] = [];
    const kept: string[] = [];
    const products = row.added.filter(isAddedProduct);
    const { removed, kept: keptProducts } = await removeProducts(tx, deps, { creatorId, added: products });
    for (const { id: tileId, ...imported } of row.added.filter((one) => !isAddedProduct(one))) {
      const tile = await findTile(tx, { creatorId, id: tileId });
      // A tile that was deleted since needs nothing.
      if (!tile) continue;
      const isSame = FIELDS.every((field) => tile[field] === imported[field]);
      if (isSame) unchanged.push(tileId);
      else kept.push(tile.title);
    }
    if (unchanged.length > 0) await removeTilesIn(tx, creatorId, unchanged);
    await deps.pageInvalidations.publish(tx, creatorId);
    return { removed: unchanged.length + removed, kept: [...kept, ...keptProducts] };
  });
}

const FIELDS = ["title", "url", "description"] as const;

function presentImport({ id, source, createdAt, added, rest, undoUntil }: Found<"page">): PageImport {
  return {
    id,
    source,
    created_at: createdAt.toISOString(),
    added: added.length,
    rest: rest.length,
    undo_until: undoUntil?.toISOString() ?? null,
  };
}
