import { carryVisit, track, trackPageView } from "./track.ts";

/** Reports a visit of a creator's page (`data-creator`): the view, and every click on a tile's link. */
export function enhanceVisit(page: HTMLElement): void {
  const creatorId = creatorIdOf(page);
  trackPageView(creatorId);
  const report = (event: MouseEvent) => {
    if (event.type === "auxclick" && event.button !== 1) return;
    if (!(event.target instanceof Element)) return;
    const link = event.target.closest<HTMLAnchorElement>('a[href^="/@"]');
    if (link) carryVisit(link);
    const tile = event.target.closest("a[data-tile]");
    if (tile) track({ creatorId, tileId: Number(tile.getAttribute("data-tile")), event: "tile_click" });
  };
  page.addEventListener("click", report, true);
  page.addEventListener("auxclick", report, true);
}

/** Returns the id of the creator whose page the element is on. */
export function creatorIdOf(element: HTMLElement): number {
  return Number(element.closest("[data-creator]")?.getAttribute("data-creator"));
}
