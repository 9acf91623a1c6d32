import { DOWNLOAD_DAYS } from "../../../contract/limits.ts";
import type { Tile } from "../../../contract/tiles.ts";
import { hostOf } from "../../lib/text.ts";

/** One sentence on what follows, by type. */
export function blurbOf(tile: Tile, creatorName: string): string {
  const host = tile.url === null ? null : hostOf(tile.url);
  switch (tile.type) {
    case "product":
      return `Checkout takes a moment and needs no account. If it is a file, you get a download link that works for ${DOWNLOAD_DAYS} days.`;
    case "tip":
      return `A small thank-you that helps ${creatorName} make more.`;
    case "content":
      return host ? `Something to watch, read or hear on ${host}.` : "Something to watch, read or hear.";
    case "link_ad":
      return host ? `A paid link that leads to ${host}.` : "A paid link.";
    case "link":
      return host ? `This link leads to ${host}.` : `A note from ${creatorName}.`;
  }
}

/** Told to search engines and to the site a link leads to. */
export function relOf(tile: Tile): string {
  return tile.type === "link_ad" ? "sponsored noopener" : "noopener";
}
