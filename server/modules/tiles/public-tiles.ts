import { and, eq, gt, isNull, or, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { BLOCK_TYPES_IN_SQL, FORM_TYPES_IN_SQL } from "../../../contract/rules/tile-types.ts";
import { anyOf } from "../../platform/database/any-of.ts";
import { isNotDeleted } from "../../platform/database/deleted-rows.ts";
import { lazyPrepared, type Queries } from "../../platform/database/index.ts";
import { filesOfProduct, products } from "../products/index.ts";
import { inPageOrder, isPresent, productColumns, type TileRow, tileColumns } from "./repository.ts";
import { isLive, tileState } from "./schedule.ts";
import { tiles } from "./tables.ts";

/** A length beyond any description, so that none is cut. */
const WHOLE_DESCRIPTION = 2 ** 31 - 1;

type ListBounds = {
  from?: number;
  maxTiles?: number | undefined;
  descriptionLength?: number;
  ids?: readonly number[];
  /** The moment of a preview, by default now. */
  at?: Date | undefined;
};

const isPublic = (creatorId: number | Placeholder, at?: Date) =>
  and(eq(tiles.creatorId, creatorId), or(isNull(tiles.productId), products.active), isPresent, isLive(at));

function selectPublicTiles(
  db: Queries,
  { descriptionLength, at }: { descriptionLength: number | Placeholder; at?: Date | undefined },
) {
  const isOnPage = sql`${tiles.type} in (${sql.raw(BLOCK_TYPES_IN_SQL)}) or ${tiles.type} in (${sql.raw(FORM_TYPES_IN_SQL)}) and ${tiles.size} = 'full'`;
  const description = sql<
    string | null
  >`case when ${isOnPage} then ${tiles.description} else left(${tiles.description}, ${descriptionLength}::int) end`;
  return db
    .select({
      tile: { ...tileColumns, description, state: tileState(at) },
      product: productColumns,
      files: filesOfProduct,
    })
    .from(tiles)
    .leftJoin(products, eq(products.id, tiles.productId));
}

const firstOf = lazyPrepared((db) =>
  selectPublicTiles(db, { descriptionLength: sql.placeholder("descriptionLength") })
    .where(isPublic(sql.placeholder("creatorId")))
    .orderBy(...inPageOrder)
    .limit(sql.placeholder("maxTiles"))
    .prepare("list_public_tiles"),
);

/** Returns the first visible tiles in page order. They are live and not of inactive products. */
export async function listFirstPublicTiles(
  db: Queries,
  creatorId: number,
  { maxTiles, descriptionLength = WHOLE_DESCRIPTION }: { maxTiles: number; descriptionLength?: number },
): Promise<TileRow[]> {
  const rows = await firstOf(db).execute({ creatorId, maxTiles, descriptionLength });
  return rows.map(({ tile, ...joined }) => ({ ...tile, ...joined }));
}

/**
 * Returns further visible tiles, or those of another moment. Without bounds it returns all of them with full
 * descriptions.
 */
export async function listPublicTiles(
  db: Queries,
  creatorId: number,
  { from = 0, maxTiles, descriptionLength = WHOLE_DESCRIPTION, ids, at }: ListBounds = {},
): Promise<TileRow[]> {
  const query = selectPublicTiles(db, { descriptionLength, at })
    .where(and(isPublic(creatorId, at), ids && anyOf(tiles.id, ids)))
    .orderBy(...inPageOrder)
    .offset(from);
  const rows = await (maxTiles === undefined ? query : query.limit(maxTiles));
  return rows.map(({ tile, ...joined }) => ({ ...tile, ...joined }));
}

function selectPublicIds(db: Queries, creatorId: number | Placeholder, at?: Date) {
  return db
    .select({ id: tiles.id })
    .from(tiles)
    .leftJoin(products, eq(products.id, tiles.productId))
    .where(isPublic(creatorId, at))
    .orderBy(...inPageOrder);
}

const idsOf = lazyPrepared((db) =>
  selectPublicIds(db, sql.placeholder("creatorId")).prepare("list_public_tile_ids"),
);

/** Returns the ids of the visible tiles in page order. */
export async function listPublicTileIds(db: Queries, creatorId: number, at?: Date): Promise<number[]> {
  const rows = await (at ? selectPublicIds(db, creatorId, at) : idsOf(db).execute({ creatorId }));
  return rows.map(({ id }) => id);
}

/** The page's first tile that takes a tip now, or null, as a column of a query of creators. */
export function tipTileId(db: Queries, creatorId: AnyPgColumn): SQL<number | null> {
  const first = db
    .select({ id: tiles.id })
    .from(tiles)
    .innerJoin(products, eq(products.id, tiles.productId))
    .where(
      and(
        eq(tiles.creatorId, creatorId),
        eq(tiles.type, "tip"),
        tiles.active,
        products.active,
        isLive(),
        or(isNull(products.stock), gt(products.stock, 0)),
      ),
    )
    .orderBy(...inPageOrder)
    .limit(1);
  return sql<number | null>`${first}`;
}

/** The number of tiles that are not deleted, including hidden ones, as a column of a query of creators. */
export function tileCount(db: Queries, creatorId: AnyPgColumn): SQL<number> {
  return sql<number>`${db
    .select({ count: sql`count(*)` })
    .from(tiles)
    .where(and(eq(tiles.creatorId, creatorId), isNotDeleted(tiles)))}`;
}
