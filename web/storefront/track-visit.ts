import { track, trackPageView } from "../lib/track.ts";

/** Reports a visit of a creator's page: that it was seen, and every click on a tile, before and after the page comes to life. */
export function trackVisit(creatorId: number): void {
  trackPageView(creatorId);
  const report = (event: MouseEvent) => {
    if (event.type === "auxclick" && event.button !== 1) return;
    const tile = event.target instanceof Element ? event.target.closest("a[data-tile]") : null;
    if (tile) track({ creatorId, tileId: Number(tile.getAttribute("data-tile")), event: "tile_click" });
  };
  document.addEventListener("click", report, true);
  document.addEventListener("auxclick", report, true);
}
