import type { Appearance } from "../../contract/api/appearance.ts";
import type { TileSize } from "../../contract/rules/tile-sizes.ts";
import { resolveAppearance } from "./look.ts";

const GRID = {
  normal: "(min-width: 800px) 240px, 31vw",
  wide: "(min-width: 800px) 500px, 62vw",
  full: "94vw",
};
/** Pages are wider in some themes. */
const WIDE_GRID = {
  normal: "(min-width: 1180px) 370px, 31vw",
  wide: "(min-width: 1180px) 740px, 62vw",
  full: "94vw",
};
const LIST = { normal: "84px", wide: "84px", full: "84px" };

/** The displayed width of tiles' images for the `sizes` attribute. */
export function imageSizesOf(appearance: Appearance | undefined): Record<TileSize, string> {
  if (!appearance) return GRID;
  return resolveAppearance(appearance).layout === "list" ? LIST : WIDE_GRID;
}
