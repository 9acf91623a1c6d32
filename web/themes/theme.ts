import type { Alignment, Background, FontPairing, Layout, TileShape } from "../../contract/api/appearance.ts";

/**
 * A colour: `#rrggbb`, or lightness (0 to 1), chroma (0 to 0.4) and hue (degrees, or the accent's) in OKLCH
 * (https://www.w3.org/TR/css-color-4/#ok-lab). A number after the accent's hue rotates it by these degrees.
 */
export type Tone =
  | `#${string}`
  | readonly [lightness: number, chroma: number, hue: number | "accent" | readonly ["accent", number]];

/** The colours of a theme in one scheme. Unreadable ones are changed until they are readable. */
export type Palette = {
  ground: Tone;
  surface: Tone;
  line: Tone;
  ink: Tone;
  muted: Tone;
  /** More background colours by variable name; `ground-2` and `ground-3` belong to gradients and patterns. */
  behind?: Readonly<Record<string, Tone>>;
  /** The colours of tiles without an image. */
  letters: readonly [Tone, Tone, Tone, Tone, Tone];
};

/** A look of a page, one file in `looks`. */
export type Theme = {
  label: string;
  description: string;
  /** The default accent as `#rrggbb`. */
  accent: `#${string}`;
  light: Palette;
  dark: Palette;
  fonts: FontPairing;
  background: Exclude<Background, "image">;
  tileShape: TileShape;
  layout: Layout;
  alignment: Alignment;
  /** True if the avatar may overlap the cover: it is at the top of the header, above the name, and nothing clips it. */
  avatarOnCover: boolean;
  /** The default background. */
  backgroundCss?: string;
  /** The radius of tiles, cards and controls in pixels. */
  radius: readonly [tile: number, card: number, control: number];
  /** Rules after the product's. They use the colour variables, so that a creator's accent reaches them. */
  css?: string;
  /** More rules for the grid and for the list. */
  gridCss?: string;
  listCss?: string;
};
