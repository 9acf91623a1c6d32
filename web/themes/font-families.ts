/** Widths and heights of a font against its fallback at one weight, in percent. */
type Metrics = readonly [weight: number, sizeAdjust: number, ascent: number, descent: number];
type Family = { name: string; fallback: keyof typeof FALLBACKS; metrics: readonly Metrics[] };
/** Local fonts of the same widths, one of which most machines have, and the generic fallback. */
export const FALLBACKS = {
  sans: { local: ["Arial", "Liberation Sans", "Helvetica Neue", "Roboto"], generic: "sans-serif" },
  serif: { local: ["Times New Roman", "Liberation Serif", "Times"], generic: "serif" },
  mono: { local: ["Courier New", "Liberation Mono", "Courier"], generic: "monospace" },
} as const;
/** The product's fonts, whose faces are in its own stylesheet. */
export const PRODUCT_FONTS = ["instrument", "bricolage"] as const satisfies readonly FontName[];
/** From this weight on, the fallback's bold face is closer. */
const BOLD = 600;

/**
 * `sizeAdjust` is the width of 480 characters of running text at that weight, divided by the fallback's width.
 * Ascent and descent are the font's, divided by it. All measured in Chromium.
 */
const families = {
  bricolage: {
    name: "Bricolage Grotesque",
    fallback: "sans",
    metrics: [
      [600, 100.26, 92.76, 26.93],
      [650, 100.94, 92.13, 26.75],
      [700, 101.51, 91.62, 26.6],
    ],
  },
  instrument: {
    name: "Instrument Sans",
    fallback: "sans",
    metrics: [
      [400, 100.86, 96.17, 24.79],
      [500, 102.27, 94.85, 24.45],
      [550, 102.96, 94.21, 24.28],
      [600, 96.3, 100.73, 25.96],
      [650, 96.98, 100.02, 25.78],
      [700, 97.6, 99.39, 25.61],
    ],
  },
  archivo: {
    name: "Archivo",
    fallback: "sans",
    metrics: [
      [400, 97.82, 89.96, 21.47],
      [550, 100.51, 87.55, 20.89],
      [600, 94.53, 93.09, 22.22],
      [800, 102.31, 86.02, 20.53],
    ],
  },
  // In capitals, as Poster uses it: in small letters it is 88 % as wide as the fallback.
  bigShoulders: { name: "Big Shoulders", fallback: "sans", metrics: [[900, 74.4, 133.06, 28.23]] },
  cormorant: { name: "Cormorant", fallback: "serif", metrics: [[500, 96.64, 95.2, 30.01]] },
  figtree: {
    name: "Figtree",
    fallback: "sans",
    metrics: [
      [400, 99.79, 95.2, 25.05],
      [550, 101.08, 93.99, 24.73],
      [600, 94.53, 100.49, 26.45],
    ],
  },
  fraunces: { name: "Fraunces", fallback: "serif", metrics: [[650, 113.64, 86.24, 22.88]] },
  fredoka: { name: "Fredoka", fallback: "sans", metrics: [[600, 93.65, 103.57, 25.63]] },
  jetbrains: {
    name: "JetBrains Mono",
    fallback: "mono",
    metrics: [
      [400, 99.98, 102.02, 30],
      [700, 99.98, 102.02, 30],
    ],
  },
  newsreader: {
    name: "Newsreader",
    fallback: "serif",
    metrics: [
      [400, 104.15, 71.05, 25.92],
      [500, 106.5, 69.49, 25.35],
      [600, 103.05, 71.81, 26.2],
    ],
  },
  nunito: {
    name: "Nunito",
    fallback: "sans",
    metrics: [
      [400, 100.53, 100.46, 34.81],
      [550, 101.85, 99.17, 34.36],
      [600, 95.27, 106.01, 36.74],
    ],
  },
  schibsted: {
    name: "Schibsted Grotesk",
    fallback: "sans",
    metrics: [
      [400, 103.81, 94.4, 25.05],
      [550, 105.99, 92.46, 24.53],
      [600, 99.45, 98.54, 26.14],
    ],
  },
  shantell: {
    name: "Shantell Sans",
    fallback: "sans",
    metrics: [
      [400, 110.54, 92.28, 28.95],
      [550, 115.19, 88.55, 27.78],
      [600, 108.63, 93.9, 29.46],
    ],
  },
  unbounded: { name: "Unbounded", fallback: "sans", metrics: [[600, 127.96, 78.15, 19.54]] },
} as const satisfies Record<string, Family>;

export type FontName = keyof typeof families;
export const FAMILIES: Record<FontName, Family> = families;

/** Returns the faces that replace a font until it is loaded, so that text keeps its lines. */
export function fallbackFaces(font: FontName): Record<string, string>[] {
  const { name, fallback, metrics } = FAMILIES[font];
  return metrics.map(([weight, sizeAdjust, ascent, descent]) => ({
    "font-family": `"${name} Fallback"`,
    src: FALLBACKS[fallback].local
      .map((local) => `local("${local}${weight >= BOLD ? " Bold" : ""}")`)
      .join(","),
    "font-weight": String(weight),
    "size-adjust": `${sizeAdjust}%`,
    "ascent-override": `${ascent}%`,
    "descent-override": `${descent}%`,
    "line-gap-override": "0%",
  }));
}
