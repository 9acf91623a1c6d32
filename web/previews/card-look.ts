import type { PreviewModel } from "../../contract/pages/previews.ts";
import { ACCENT_COLORS, BRAND_COLORS } from "../../contract/rules/brand.ts";
import { lookColors, resolveAppearance } from "../themes/look.ts";

/** The look of a preview image, always in the light scheme, because an image cannot follow the reader's. */
export type CardLook = {
  ground: string;
  ink: string;
  muted: string;
  primary: string;
  line: string;
  /** The background and text of a missing avatar's placeholder. */
  button: string;
  onButton: string;
  letters: readonly string[];
  onLetter: string;
  /** The radius of tiles and the avatar. */
  cell: string;
  face: number;
};

const CELL_RADII = { square: "0px", circle: "82px", arch: "82px 82px 14px 14px" } as const;

/** The look of a creator's preview image. */
export function cardLook(appearance: PreviewModel["appearance"]): CardLook {
  const { ground, ink, muted, primary, line } = BRAND_COLORS.light;
  if (!appearance)
    return {
      ...{ ground, ink, muted, primary, line },
      button: primary,
      onButton: "#FFFFFF",
      letters: Object.values(ACCENT_COLORS),
      onLetter: "#FFFFFF",
      cell: "26px",
      face: 34,
    };
  const colors = lookColors(appearance)[appearance.scheme ?? "light"];
  const { theme, tileShape } = resolveAppearance(appearance);
  const [tile] = theme.radius;
  return {
    ...colors,
    onButton: colors["on-button"],
    onLetter: colors["on-letter"],
    cell: tileShape === "rounded" ? `${tile * 1.3}px` : CELL_RADII[tileShape],
    face: tileShape === "square" ? 0 : tileShape === "rounded" ? tile * 1.7 : 58,
  };
}
