import { text } from "../../../contract/texts.ts";
import type { Theme } from "../theme.ts";

const LETTERS: Theme["light"]["letters"] = [
  [0.8, 0.14, "accent"],
  [0.8, 0.11, ["accent", 72]],
  [0.8, 0.11, ["accent", 144]],
  [0.79, 0.1, ["accent", 216]],
  [0.79, 0.11, ["accent", 288]],
];

/** Stickers on a notebook: one sweet colour, thick outlines, shadows without blur. */
export const sticker: Theme = {
  label: "Sticker",
  description: text("Thick outlines on a sweet colour"),
  accent: "#ffb800",
  light: {
    ground: [0.925, 0.075, "accent"],
    surface: [0.995, 0.008, "accent"],
    line: [0.25, 0.03, "accent"],
    ink: [0.22, 0.03, "accent"],
    muted: [0.42, 0.04, "accent"],
    behind: { "ground-2": [0.885, 0.095, "accent"] },
    letters: LETTERS,
  },
  dark: {
    ground: [0.26, 0.055, "accent"],
    surface: [0.345, 0.065, "accent"],
    line: [0.13, 0.02, "accent"],
    ink: [0.97, 0.015, "accent"],
    muted: [0.82, 0.03, "accent"],
    behind: { "ground-2": [0.295, 0.06, "accent"] },
    letters: LETTERS,
  },
  fonts: "playful",
  background: "pattern",
  tileShape: "rounded",
  layout: "grid",
  alignment: "center",
  avatarOnCover: true,
  radius: [14, 22, 99],
  css: `
:root{--edge:clamp(2px,.5vw,3px) solid var(--line)}
.creator-header>:first-child{border:3px solid var(--line);border-radius:50%!important;box-shadow:0 5px 0 var(--line)}
.creator-header>.avatar{padding-inline-start:.1em;letter-spacing:.1em}
.creator-name{margin-top:22px;font-size:clamp(2.1rem,9.6cqi,3.6rem);letter-spacing:-.02em;line-height:1}
.creator-handle{margin-top:12px;padding:3px 14px;border:var(--edge);border-radius:99px;background:var(--surface);color:var(--ink);font-weight:700;transform:rotate(-1.5deg)}
.creator-bio{font-size:17px;font-weight:550}
.socials a{color:var(--ink)}
.button{border:3px solid var(--line);font-weight:700;box-shadow:0 4px 0 var(--line);transition:transform 90ms,box-shadow 90ms}
.button.is-plain,.button.is-primary{border-color:var(--line)}
.button:active{transform:translateY(4px);box-shadow:none}
:where(:not(.is-wide,.is-wide *,.is-full *))>.tile-letter{font-size:48cqi}
.tile-kind{border-radius:50%}
.tile-chip{border:2px solid #1d1a14;border-radius:99px;background:#fff}
.dialog{border:3px solid var(--line)}`,
  gridCss: `
:root{--tile-gap:clamp(10px,2.6cqi,22px);--tile-inset:calc(2*clamp(5px,1.3cqi,10px) + 2*clamp(2px,.5vw,3px))}
.tiles{row-gap:clamp(14px,3cqi,24px)}
.tile .tile-picture{background:none}
.tile{padding:clamp(5px,1.3cqi,10px) clamp(5px,1.3cqi,10px) 10px;border:var(--edge);border-radius:clamp(16px,3.6cqi,24px);background:var(--surface);box-shadow:0 clamp(4px,1cqi,7px) 0 var(--line);transition:transform 110ms,box-shadow 110ms}
.tile:not(.is-off):hover{transform:translateY(-3px) rotate(-1deg);box-shadow:0 9px 0 var(--line)}
.tile-name{font:600 clamp(12.5px,2.3cqi + 4px,18px)/1.15 var(--font-display);text-align:center}`,
  listCss: `
.tile{border:3px solid var(--line);border-radius:22px;box-shadow:0 5px 0 var(--line)}
.tile-name{font:600 18px/1.2 var(--font-display)}`,
};
