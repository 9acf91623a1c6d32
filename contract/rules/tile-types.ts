import type { TileSize } from "./tile-sizes.ts";

type TileTypeRules = {
  /** The field that this type requires, or null. Other types clear `url` and `productId`. */
  needs:
    | "url"
    | "productId"
    | "description"
    | "imageUrl"
    | "images"
    | "endsAt"
    | "eventStartsAt"
    | "goal"
    | "contact"
    | null;
  /** The target of a click on the whole tile, or null for a block, whose content is on the page itself. */
  opens: "new-tab" | "dialog" | null;
  /** True for a paid link, which is marked for visitors and search engines. */
  sponsored: boolean;
  /** True for a form, which a tile of full width shows on the page in place of a link to it. */
  isForm: boolean;
  /** False if the title may be empty. */
  needsTitle: boolean;
  hasImage: boolean;
  /** True for a block with a link in its content. It counts as a tile, and its clicks are counted. */
  hasLink?: boolean;
};

const LINK = {
  needs: "url",
  opens: "new-tab",
  sponsored: false,
  isForm: false,
  needsTitle: true,
  hasImage: true,
} as const;
const DIALOG = { ...LINK, opens: "dialog" } as const;
const BLOCK = { ...LINK, opens: null, needsTitle: false, hasImage: false } as const;

/**
 * Every type of tile; a type that opens nothing is a block. Schemas, the database, forms and pages follow this table. It
 * contains no validator, because public pages load it, too.
 */
export const TILE_TYPES = {
  link: LINK,
  link_ad: { ...LINK, sponsored: true },
  product: { ...DIALOG, needs: "productId" },
  tip: { ...DIALOG, needs: "productId", isForm: true },
  content: LINK,
  signup: { ...DIALOG, needs: null, isForm: true },
  heading: { ...BLOCK, needs: null, needsTitle: true },
  text: { ...BLOCK, needs: "description" },
  questions: { ...BLOCK, needs: "description" },
  picture: { ...BLOCK, needs: "imageUrl", hasImage: true },
  gallery: { ...BLOCK, needs: "images" },
  countdown: { ...BLOCK, needs: "endsAt", needsTitle: true },
  goal: { ...BLOCK, needs: "goal", needsTitle: true },
  contact: { ...BLOCK, needs: "contact" },
  event: { ...BLOCK, needs: "eventStartsAt", needsTitle: true, hasLink: true },
} as const satisfies Record<string, TileTypeRules>;

export type TileType = keyof typeof TILE_TYPES;
/** A type of block, whose content is on the page itself. */
export type BlockType = {
  [Type in TileType]: (typeof TILE_TYPES)[Type]["opens"] extends null ? Type : never;
}[TileType];

export const TILE_TYPE_NAMES = Object.keys(TILE_TYPES) as TileType[];

export function tileTypeRules(type: TileType): TileTypeRules {
  return TILE_TYPES[type];
}

export function isBlockType(type: TileType): type is BlockType {
  return TILE_TYPES[type].opens === null;
}

export function isBlock({ type }: { type: TileType }): boolean {
  return isBlockType(type);
}

/** True for a tile with a link: any but the blocks without one. Such a tile counts as a tile of the Free plan. */
export function isClickable({ type }: { type: TileType }): boolean {
  return !isBlockType(type) || tileTypeRules(type).hasLink === true;
}

/** True for a tile that shows its form on the page. */
export function isFormOnPage({ type, size }: { type: TileType; size: TileSize }): boolean {
  return TILE_TYPES[type].isForm && size === "full";
}

/** True for a tile whose content is on the page itself, so that nothing opens its detail. */
export function isOnPage(tile: { type: TileType; size: TileSize }): boolean {
  return isBlock(tile) || isFormOnPage(tile);
}

/** Returns the size that a tile has on the page. The Free plan shows forms, but no other wide tiles. */
export function shownSize(tile: { type: TileType; size: TileSize }, hasPlan: boolean): TileSize {
  return hasPlan || isFormOnPage(tile) ? tile.size : "normal";
}

/** Blocks without a link that do not count as tiles of the Free plan. */
export const FREE_PLAN_BLOCKS = 10;

/** The number of tiles on a page, and of blocks without a link among them. */
export type TileCount = { all: number; blocks: number };

/** Returns how many tiles count against the limit of the Free plan: all but the first blocks. */
export function countedTiles({ all, blocks }: TileCount): number {
  return all - Math.min(blocks, FREE_PLAN_BLOCKS);
}

export const countTileTypes = (tiles: readonly { type: TileType }[]): TileCount => ({
  all: tiles.length,
  blocks: tiles.filter((tile) => !isClickable(tile)).length,
});

/** The types of forms, of blocks, of blocks without a link, and all types as lists in SQL. */
export const FORM_TYPES_IN_SQL = inSql(TILE_TYPE_NAMES.filter((type) => TILE_TYPES[type].isForm));
export const BLOCK_TYPES_IN_SQL = inSql(TILE_TYPE_NAMES.filter(isBlockType));
export const UNLINKED_TYPES_IN_SQL = inSql(TILE_TYPE_NAMES.filter((type) => !isClickable({ type })));
export const TILE_TYPES_IN_SQL = inSql(TILE_TYPE_NAMES);

function inSql(types: readonly TileType[]): string {
  return types.map((type) => `'${type}'`).join(", ");
}
