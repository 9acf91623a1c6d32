import type { TileSize } from "./tile-sizes.ts";

type TileTypeRules = {
  /** The field that this type requires and other types clear, or null. */
  needs: "url" | "productId" | null;
  /** The target of a click, or null for a heading, which cannot be clicked. */
  opens: "new-tab" | "dialog" | null;
  /** True for a paid link, which is marked for visitors and search engines. */
  sponsored: boolean;
  /** True for a form, which a tile of full width shows on the page in place of a link to it. */
  isForm: boolean;
};

/** Every type of tile. Schemas, the database, forms and pages follow this table. It contains no validator, because public pages load it, too. */
export const TILE_TYPES = {
  link: { needs: "url", opens: "new-tab", sponsored: false, isForm: false },
  link_ad: { needs: "url", opens: "new-tab", sponsored: true, isForm: false },
  product: { needs: "productId", opens: "dialog", sponsored: false, isForm: false },
  tip: { needs: "productId", opens: "dialog", sponsored: false, isForm: true },
  content: { needs: "url", opens: "new-tab", sponsored: false, isForm: false },
  signup: { needs: null, opens: "dialog", sponsored: false, isForm: true },
  heading: { needs: null, opens: null, sponsored: false, isForm: false },
} as const satisfies Record<string, TileTypeRules>;

export type TileType = keyof typeof TILE_TYPES;

export const TILE_TYPE_NAMES = Object.keys(TILE_TYPES) as TileType[];

export function tileTypeRules(type: TileType): TileTypeRules {
  return TILE_TYPES[type];
}

export function isHeading({ type }: { type: TileType }): boolean {
  return TILE_TYPES[type].opens === null;
}

/** True for a tile that shows its form on the page. */
export function isFormOnPage({ type, size }: { type: TileType; size: TileSize }): boolean {
  return TILE_TYPES[type].isForm && size === "full";
}

/** True for a tile whose content is on the page itself, so that nothing opens its detail. */
export function isOnPage(tile: { type: TileType; size: TileSize }): boolean {
  return isHeading(tile) || isFormOnPage(tile);
}

/** Returns the size that a tile has on the page. The Free plan shows forms, but no other wide tiles. */
export function shownSize(tile: { type: TileType; size: TileSize }, hasPlan: boolean): TileSize {
  return hasPlan || isFormOnPage(tile) ? tile.size : "normal";
}

/** The types of forms as a list in SQL. */
export const FORM_TYPES_IN_SQL = inSql(TILE_TYPE_NAMES.filter((type) => TILE_TYPES[type].isForm));
/** The types as a list in SQL. */
export const TILE_TYPES_IN_SQL = inSql(TILE_TYPE_NAMES);

function inSql(types: readonly TileType[]): string {
  return types.map((type) => `'${type}'`).join(", ");
}
