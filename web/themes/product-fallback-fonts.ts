import type { PluginAPI } from "tailwindcss/plugin";
import { fallbackFaces, PRODUCT_FONTS } from "./font-families.ts";

/** Adds fallback faces for the product's fonts to a stylesheet. Tailwind loads it for `web/ui/theme.css`. */
// biome-ignore lint/style/noDefaultExport: Tailwind takes the default export of a plugin
export default function addFallbackFonts({ addBase }: Pick<PluginAPI, "addBase">): void {
  addBase({ "@font-face": PRODUCT_FONTS.flatMap(fallbackFaces) });
}
