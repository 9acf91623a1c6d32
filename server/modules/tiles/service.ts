import { TileInput, type TilePatch } from "../../../contract/api/tiles.ts";
import { MAX_TILES } from "../../../contract/rules/limits.ts";
import type { Plans } from "../../../contract/rules/plans.ts";
import { moveItem } from "../../../contract/rules/tile-order.ts";
import type { TileSize } from "../../../contract/rules/tile-sizes.ts";
import {
  countedTiles,
  countTileTypes,
  isClickable,
  shownSize,
  type TileCount,
} from "../../../contract/rules/tile-types.ts";
import { toInstant } from "../../platform/clock/local-time.ts";
import {
  type Database,
  inTransaction,
  type Queries,
  type Transaction,
} from "../../platform/database/index.ts";
import { orNotFound } from "../../platform/http/app-error.ts";
import type { Precondition } from "../../platform/http/precondition.ts";
import { parseInput, sentFields } from "../../platform/http/validation.ts";
import { toPublicUrl, toStoredUrl } from "../../platform/own-url.ts";
import { requireLinksAllowed, requireTextAllowed } from "../blocks/index.ts";
import { type CreatorRow, effectivePlan, lockCreator, tileLimit } from "../creators/index.ts";
import { recordPageChange } from "../page-changes/index.ts";
import { countOwnProducts, findProduct } from "../products/index.ts";
import { titleOf } from "./block-name.ts";
import { errors } from "./errors.ts";
import { eventInput, toEvent } from "./event.ts";
import { toSentImages, toStoredImages } from "./gallery.ts";
import { listTileIds, setTileOrder } from "./order.ts";
import { countTiles, findTile, insertTile, type TileRow, updateTile } from "./repository.ts";
import { type TipDeps, withTipProduct } from "./tip-product.ts";

export type TileDeps = TipDeps & { db: Database; plans: Plans };
type Owned = { creatorId: number; id: number };

/**
 * Adds a tile at the end of the page. Throws 403 at the limit of the plan or of all pages, and 400 for another
 * creator's product.
 */
export async function publishTile(
  deps: TileDeps,
  { creatorId, input }: { creatorId: number; input: TileInput },
): Promise<TileRow> {
  return inTransaction(deps.db, async (tx) => {
    const creator = await lockCreator(tx, creatorId).then(orNotFound("Tile"));
    const id = await addTile(tx, deps, {
      creator,
      input: await withTipProduct(tx, deps, { creatorId, input }),
    });
    await deps.pageInvalidations.publish(tx, creatorId);
    return getTile(tx, { creatorId, id });
  });
}

/**
 * Adds a tile like `publishTile`, in a transaction that has locked the creator. The caller announces the
 * change of the page.
 */
export async function addTile(
  tx: Transaction,
  deps: Pick<TileDeps, "publicUrl" | "plans">,
  { creator, input }: { creator: CreatorRow; input: TileInput },
): Promise<number> {
  requireRoom(deps, creator, { now: await countTiles(tx, creator.id), added: [input] });
  requireSizeInPlan(creator, { tile: input, former: "normal" });
  const id = await insertTile(tx, creator.id, await toValues(tx, deps, { creator, input }));
  const subject = { id, title: titleOf(input) };
  await recordPageChange(tx, { creatorId: creator.id, kind: "tile_added", subject });
  return id;
}

/** Changes or moves a tile and validates the result as a whole. Throws 400, 404, 409. */
export async function changeTile(
  deps: TileDeps,
  { creatorId, id, patch, precondition }: Owned & { patch: TilePatch; precondition: Precondition<TileRow> },
): Promise<TileRow> {
  return inTransaction(deps.db, async (tx) => {
    // Without the lock, two concurrent moves would compute positions from the same order.
    const creator = await lockCreator(tx, creatorId).then(orNotFound("Tile"));
    const current = await getTile(tx, { creatorId, id });
    precondition(current);
    if (patch.size)
      requireSizeInPlan(creator, {
        tile: { type: patch.type ?? current.type, size: patch.size },
        former: current.size,
      });
    const { position, ...content } = patch;
    const changes = sentFields(content);
    let saved: Partial<TileRow> | undefined;
    if (Object.keys(changes).length > 0) {
      const input = parseInput(TileInput, {
        ...toInput(current, deps.publicUrl),
        // The former image's description and focal point do not apply to another one.
        ...(changes.imageUrl !== undefined && { imageAlt: null, imageFocus: null }),
        ...changes,
      });
      if (!isClickable(current) && isClickable(input))
        await requireRoomInPlaceOf(tx, deps, { creator, current, input });
      const sold = await withTipProduct(tx, deps, { creatorId, input, current });
      saved = await updateTile(
        tx,
        { creatorId, id },
        await toValues(tx, deps, { creator, input: sold, former: current }),
      );
    }
    if (position !== undefined) {
      const ids = await listTileIds(tx, creatorId);
      await setTileOrder(tx, creatorId, moveItem(ids, id, position));
    }
    await deps.pageInvalidations.publish(tx, creatorId);
    const isMoved = position !== undefined;
    const isSameProduct = saved?.productId === current.productId && saved.type !== "tip";
    return isMoved || !isSameProduct ? getTile(tx, { creatorId, id }) : { ...current, ...saved };
  });
}

