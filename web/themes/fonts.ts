import type { FontPairing } from "../../contract/api/appearance.ts";
import { FONT_FILES } from "./font-files.ts";

type FontName = keyof typeof FONT_FILES;
/** Widths and heights of a font against its fallback at one weight, in percent. */
type Metrics = readonly [weight: number, sizeAdjust: number, ascent: number, descent: number];
type Family = { name: string; fallback: keyof typeof FALLBACKS; metrics: readonly Metrics[] };
type Pairing = { label: string; heading: FontName; text: FontName; headingWeight: number };

/** Fonts of the same widths, one of which most machines have, and the fallback for the others. */
const FALLBACKS = {
  sans: { local: ["Arial", "Liberation Sans", "Helvetica Neue", "Roboto"], generic: "sans-serif" },
  serif: { local: ["Times New Roman", "Liberation Serif", "Times"], generic: "serif" },
  mono: { local: ["Courier New", "Liberation Mono", "Courier"], generic: "monospace" },
} as const;
/** From this weight on, the bold face of the fallback is closer. */
const BOLD = 600;

/**
 * `sizeAdjust` is the width of 480 characters of running text at that weight, divided by its width in the fallback;
 * ascent and descent are those of the font divided by it. All measured in Chromium, as in `web/ui/theme.css`.
 */
const FAMILIES: Record<FontName, Family> = {
  // The two of the product stand in its own stylesheet.
  bricolage: { name: "Bricolage Grotesque", fallback: "sans", metrics: [] },
  instrument: { name: "Instrument Sans", fallback: "sans", metrics: [] },
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
  // In capitals, as Poster has it: in small letters it is 88 % as wide as the fallback.
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
};

/** At most two files each. */
export const PAIRINGS: Record<FontPairing, Pairing> = {
  gallery: {
    label: "Bricolage Grotesque, Instrument Sans",
    heading: "bricolage",
    text: "instrument",
    headingWeight: 650,
  },
  editorial: { label: "Newsreader", heading: "newsreader", text: "newsreader", headingWeight: 600 },
  marquee: { label: "Big Shoulders, Archivo", heading: "bigShoulders", text: "archivo", headingWeight: 900 },
  bakery: { label: "Fraunces, Figtree", heading: "fraunces", text: "figtree", headingWeight: 650 },
  code: { label: "JetBrains Mono", heading: "jetbrains", text: "jetbrains", headingWeight: 700 },
  pencil: { label: "Shantell Sans", heading: "shantell", text: "shantell", headingWeight: 600 },
  salon: {
    label: "Cormorant, Instrument Sans",
    heading: "cormorant",
    text: "instrument",
    headingWeight: 500,
  },
  calm: { label: "Figtree", heading: "figtree", text: "figtree", headingWeight: 600 },
  club: { label: "Unbounded, Figtree", heading: "unbounded", text: "figtree", headingWeight: 600 },
  civic: { label: "Archivo", heading: "archivo", text: "archivo", headingWeight: 800 },
  playful: { label: "Fredoka, Nunito", heading: "fredoka", text: "nunito", headingWeight: 600 },
  shop: { label: "Schibsted Grotesk", heading: "schibsted", text: "schibsted", headingWeight: 600 },
};

/** The URLs of the files that a pairing loads. */
export function fontUrls(pairing: FontPairing): string[] {
  const { heading, text } = PAIRINGS[pairing];
  return [...new Set([text, heading])].map((name) => FONT_FILES[name]);
}

/** Returns the variables that set a page in a pairing. */
export function fontVariables(pairing: FontPairing): Record<string, string> {
  const { heading, text, headingWeight } = PAIRINGS[pairing];
  return {
    "--font-sans": familyList(text),
    "--font-display": familyList(heading),
    "--heading-weight": String(headingWeight),
  };
}

/** Returns the faces of a pairing, without ranges: what the Latin files lack comes from other fonts. Each has fallbacks of its metrics, so that text keeps its lines when the font arrives. */
export function fontFaces(pairing: FontPairing): string {
  const { heading, text } = PAIRINGS[pairing];
  return [...new Set([text, heading])].map(facesOf).join("");
}

function facesOf(font: FontName): string {
  const { name, fallback, metrics } = FAMILIES[font];
  if (metrics.length === 0) return "";
  const own = `@font-face{font-family:"${name} Variable";src:url(${FONT_FILES[font]}) format("woff2");font-weight:100 900;font-display:swap}`;
  return own + metrics.map((each) => fallbackFace(name, fallback, each)).join("");
}

function fallbackFace(name: string, fallback: Family["fallback"], metrics: Metrics): string {
  const [weight, sizeAdjust, ascent, descent] = metrics;
  const suffix = weight >= BOLD ? " Bold" : "";
  const src = FALLBACKS[fallback].local.map((font) => `local("${font}${suffix}")`).join(",");
  return `@font-face{font-family:"${name} Fallback";src:${src};font-weight:${weight};size-adjust:${sizeAdjust}%;ascent-override:${ascent}%;descent-override:${descent}%;line-gap-override:0%}`;
}

function familyList(font: FontName): string {
  const { name, fallback } = FAMILIES[font];
  return `"${name} Variable","${name} Fallback",${FALLBACKS[fallback].generic}`;
}
