import type { Appearance } from "../api/appearance.ts";

/** The image size of link previews in pixels, as large sites recommend (https://ogp.me). */
export const PREVIEW_SIZE = { width: 1200, height: 630 } as const;

/** The contents of a preview image. Images are data URLs. */
export type PreviewModel = {
  handle: string;
  displayName: string;
  bio: string | null;
  avatar: string | null;
  /** The site whose name and logo the image shows, or null to show none. */
  site: { name: string; logo: string | null } | null;
  /** The images of the tiles. At most nine are rendered. */
  tiles: PreviewTile[];
  /** A single image instead of the tiles: the card of a product. */
  picture?: PreviewTile;
  appearance?: Appearance;
};
export type PreviewTile = { id: number; title: string; image: string | null };