/** Throws 403 if a page with these tiles has no room for more. */
export function requireRoom(
  { plans }: Pick<TileDeps, "plans">,
  creator: CreatorRow,
  { now, added }: { now: TileCount; added: readonly Pick<TileInput, "type">[] },
): void {
  const more = countTileTypes(added);
  const after = { all: now.all + more.all, blocks: now.blocks + more.blocks };
  // Check this first, because an upgrade would not raise this limit.
  if (after.all > MAX_TILES) throw errors.abuseLimit();
  // A page may be above the limit since its plan ended, and still take a block that does not count.
  const isMore = countedTiles(after) > countedTiles(now);
  if (isMore && countedTiles(after) > tileLimit(creator, plans)) throw errors.limitReached();
}

/** Throws 403 if a block may not become a tile that counts. */
async function requireRoomInPlaceOf(
  tx: Transaction,
  deps: Pick<TileDeps, "plans">,
  { creator, current, input }: { creator: CreatorRow; current: TileRow; input: TileInput },
): Promise<void> {
  const { all, blocks } = await countTiles(tx, creator.id);
  const replaced = countTileTypes([current]);
  requireRoom(deps, creator, {
    now: { all: all - replaced.all, blocks: blocks - replaced.blocks },
    added: [input],
  });
}

/** Throws 403 for a size of the Creator plan, unless the tile already has it. */
function requireSizeInPlan(
  creator: Parameters<typeof effectivePlan>[0],
  { tile, former }: { tile: Pick<TileInput, "type" | "size">; former: TileSize },
): void {
  const isInPlan = shownSize(tile, effectivePlan(creator) === "creator") === tile.size;
  if (!isInPlan && tile.size !== former) throw errors.sizeNeedsPlan();
}

export const getTile = (tx: Transaction, owner: Owned): Promise<TileRow> =>
  findTile(tx, owner).then(orNotFound("Tile"));

function toInput(tile: TileRow, publicUrl: string) {
  const { title, titleShown, imageUrl, imageFocusX, imageFocusY, ...rest } = tile;
  const { images, startsAt, endsAt, event, ...fields } = rest;
  return {
    ...fields,
    title: titleShown ? title : "",
    imageUrl: toPublicUrl(imageUrl, publicUrl),
    imageFocus: { x: imageFocusX, y: imageFocusY },
    images: toSentImages(images, publicUrl),
    startsAt: startsAt?.toISOString(),
    endsAt: event ? null : endsAt?.toISOString(),
    ...eventInput(event),
  };
}

/**
 * Returns the columns of a tile. Throws 400 for a blocked link or image host, another creator's product, or
 * an end before the start. A goal keeps the products that were deleted since.
 */
export async function toValues(
  tx: Queries,
  deps: Pick<TileDeps, "publicUrl">,
  {
    creator,
    input,
    former,
  }: {
    creator: Pick<CreatorRow, "id" | "timeZone">;
    input: TileInput;
    former?: Pick<TileRow, "url" | "description" | "imageUrl" | "images" | "goal" | "event">;
  },
) {
  if (input.productId !== null && !(await findProduct(tx, { creatorId: creator.id, id: input.productId }))) {
    throw errors.productNotOwn();
  }
  const { url, description, place, goal } = input;
  const added = goal?.productIds.filter((id) => !former?.goal?.productIds.includes(id)) ?? [];
  if (added.length > 0 && (await countOwnProducts(tx, creator.id, added)) < added.length)
    throw errors.goalProductsNotOwn();
  if (url !== former?.url) await requireLinksAllowed(tx, [{ field: "url", url }]);
  const imageUrl = toStoredUrl(input.imageUrl, deps.publicUrl);
  if (imageUrl !== former?.imageUrl)
    await requireLinksAllowed(tx, [{ field: "imageUrl", url: input.imageUrl }]);
  if (description !== former?.description)
    await requireTextAllowed(tx, { field: "description", text: description });
  // Calendars make a link of a URL.
  if (place !== former?.event?.place) await requireTextAllowed(tx, { field: "place", text: place });
  const instantOf = (time: string | null) => (time === null ? null : toInstant(time, creator.timeZone));
  const dated = toEvent(input, creator.timeZone);
  const [startsAt, endsAt] = [instantOf(input.startsAt), dated?.over ?? instantOf(input.endsAt)];
  if (startsAt && endsAt && endsAt <= startsAt) throw dated ? errors.eventOver() : errors.endsBeforeStart();
  const { imageFocus, tipCents: _tip, tipCurrency: _currency, ...others } = input;
  const { eventStartsAt: _start, eventEndsAt: _end, eventTimeZone: _zone, ...rest } = others;
  const { place: _place, soldOut: _soldOut, ...fields } = rest;
  const image = {
    imageUrl,
    imageFocusX: imageFocus.x,
    imageFocusY: imageFocus.y,
    images: await toStoredImages(tx, deps, {
      creatorId: creator.id,
      images: input.images,
      former: former?.images ?? [],
    }),
  };
  return { ...fields, title: titleOf(input), ...image, event: dated?.event ?? null, startsAt, endsAt };
}
