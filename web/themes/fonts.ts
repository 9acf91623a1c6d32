import type { FontPairing } from "../../contract/api/appearance.ts";
import { FALLBACKS, FAMILIES, type FontName, fallbackFaces, PRODUCT_FONTS } from "./font-families.ts";
import { FONT_FILES } from "./font-files.ts";

type Pairing = { label: string; heading: FontName; text: FontName; headingWeight: number };

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

/** The URLs of a pairing's files. */
export function fontUrls(pairing: FontPairing): string[] {
  const { heading, text } = PAIRINGS[pairing];
  return [...new Set([text, heading])].map((name) => FONT_FILES[name]);
}

/** Returns the variables that apply a pairing to a page. */
export function fontVariables(pairing: FontPairing): Record<string, string> {
  const { heading, text, headingWeight } = PAIRINGS[pairing];
  return {
    "--font-sans": familyList(text),
    "--font-display": familyList(heading),
    "--heading-weight": String(headingWeight),
  };
}

/** Returns the faces of a pairing, without ranges: other fonts fill gaps of the Latin files. Fallbacks with the same metrics keep the lines until the font arrives. */
export function fontFaces(pairing: FontPairing): string {
  const { heading, text } = PAIRINGS[pairing];
  return [...new Set([text, heading])].map(facesOf).join("");
}

function facesOf(font: FontName): string {
  if (PRODUCT_FONTS.some((own) => own === font)) return "";
  const own = {
    "font-family": `"${FAMILIES[font].name} Variable"`,
    src: `url(${FONT_FILES[font]}) format("woff2")`,
    "font-weight": "100 900",
    "font-display": "swap",
  };
  return [own, ...fallbackFaces(font)].map(faceOf).join("");
}

const faceOf = (descriptors: Record<string, string>) =>
  `@font-face{${Object.entries(descriptors)
    .map((pair) => pair.join(":"))
    .join(";")}}`;

function familyList(font: FontName): string {
  const { name, fallback } = FAMILIES[font];
  return `"${name} Variable","${name} Fallback",${FALLBACKS[fallback].generic}`;
}
