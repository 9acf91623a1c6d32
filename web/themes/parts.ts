import type { Alignment, Background, Layout, TileShape } from "../../contract/api/appearance.ts";

const RADII: Record<TileShape, string> = {
  rounded: "var(--radius-tile)",
  square: "0px",
  circle: "50%",
  arch: "50% 50% 14px 14px/40% 40% 14px 14px",
};

/** Square pictures, and those of unknown dimensions, stand whole in a niche, because an upright crop would cut off their sides, and the arch their corners. */
const NICHE =
  ".is-uncropped>img{padding:0 4.5% 4.5%;object-fit:contain;object-position:bottom!important;border-radius:0!important}";

/** Rules for the shape of the tiles' images. */
export function shapeRules(shape: TileShape, layout: Layout): string {
  // Only tiles have the shape; details show the whole image. A list's rules override this one.
  const radius = `:root{--tile-radius:${RADII[shape]}}.tile .tile-picture,.tile img{border-radius:var(--tile-radius)}`;
  // Labels on a round image stay within it.
  const inner = ".tile-kind{top:15cqi;inset-inline-end:15cqi}.tile-chip{bottom:3cqi;margin-inline:auto}";
  const isTall = shape === "arch" && layout === "grid";
  const tall = isTall ? `:root{--tile-ratio:1.25}${NICHE}` : "";
  const centered = ".tile-name{text-align:center}";
  if (shape === "circle") return layout === "grid" ? radius + inner + centered : radius;
  return isTall ? `${radius}${tall}${centered}.tile-kind{top:auto;bottom:4cqi}` : radius;
}

/** Rows instead of the grid: image, title, price, type. */
const LIST = `.tiles,.tiles.is-few{grid-template-columns:minmax(0,1fr);gap:10px}
.tiles>li{grid-column:auto!important}
.tile{position:relative;display:grid;grid-template-columns:64px minmax(0,1fr) auto auto;align-items:center;gap:0 14px;min-height:84px;padding:9px 10px;padding-inline-end:14px;border:1px solid var(--line);border-radius:var(--radius-card);background:var(--surface)}
.tile .tile-picture{display:contents}
.tile .tile-picture>img,.tile .tile-letter{position:static;grid-area:1/1;width:64px;height:64px;border-radius:min(var(--tile-radius),calc(var(--radius-card) - 6px));font-size:26px}
.tile-name{grid-area:1/2;margin:0;font-size:16px}
.tile-chip,.tile-kind{position:static;grid-row:1;transform:none}
.tile-chip{grid-column:3;max-width:5em;background:none;color:var(--ink);font-size:15px;line-height:1.2;padding:0;text-align:end}
.tile-kind{grid-column:4;width:28px;background:none;color:var(--muted)}`;

export function layoutRules(layout: Layout): string {
  return layout === "list" ? LIST.replaceAll("\n", "") : "";
}

export function alignmentRules(alignment: Alignment): string {
  return alignment === "center"
    ? ""
    : ".creator-header{align-items:flex-start;text-align:start}.creator-header>:not(.avatar){justify-content:flex-start}.socials{margin-inline-start:-11px}.page-footer{justify-items:start}.page-footer nav{justify-content:flex-start}.page-footer>*{margin-inline-start:-12px}";
}

/** Rules for the page's background. Its colours are variables that keep text readable. */
export function backgroundRules(background: Background, imageUrl: string | null): string {
  switch (background) {
    case "plain":
      return "";
    case "gradient":
      return "body{background:linear-gradient(168deg,var(--ground-2),var(--ground) 42%,var(--ground-3))}";
    case "pattern":
      return "body{background:radial-gradient(var(--ground-2) 2.2px,#0000 2.6px) 0 0/22px 22px var(--ground)}";
    case "image":
      return imageUrl === null
        ? ""
        : `body{display:flow-root;background:var(--ground) url("${cssUrl(imageUrl)}") center/cover fixed}.page{width:auto;margin:clamp(72px,14vh,140px) max(12px,calc(50% - 400px)) 40px;border-radius:28px;background:var(--ground)}`;
  }
}

/** Rules for the image above the header. With `overlaps`, the avatar lies on its edge. */
export function coverRules({ overlaps }: { overlaps: boolean }): string {
  const cover =
    ".cover{display:block;width:100%;aspect-ratio:3;margin:-16px 0 24px;border-radius:var(--radius-tile);object-fit:cover;background:var(--line)}";
  const avatar =
    ".cover+.creator-header>:first-child{position:relative;margin-top:-72px;box-shadow:0 0 0 5px var(--ground)}";
  return overlaps ? cover + avatar : cover;
}

/** A URL in a quoted CSS string. URL normalisation has removed line breaks. */
function cssUrl(url: string): string {
  return url.replace(/["\\\n\r<]/g, (character) => encodeURIComponent(character));
}
