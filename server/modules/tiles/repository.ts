import { and, asc, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { ProductType } from "../../../contract/api/products.ts";
import type { TileState } from "../../../contract/api/tiles.ts";
import { TILES_PER_RESPONSE } from "../../../contract/rules/limits.ts";
import {
  TILE_TYPES_IN_SQL,
  type TileCount,
  UNLINKED_TYPES_IN_SQL,
} from "../../../contract/rules/tile-types.ts";
import { isNotDeleted } from "../../platform/database/deleted-rows.ts";
import { onViolation } from "../../platform/database/errors.ts";
import {
  type Database,
  first,
  firstOrThrow,
  lazyPrepared,
  type Queries,
} from "../../platform/database/index.ts";
import { filesOfProduct, missingPart, products } from "../products/index.ts";
import { errors } from "./errors.ts";
import { isLive, tileState } from "./schedule.ts";
import { tiles } from "./tables.ts";

type TileColumns = typeof tiles.$inferSelect;
type TileValues = Omit<
  typeof tiles.$inferInsert,
  "id" | "creatorId" | "position" | "blocked" | "createdAt" | "deletedAt" | "hiddenBeforeDeletion"
>;
type Owned = { creatorId: number; id: number };

/** A tile as shown on a page, with its product. */
export type TileRow = Omit<
  TileColumns,
  "creatorId" | "blocked" | "createdAt" | "deletedAt" | "hiddenBeforeDeletion"
> & {
  state: TileState;
  product: {
    priceCents: number;
    minPriceCents: number | null;
    currency: string;
    mediaUrl: string | null;
    mediaAlt: string | null;
    mediaFocusX: number;
    mediaFocusY: number;
    name: string;
    slug: string;
    type: ProductType;
    stock: number | null;
    missingPart: string | null;
  } | null;
  /** The product's files. */
  files: { name: string; size: number }[];
};

// Selects the displayed columns only, because this query runs often and returns many rows.
const {
  creatorId: _owner,
  createdAt: _age,
  deletedAt: _deletion,
  hiddenBeforeDeletion: _former,
  blocked: _blocked,
  ...tile
} = getTableColumns(tiles);
export const tileColumns = tile;
export const productColumns = {
  priceCents: products.priceCents,
  minPriceCents: products.minPriceCents,
  currency: products.currency,
  mediaUrl: products.mediaUrl,
  mediaAlt: products.mediaAlt,
  mediaFocusX: products.mediaFocusX,
  mediaFocusY: products.mediaFocusY,
  name: products.name,
  slug: products.slug,
  type: products.type,
  stock: products.stock,
  missingPart,
};
export const inPageOrder = [asc(tiles.position), asc(tiles.id)] as const;
/**
 * The condition that a tile is not deleted and has a known type. Nodes of the next release may add tiles of
 * new types.
 */
export const isPresent = and(isNotDeleted(tiles), sql`${tiles.type} in (${sql.raw(TILE_TYPES_IN_SQL)})`);

function selectTiles(db: Queries) {
  return db
    .select({ tile: { ...tile, state: tileState() }, product: productColumns, files: filesOfProduct })
    .from(tiles)
    .leftJoin(products, eq(products.id, tiles.productId));
}

const firstTilesOf = lazyPrepared((db) =>
  selectTiles(db)
    .where(and(eq(tiles.creatorId, sql.placeholder("creatorId")), isPresent))
    .orderBy(...inPageOrder)
    .limit(TILES_PER_RESPONSE + 1)
    .prepare("list_tiles"),
);

/** Returns the first tiles of a page in order: as many as a response encodes at once, and one more. */
export async function listFirstTiles(db: Database, creatorId: number): Promise<TileRow[]> {
  const rows = await firstTilesOf(db).execute({ creatorId });
  return rows.map(({ tile, ...joined }) => ({ ...tile, ...joined }));
}

export async function listTilePart(
  db: Queries,
  creatorId: number,
  { from, maxTiles }: { from: number; maxTiles: number },
): Promise<TileRow[]> {
  const rows = await selectTiles(db)
    .where(and(eq(tiles.creatorId, creatorId), isPresent))
    .orderBy(...inPageOrder)
    .offset(from)
    .limit(maxTiles);
  return rows.map(({ tile, ...joined }) => ({ ...tile, ...joined }));
}

/**
 * Returns a text that changes with every change of a creator's list: to its rows, their products (a change of files changes the product),
 * or scheduled states.
 */
export async function readListVersion(db: Queries, creatorId: number): Promise<string | null> {
  const versions = sql`concat_ws(' ', ${tiles.id}, ${tiles}.xmin, ${products}.xmin, ${tileState()})`;
  const [row] = await db
    .select({ version: sql<string | null>`md5(string_agg(${versions}, ',' order by ${tiles.id}))` })
    .from(tiles)
    .leftJoin(products, eq(products.id, tiles.productId))
    .where(eq(tiles.creatorId, creatorId));
  return row?.version ?? null;
}

export async function findShownProduct(db: Queries, productId: number | null) {
  if (productId === null) return undefined;
  const [row] = await db
    .select({ product: productColumns, files: filesOfProduct, isActive: products.active })
    .from(products)
    .where(eq(products.id, productId));
  return row;
}

/** Returns the tiles that sell a product, in page order, with whether visitors can open them now. */
export function listTilesOfProduct(db: Queries, productId: number) {
  return db
    .select({ id: tiles.id, isOpen: sql<boolean>`${tiles.active} and ${isLive()}` })
    .from(tiles)
    .where(and(eq(tiles.productId, productId), isPresent))
    .orderBy(...inPageOrder);
}

const ownTile = and(
  eq(tiles.id, sql.placeholder("id")),
  eq(tiles.creatorId, sql.placeholder("creatorId")),
  isPresent,
);
const tileOf = lazyPrepared((db) => selectTiles(db).where(ownTile).prepare("find_tile"));

export async function findTile(db: Queries, owner: Owned): Promise<TileRow | undefined> {
  const [row] = await tileOf(db).execute(owner);
  return row && { ...row.tile, product: row.product, files: row.files };
}

export const findAnyTile = (db: Queries, id: number) =>
  db
    .select({ ...getTableColumns(tiles), state: tileState() })
    .from(tiles)
    .where(and(eq(tiles.id, id), isPresent))
    .then(first);

export const countTiles = async (db: Queries, creatorId: number): Promise<TileCount> => {
  const [row] = await db
    .select({
      all: sql<number>`count(*)`.mapWith(Number),
      blocks:
        sql<number>`count(*) filter (where ${tiles.type} in (${sql.raw(UNLINKED_TYPES_IN_SQL)}))`.mapWith(
          Number,
        ),
    })
    .from(tiles)
    .where(and(eq(tiles.creatorId, creatorId), isNotDeleted(tiles)));
  return row ?? { all: 0, blocks: 0 };
};

/** Inserts a tile at the end of the page. Throws 400 if its product was deleted in the meantime. */
export async function insertTile(db: Queries, creatorId: number, values: TileValues): Promise<number> {
  const end = sql<number>`(select coalesce(max(${tiles.position}) + 1, 0) from ${tiles} where ${tiles.creatorId} = ${creatorId} and ${isNotDeleted(tiles)})`;
  const row = await db
    .insert(tiles)
    .values({ ...values, creatorId, position: end })
    .returning({ id: tiles.id })
    .catch(rejectDeletedProduct)
    .then(firstOrThrow("insert returned no tile"));
  return row.id;
}

const value = (name: keyof TileValues) => sql`${sql.placeholder(name)}`;
const tileUpdate = lazyPrepared((db) =>
  db
    .update(tiles)
    .set({
      type: value("type"),
      title: value("title"),
      titleShown: value("titleShown"),
      description: value("description"),
      imageUrl: value("imageUrl"),
      imageAlt: value("imageAlt"),
      imageFocusX: value("imageFocusX"),
      imageFocusY: value("imageFocusY"),
      // The driver would send a list as an array of SQL.
      images: sql`${sql.param(sql.placeholder("images"), tiles.images)}`,
      url: value("url"),
      productId: value("productId"),
      buttonLabel: value("buttonLabel"),
      consentText: value("consentText"),
      goal: value("goal"),
      contact: value("contact"),
      event: value("event"),
      active: value("active"),
      hidden: value("hidden"),
      startsAt: value("startsAt"),
      endsAt: value("endsAt"),
      size: value("size"),
    } satisfies Record<keyof TileValues, SQL>)
    .where(ownTile)
    .returning({ ...tile, state: tileState() })
    .prepare("update_tile"),
);

/**
 * Updates all fields of a tile's form. Returns the tile without its product. Throws 400 if its product was
 * deleted in the meantime.
 */
export const updateTile = (db: Queries, owner: Owned, values: Required<TileValues>) =>
  tileUpdate(db)
    .execute({ ...values, ...owner })
    .catch(rejectDeletedProduct)
    .then(first);

const rejectDeletedProduct = onViolation("tiles_product_id_products_id_fk", errors.productNotOwn);

/** Returns the titles of all tiles of a creator, including deleted ones that can be restored. */
export const listTileTitles = (db: Queries, creatorId: number): Promise<{ id: number; title: string }[]> =>
  db.select({ id: tiles.id, title: tiles.title }).from(tiles).where(eq(tiles.creatorId, creatorId));
