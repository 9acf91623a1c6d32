import headingLatin from "@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff?inline";
import headingMore from "@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-ext-700-normal.woff?inline";
import textLatin from "@fontsource/instrument-sans/files/instrument-sans-latin-500-normal.woff?inline";
import textMore from "@fontsource/instrument-sans/files/instrument-sans-latin-ext-500-normal.woff?inline";

export const HEADING = "Bricolage Grotesque";
export const TEXT = "Instrument Sans";

/** The product's type as the drawing library takes it: not variable, and not packed the second way. */
export const fonts = [
  { name: HEADING, data: bytesOf(headingLatin), weight: 700 },
  { name: `${HEADING} more`, data: bytesOf(headingMore), weight: 700 },
  { name: TEXT, data: bytesOf(textLatin), weight: 500 },
  { name: `${TEXT} more`, data: bytesOf(textMore), weight: 500 },
] as const;

function bytesOf(dataUrl: string): ArrayBuffer {
  const letters = atob(dataUrl.slice(dataUrl.indexOf(",") + 1));
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0)).buffer;
}
