import type { LogoFile } from "../config/site-values.ts";
import { loadSharp } from "./sharp.ts";

/** The side of the logo in pixels, enough for the icon of a phone's home screen. */
const SIDE = 192;

/** Renders the operator's logo as a square PNG, so that an SVG is never served. */
export async function renderLogo({ path, svg }: Pick<LogoFile, "path" | "svg">): Promise<Buffer> {
  const sharp = await loadSharp();
  return sharp(svg ?? path)
    .resize(SIDE, SIDE, { fit: "contain", background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png()
    .toBuffer();
}
