import { text } from "../../../contract/texts.ts";
import type { Theme } from "../theme.ts";

/** A photographer's wall: no colour of its own, hairlines, images side by side. */
export const darkroom: Theme = {
  label: "Darkroom",
  description: text("Pictures on a silent wall"),
  accent: "#8a6d3b",
  light: {
    ground: [0.985, 0, 0],
    surface: [1, 0, 0],
    line: [0.87, 0, 0],
    ink: [0.19, 0, 0],
    muted: [0.47, 0, 0],
    letters: [
      [0.3, 0, 0],
      [0.42, 0, 0],
      [0.36, 0.02, "accent"],
      [0.47, 0, 0],
      [0.25, 0.015, "accent"],
    ],
  },
  dark: {
    ground: [0.145, 0, 0],
    surface: [0.19, 0, 0],
    line: [0.33, 0, 0],
    ink: [0.94, 0, 0],
    muted: [0.7, 0, 0],
    letters: [
      [0.3, 0, 0],
      [0.38, 0, 0],
      [0.34, 0.02, "accent"],
      [0.42, 0, 0],
      [0.26, 0.015, "accent"],
    ],
  },
  fonts: "salon",
  background: "plain",
  tileShape: "square",
  layout: "grid",
  alignment: "center",
  avatarOnCover: true,
  radius: [0, 0, 0],
  css: `
.page{max-width:1180px;padding:clamp(40px,8vw,84px) clamp(12px,3vw,36px) 40px}
.creator-header>:first-child{width:68px!important;height:68px!important;border-radius:50%!important;filter:grayscale(1)}
.creator-name{margin-top:26px;font-size:clamp(2.6rem,8.4cqi,5.6rem);line-height:1;letter-spacing:.015em}
.tick{width:28px;height:28px;vertical-align:.18em}
.creator-name.is-long{font-size:clamp(1.8rem,5cqi,3rem)}
.creator-handle{margin-top:14px;font-size:12px;letter-spacing:.2em}
.creator-bio{margin-top:20px;font-family:var(--font-display);font-weight:500;font-size:clamp(1.2rem,2.6cqi,1.5rem);line-height:1.35}
.creator-bio::before{display:block;width:1px;height:44px;margin:0 auto 22px;background:var(--muted);content:""}
.button{font-weight:500;font-size:13px;letter-spacing:.09em}
.button.is-plain{border-color:var(--ink);background:none}
.button.is-primary{border-color:var(--ink);background:var(--ink);color:var(--ground)}
.tile-chip{background:var(--ground);color:var(--ink);border-radius:0;font-weight:500;letter-spacing:.04em}
.tile-letter{font-weight:500}`,
  gridCss: `
#tiles{margin-top:clamp(44px,7cqi,80px)}
:root{--tile-gap:clamp(6px,1cqi,12px);--tile-ratio:1.25}
.tiles{row-gap:clamp(22px,3.4cqi,40px)}
.is-full .tile-picture{aspect-ratio:16/9}
.tile-name{margin-top:10px;font-size:clamp(10.5px,1.1cqi,12.5px);font-weight:500;letter-spacing:.09em;color:var(--muted)}
.tile:not(.is-off):hover{transform:none}
.tile-picture>img{transition:opacity .3s}
.tile:not(.is-off):hover img{opacity:.86}
.tile:hover .tile-name{color:var(--ink)}
.tile-kind{top:8px;inset-inline-end:8px;width:22px;background:none;filter:drop-shadow(0 0 1px #000) drop-shadow(0 0 3px rgb(0 0 0/.7))}
.tile-chip{bottom:0;inset-inline:0}
.is-uncropped>img{padding:7%;object-fit:contain}
.is-uncropped>.tile-kind{top:calc(15.6% + 4px);inset-inline-end:calc(7% + 4px)}`,
  listCss: `
.tile{border-width:0 0 1px;border-radius:0;background:none;padding-inline:0}
.tile-name{font-family:var(--font-display);font-size:clamp(1.3rem,3.4cqi,1.8rem)}`,
};
