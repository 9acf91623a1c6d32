type TileTypeRules = {
  /** The field that this type requires and other types clear, or null. */
  needs: "url" | "productId" | null;
  /** The target of a click, or null for a heading, which cannot be clicked. */
  opens: "new-tab" | "dialog" | null;
  /** True for a paid link, which is marked for visitors and search engines. */
  sponsored: boolean;
};

/** Every type of tile. Schemas, the database, forms and pages follow this table. It contains no validator, because public pages load it, too. */
export const TILE_TYPES = {
  link: { needs: "url", opens: "new-tab", sponsored: false },
  link_ad: { needs: "url", opens: "new-tab", sponsored: true },
  product: { needs: "productId", opens: "dialog", sponsored: false },
  tip: { needs: "productId", opens: "dialog", sponsored: false },
  content: { needs: "url", opens: "new-tab", sponsored: false },
  signup: { needs: null, opens: "dialog", sponsored: false },
  heading: { needs: null, opens: null, sponsored: false },
} as const satisfies Record<string, TileTypeRules>;

export type TileType = keyof typeof TILE_TYPES;

export const TILE_TYPE_NAMES = Object.keys(TILE_TYPES) as TileType[];

export function tileTypeRules(type: TileType): TileTypeRules {
  return TILE_TYPES[type];
}

export function isHeading({ type }: { type: TileType }): boolean {
  return TILE_TYPES[type].opens === null;
}

/** The types as a list in SQL. */
export const TILE_TYPES_IN_SQL = TILE_TYPE_NAMES.map((type) => `'${type}'`).join(", ");
