import type { DraftTile } from "../../../contract/api/page-preview.ts";
import type { TileState } from "../../../contract/api/tiles.ts";
import type { Queries } from "../../platform/database/index.ts";
import type { CreatorRow } from "../creators/index.ts";
import { listTileIds } from "./order.ts";
import { findShownProduct, type TileRow } from "./repository.ts";
import { toValues } from "./service.ts";

type Drafted = {
  row: TileRow;
  /** The ids of the preceding tiles, including hidden ones. */
  before: readonly number[];
  /**
   * False if visitors would not see the tile: it is hidden, before its start, past its end, or of an inactive
   * product.
   */
  isShown: boolean;
};

/** The id of an unsaved tile. No saved tile has it. */
const NEW_TILE_ID = 0;

/** Returns a tile as a page would show it at a time after saving it. Throws the 400 of saving it. */
export async function readDraft(
  db: Queries,
  creator: Pick<CreatorRow, "id" | "timeZone">,
  { tile, at, publicUrl }: { tile: DraftTile; at: Date; publicUrl: string },
): Promise<Drafted> {
  const [values, found, ids] = await Promise.all([
    toValues(db, { publicUrl }, { creator, input: tile.content }),
    findShownProduct(db, tile.content.productId),
    listTileIds(db, creator.id),
  ]);
  const sold = withTip(found, tile.content);
  const saved = tile.id === null ? -1 : ids.indexOf(tile.id);
  // A tile that was deleted in the meantime can become a new one.
  const place = saved < 0 ? ids.length : saved;
  const state = stateOf(values, at);
  const row = { ...values, id: ids[saved] ?? NEW_TILE_ID, position: place, state };
  return {
    row: { ...row, product: sold?.product ?? null, files: sold?.files ?? [] },
    before: ids.slice(0, place),
    isShown: state === "live" && (sold?.isActive ?? true),
  };
}

/** Returns the product part of a tile, with the unsaved amount of its tip. */
function withTip(
  sold: Awaited<ReturnType<typeof findShownProduct>>,
  { productId, tipCents: priceCents, tipCurrency: currency, title }: DraftTile["content"],
): typeof sold {
  if (priceCents === undefined || currency === undefined) return sold;
  if (sold?.product.type === "tip") return { ...sold, product: { ...sold.product, priceCents, currency } };
  if (productId !== null) return sold;
  const image = { mediaUrl: null, mediaAlt: null, mediaFocusX: 50, mediaFocusY: 50 };
  const tip = {
    name: title,
    slug: "",
    type: "tip" as const,
    minPriceCents: null,
    stock: null,
    missingPart: null,
  };
  return { product: { ...tip, ...image, priceCents, currency }, files: [], isActive: true };
}

type Schedule = Pick<TileRow, "hidden" | "startsAt" | "endsAt">;

/** Computes the same as `tileState` in SQL. */
function stateOf({ hidden, startsAt, endsAt }: Schedule, at: Date): TileState {
  if (hidden) return "hidden";
  if (endsAt && endsAt <= at) return "ended";
  return startsAt && startsAt > at ? "scheduled" : "live";
}
