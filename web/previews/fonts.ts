import textLatin from "@fontsource/instrument-sans/files/instrument-sans-latin-500-normal.woff?inline";
import textMore from "@fontsource/instrument-sans/files/instrument-sans-latin-ext-500-normal.woff?inline";
import type { FontPairing } from "../../contract/api/appearance.ts";

export const HEADING = "Heading";
export const TEXT = "Instrument Sans";

type Files = readonly [latin: Promise<{ default: string }>, more: Promise<{ default: string }>];

/** Heading fonts in a format that the renderer accepts: neither variable nor WOFF2. Each is loaded with its first image. */
const HEADINGS: Record<FontPairing, () => Files> = {
  gallery: () => [
    import("@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff?inline"),
    import("@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-ext-700-normal.woff?inline"),
  ],
  editorial: () => [
    import("@fontsource/newsreader/files/newsreader-latin-600-normal.woff?inline"),
    import("@fontsource/newsreader/files/newsreader-latin-ext-600-normal.woff?inline"),
  ],
  marquee: () => [
    import("@fontsource/big-shoulders/files/big-shoulders-latin-900-normal.woff?inline"),
    import("@fontsource/big-shoulders/files/big-shoulders-latin-ext-900-normal.woff?inline"),
  ],
  bakery: () => [
    import("@fontsource/fraunces/files/fraunces-latin-600-normal.woff?inline"),
    import("@fontsource/fraunces/files/fraunces-latin-ext-600-normal.woff?inline"),
  ],
  code: () => [
    import("@fontsource/jetbrains-mono/files/jetbrains-mono-latin-700-normal.woff?inline"),
    import("@fontsource/jetbrains-mono/files/jetbrains-mono-latin-ext-700-normal.woff?inline"),
  ],
  pencil: () => [
    import("@fontsource/shantell-sans/files/shantell-sans-latin-600-normal.woff?inline"),
    import("@fontsource/shantell-sans/files/shantell-sans-latin-ext-600-normal.woff?inline"),
  ],
  salon: () => [
    import("@fontsource/cormorant/files/cormorant-latin-500-normal.woff?inline"),
    import("@fontsource/cormorant/files/cormorant-latin-ext-500-normal.woff?inline"),
  ],
  calm: () => [
    import("@fontsource/figtree/files/figtree-latin-600-normal.woff?inline"),
    import("@fontsource/figtree/files/figtree-latin-ext-600-normal.woff?inline"),
  ],
  club: () => [
    import("@fontsource/unbounded/files/unbounded-latin-600-normal.woff?inline"),
    import("@fontsource/unbounded/files/unbounded-latin-ext-600-normal.woff?inline"),
  ],
  civic: () => [
    import("@fontsource/archivo/files/archivo-latin-800-normal.woff?inline"),
    import("@fontsource/archivo/files/archivo-latin-ext-800-normal.woff?inline"),
  ],
  playful: () => [
    import("@fontsource/fredoka/files/fredoka-latin-600-normal.woff?inline"),
    import("@fontsource/fredoka/files/fredoka-latin-ext-600-normal.woff?inline"),
  ],
  shop: () => [
    import("@fontsource/schibsted-grotesk/files/schibsted-grotesk-latin-600-normal.woff?inline"),
    import("@fontsource/schibsted-grotesk/files/schibsted-grotesk-latin-ext-600-normal.woff?inline"),
  ],
};

const textFonts = [
  { name: TEXT, data: bytesOf(textLatin), weight: 500 },
  { name: `${TEXT} more`, data: bytesOf(textMore), weight: 500 },
] as const;

/** The fonts of a preview image: the page's for headings, the product's for text. */
export async function previewFonts(pairing: FontPairing) {
  const [latin, more] = await Promise.all(HEADINGS[pairing]());
  return [
    { name: HEADING, data: bytesOf(latin.default), weight: 700 as const },
    { name: `${HEADING} more`, data: bytesOf(more.default), weight: 700 as const },
    ...textFonts,
  ];
}

function bytesOf(dataUrl: string): ArrayBuffer {
  const letters = atob(dataUrl.slice(dataUrl.indexOf(",") + 1));
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0)).buffer;
}
