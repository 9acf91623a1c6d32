import type { Appearance } from "../api/appearance.ts";

/** The size of the image in a link preview in pixels, as large sites recommend it (https://ogp.me). */
export const PREVIEW_SIZE = { width: 1200, height: 630 } as const;

/** The contents of that image; images as data URLs. */
export type PreviewModel = {
  handle: string;
  displayName: string;
  bio: string | null;
  avatar: string | null;
  /** Says what it is made with. */
  branded: boolean;
  /** At most nine are rendered. */
  tiles: PreviewTile[];
  /** One image in place of the tiles: the card of a product. */
  picture?: PreviewTile;
  appearance?: Appearance;
};
export type PreviewTile = { id: number; title: string; image: string | null };
