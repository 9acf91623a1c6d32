import type { PageTile } from "../../../contract/pages/pages.ts";

/** Sorts each run of neighbouring events by their start. All other tiles keep their places. */
export function withEventsByDate(tiles: readonly PageTile[]): PageTile[] {
  const sorted: PageTile[] = [];
  for (const tile of tiles) {
    let place = sorted.length;
    while (tile.event && isLater(sorted[place - 1], tile.event.starts_at)) place -= 1;
    sorted.splice(place, 0, tile);
  }
  return sorted;
}

const isLater = (tile: PageTile | undefined, start: string) =>
  tile?.event != null && tile.event.starts_at > start;

/** True if an event has no tickets left, by its creator or by the stock of its product. */
export const isSoldOut = ({ event, product }: Pick<PageTile, "event" | "product">): boolean =>
  event?.sold_out === true || product?.sold_out === true;
