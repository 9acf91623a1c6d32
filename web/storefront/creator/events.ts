import type { PageTile } from "../../../contract/pages/pages.ts";

/** Sorts the events of each section, which begins with a heading, by their start. All other tiles keep their places. */
export function withEventsByDate(tiles: readonly PageTile[]): PageTile[] {
  const starts = tiles.flatMap(({ type }, index) => (type === "heading" ? [index] : []));
  return [0, ...starts].flatMap((start, index) => withSortedEvents(tiles.slice(start, starts[index])));
}

function withSortedEvents(section: readonly PageTile[]): PageTile[] {
  const events = section.filter(({ event }) => event !== null);
  events.sort((one, other) => Number(startOf(one) > startOf(other)) - Number(startOf(one) < startOf(other)));
  return section.map((tile) => (tile.event && events.shift()) || tile);
}

const startOf = ({ event }: PageTile): string => event?.starts_at ?? "";

/** True if an event has no tickets left, by its creator or by the stock of its product. */
export const isSoldOut = ({ event, product }: Pick<PageTile, "event" | "product">): boolean =>
  event?.sold_out === true || product?.sold_out === true;
