import type { Alignment, Background, FontPairing, Layout, TileShape } from "../../contract/api/appearance.ts";

/**
 * A colour: `#rrggbb`, or lightness (0 to 1), chroma (0 to 0.4) and hue (degrees, or the accent's) in OKLCH
 * (https://www.w3.org/TR/css-color-4/#ok-lab). A number after the accent's hue turns it by so many degrees.
 */
export type Tone =
  | `#${string}`
  | readonly [lightness: number, chroma: number, hue: number | "accent" | readonly ["accent", number]];

/** The colours of a theme in one scheme. Those that text is not readable on are changed until it is. */
export type Palette = {
  ground: Tone;
  surface: Tone;
  line: Tone;
  ink: Tone;
  muted: Tone;
  /** Other colours behind text, by the names of their variables; `ground-2` and `ground-3` are those of gradients and patterns. */
  behind?: Readonly<Record<string, Tone>>;
  /** The colours of tiles without an image. */
  letters: readonly [Tone, Tone, Tone, Tone, Tone];
};

/** How a page can look: one file in `looks`. */
export type Theme = {
  label: string;
  description: string;
  /** The accent until the creator chooses one, as `#rrggbb`. */
  accent: `#${string}`;
  light: Palette;
  dark: Palette;
  fonts: FontPairing;
  background: Exclude<Background, "image">;
  tileShape: TileShape;
  layout: Layout;
  alignment: Alignment;
  /** Whether the avatar may lie on the edge of the cover: where it is the top of the header, above the name, and nothing clips it. */
  avatarOnCover: boolean;
  /** Rules for what is behind the page, until the creator chooses another background. */
  backgroundCss?: string;
  /** The radius of tiles, cards and controls in pixels. */
  radius: readonly [tile: number, card: number, control: number];
  /** Rules after those of the product. They use the variables of the colours, so that a creator's accent reaches them. */
  css?: string;
  /** The same for tiles in the grid, and in the list. */
  gridCss?: string;
  listCss?: string;
};
