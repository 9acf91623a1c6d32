import { text } from "../../../contract/texts.ts";
import type { Theme } from "../theme.ts";

const WOBBLE = "255px 18px 225px 15px/15px 225px 18px 255px";
const SQUIGGLE =
  "url(\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 200 14' preserveAspectRatio='none'%3E%3Cpath d='M2 9c30-9 44-7 62-2s40 5 66-1 44-4 68 1' fill='none' stroke='%23000' stroke-width='4' stroke-linecap='round'/%3E%3C/svg%3E\")";

/** A page of a sketchbook: dotted paper, a pencil's lines, images fixed with tape. */
export const sketchbook: Theme = {
  label: "Sketchbook",
  description: text("Dotted paper, pencil and tape"),
  accent: "#e0466d",
  light: {
    ground: [0.977, 0.009, 95],
    surface: [0.997, 0.003, 95],
    line: [0.86, 0.012, 265],
    ink: [0.29, 0.045, 268],
    muted: [0.48, 0.035, 268],
    behind: { "ground-2": [0.9, 0.014, 240], tape: [0.91, 0.075, "accent"] },
    letters: [
      [0.53, 0.17, "accent"],
      [0.5, 0.11, ["accent", 120]],
      [0.5, 0.11, ["accent", 220]],
      [0.53, 0.11, ["accent", 60]],
      [0.46, 0.11, ["accent", -70]],
    ],
  },
  dark: {
    ground: [0.225, 0.014, 268],
    surface: [0.275, 0.018, 268],
    line: [0.42, 0.025, 268],
    ink: [0.95, 0.012, 95],
    muted: [0.78, 0.02, 95],
    behind: { "ground-2": [0.3, 0.02, 268], tape: [0.4, 0.09, "accent"] },
    letters: [
      [0.52, 0.17, "accent"],
      [0.48, 0.11, ["accent", 120]],
      [0.48, 0.11, ["accent", 220]],
      [0.5, 0.11, ["accent", 60]],
      [0.45, 0.11, ["accent", -70]],
    ],
  },
  fonts: "pencil",
  background: "pattern",
  tileShape: "rounded",
  layout: "grid",
  alignment: "center",
  avatarOnCover: true,
  radius: [6, 14, 12],
  css: `
.creator-header>:first-child{border:3px solid var(--ink);border-radius:58% 42% 55% 45%/48% 57% 43% 52%!important;transform:rotate(-3deg)}
.creator-name{position:relative;padding-bottom:.32em;font-size:clamp(2rem,8.6cqi,3.1rem);letter-spacing:-.03em}
.creator-name::after{position:absolute;inset:auto 8% 0;height:.3em;background:var(--button);-webkit-mask:${SQUIGGLE} 0/100% 100%;mask:${SQUIGGLE} 0/100% 100%;content:""}
.button{border:2px solid var(--ink);border-radius:${WOBBLE}}
.button.is-plain{border-color:var(--ink);background:var(--surface)}
.button.is-primary{border-color:var(--ink)}
.tile-chip{border:1.5px solid #29263a;border-radius:${WOBBLE};transform:rotate(-2deg)}
.tile-kind{border-radius:50%}`,
  // Physical `left`: centres the strip of tape.
  gridCss: `
:root{--tile-gap:clamp(14px,3.6cqi,30px);--tile-inset:2*clamp(6px,1.6cqi,12px)}
.tiles{row-gap:30px}
.tile{position:relative;padding:clamp(6px,1.6cqi,12px) clamp(6px,1.6cqi,12px) 12px;border-radius:3px;background:var(--surface);box-shadow:0 1px 2px rgb(30 25 60/.14),0 8px 18px -10px rgb(30 25 60/.3)}
.tiles>li:nth-child(3n+1) .tile{transform:rotate(-1.6deg)}
.tiles>li:nth-child(3n+2) .tile{transform:rotate(.9deg)}
.tiles>li:nth-child(4n+3) .tile{transform:rotate(1.7deg)}
.tiles>li .tile:not(.is-off):hover{transform:rotate(0) translateY(-3px)}
.tile::before{position:absolute;z-index:1;top:-10px;left:50%;width:38%;height:20px;background:var(--tape);opacity:.86;transform:translateX(-50%) rotate(-2.5deg);content:""}
.tiles>li:nth-child(even) .tile::before{transform:translateX(-40%) rotate(3deg)}
.tile-kind{top:auto;bottom:4cqi}
.tile-name{text-align:center}`,
  listCss: `
.tile{border:2px solid var(--ink);border-radius:${WOBBLE};padding-inline:18px}`,
};
