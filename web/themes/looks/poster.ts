import { text } from "../../../contract/texts.ts";
import type { Theme } from "../theme.ts";

/** A gig poster: one flood of ink, letters as wide as the paper, photographs printed in one colour. */
export const poster: Theme = {
  label: "Poster",
  description: text("One flood of colour, huge letters"),
  accent: "#ff5a36",
  light: {
    ground: [0.775, 0.17, "accent"],
    surface: [0.86, 0.1, "accent"],
    line: [0.56, 0.13, "accent"],
    ink: [0.17, 0.03, "accent"],
    muted: [0.3, 0.06, "accent"],
    letters: [
      [0.22, 0.04, "accent"],
      [0.4, 0.14, "accent"],
      [0.28, 0.06, "accent"],
      [0.45, 0.16, "accent"],
      [0.33, 0.1, "accent"],
    ],
  },
  dark: {
    ground: [0.17, 0.02, "accent"],
    surface: [0.22, 0.03, "accent"],
    line: [0.4, 0.09, "accent"],
    ink: [0.88, 0.1, "accent"],
    muted: [0.74, 0.09, "accent"],
    letters: [
      [0.3, 0.06, "accent"],
      [0.45, 0.16, "accent"],
      [0.36, 0.09, "accent"],
      [0.4, 0.14, "accent"],
      [0.26, 0.05, "accent"],
    ],
  },
  fonts: "marquee",
  background: "plain",
  tileShape: "square",
  layout: "grid",
  alignment: "start",
  avatarOnCover: false,
  radius: [0, 0, 0],
  css: `
.page{max-width:920px;padding-top:22px}
.creator-header{display:grid;grid-template-columns:auto minmax(0,1fr);grid-template-rows:repeat(3,auto) 1fr;column-gap:18px;align-items:start}
.creator-name{grid-area:1/1/2/-1;width:100%;margin:0 0 18px;padding-bottom:.09em;border-bottom:clamp(6px,1.4cqi,12px) solid var(--ink);font-size:clamp(2.4rem,calc(165cqi/var(--letters,7)),13rem);line-height:.82;letter-spacing:-.012em;text-transform:uppercase;text-wrap:balance}
.creator-name.is-long{font-size:clamp(2.6rem,11cqi,6rem)}
.tick{width:28px;height:28px;margin-block:0;margin-inline-start:4px;vertical-align:.5em;color:var(--ink)}
.creator-header>:first-child{grid-area:2/1/6/2;width:clamp(92px,21cqi,190px)!important;height:clamp(92px,21cqi,190px)!important;border-radius:0!important;border:4px solid var(--ink)}
.tile:not(.is-sold) .tile-picture>img,.creator-header>img{filter:grayscale(1) contrast(1.2)}
.creator-handle{margin:0;color:var(--ink);font-weight:800;font-size:clamp(1.05rem,3cqi,1.5rem);line-height:1.1}
.creator-bio{margin-top:8px;font-weight:550;line-height:1.35}
.socials{margin-top:4px}
.socials a{color:var(--ink)}
.creator-actions{grid-area:6/1/7/-1;width:100%;margin-top:18px}
.creator-actions .button{flex:1}
.button{border-width:3px;font-weight:800;text-transform:uppercase;letter-spacing:.01em}
.button.is-plain{border-color:var(--ink);background:none}
.button.is-primary{border-color:var(--ink);background:var(--ink);color:var(--ground)}
.tile:not(.is-sold) .tile-picture{background:color-mix(in oklab,var(--button),#fff 35%);background:oklch(from var(--button) max(l,.62) c h)}
.tile:not(.is-sold) .tile-picture>img{mix-blend-mode:multiply}
.tile-name{font-weight:800;text-transform:uppercase;letter-spacing:-.005em;line-height:1.1}
:where(:not(.is-wide,.is-wide *,.is-full *))>.tile-letter{font-size:62cqi}
.tile-kind{border-radius:0;background:var(--ink);color:var(--ground)}
.tile-chip{border-radius:0;background:var(--ink);color:var(--ground);font-weight:800}`,
  gridCss: `
#tiles{padding-top:clamp(10px,2.4cqi,18px);border-top:clamp(6px,1.4cqi,12px) solid var(--ink)}
:root{--tile-gap:clamp(8px,1.8cqi,16px)}
.tile-name{margin-inline:0}
.tile:not(.is-off,.is-sold):hover img{filter:none;mix-blend-mode:normal}`,
  listCss: `
.tile{border-width:0 0 3px;border-color:var(--ink);background:none;padding-inline:0}
.tile-name{font-size:clamp(1.1rem,4.4cqi,1.7rem)}`,
};
