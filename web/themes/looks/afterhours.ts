import { text } from "../../../contract/texts.ts";
import type { Theme } from "../theme.ts";

/** A club's line-up: a disc of light, wide letters, numbered rows with records. */
export const afterhours: Theme = {
  label: "Afterhours",
  description: text("A line-up under a disc of light"),
  accent: "#ff2e9a",
  light: {
    ground: [0.93, 0.008, "accent"],
    surface: [0.965, 0.006, "accent"],
    line: [0.78, 0.015, "accent"],
    ink: [0.16, 0.01, "accent"],
    muted: [0.41, 0.02, "accent"],
    behind: { glow: [0.84, 0.1, "accent"], "glow-2": [0.86, 0.08, ["accent", -70]] },
    letters: [
      [0.2, 0.02, "accent"],
      [0.42, 0.19, "accent"],
      [0.28, 0.04, "accent"],
      [0.4, 0.15, ["accent", -70]],
      [0.32, 0.1, "accent"],
    ],
  },
  dark: {
    ground: [0.13, 0.012, "accent"],
    surface: [0.185, 0.018, "accent"],
    line: [0.34, 0.03, "accent"],
    ink: [0.97, 0.006, "accent"],
    muted: [0.74, 0.025, "accent"],
    behind: { glow: [0.36, 0.17, "accent"], "glow-2": [0.3, 0.13, ["accent", -70]] },
    letters: [
      [0.26, 0.03, "accent"],
      [0.45, 0.19, "accent"],
      [0.34, 0.07, "accent"],
      [0.4, 0.15, ["accent", -70]],
      [0.34, 0.12, "accent"],
    ],
  },
  fonts: "club",
  backgroundCss:
    "body{background:radial-gradient(circle at 50% 0,var(--glow),var(--glow-2) 300px,#0000 620px) no-repeat var(--ground)}",
  background: "gradient",
  tileShape: "circle",
  layout: "list",
  alignment: "center",
  avatarOnCover: true,
  radius: [18, 16, 999],
  css: `
.page{padding-top:64px}
.creator-header>:first-child{width:clamp(148px,40cqi,232px)!important;height:clamp(148px,40cqi,232px)!important;border-radius:50%!important;box-shadow:0 0 0 10px #141116,0 0 0 11px #4b4550,0 0 0 20px #141116,0 0 0 21px #4b4550,0 0 0 30px #141116,0 0 0 31px #4b4550,0 34px 90px 12px var(--glow)}
.creator-name{margin-top:52px;font-size:clamp(1.7rem,8.4cqi,4rem);line-height:1.02;letter-spacing:-.04em;text-transform:uppercase;text-wrap:balance}
.tick{width:30px;height:30px;vertical-align:.12em}
.creator-name.is-long{font-size:clamp(1.25rem,4.4cqi,2.2rem)}
.creator-handle{margin-top:12px}
.button{text-transform:uppercase;font-size:14px;letter-spacing:.04em}
.button.is-plain{border-color:var(--ink);background:none}
.socials a{color:var(--ink)}`,
  gridCss: `
:root{--tile-gap:clamp(12px,3cqi,26px)}
.tiles{row-gap:26px}
.tile .tile-picture>img{box-shadow:0 0 0 6px #141116}
.tile-name{font-weight:600}`,
  listCss: `
#tiles{margin-top:40px;border-top:2px solid var(--ink)}
.tiles,.tiles.is-few{gap:0;counter-reset:n}
.tile{counter-increment:n;grid-template-columns:2.4em 60px minmax(0,1fr) auto auto;min-height:92px;padding:12px 0;border-width:0 0 1px;border-radius:0;background:none}
.tile::before{grid-area:1/1;font:600 15px var(--font-display);color:var(--primary);content:counter(n,decimal-leading-zero)}
.tile .tile-picture>img,.tile .tile-letter{grid-area:1/2;width:60px;height:60px;border-radius:50%;box-shadow:0 0 0 4px #141116,0 0 0 5px #4b4550;transition:transform .6s}
.tile:not(.is-sold) .tile-picture>img{-webkit-mask:radial-gradient(circle,#0000 4px,#000 4.6px);mask:radial-gradient(circle,#0000 4px,#000 4.6px)}
.tile:not(.is-off):hover{transform:none}
.tile:not(.is-off,.is-sold):hover .tile-picture>:is(img,.tile-letter){transform:rotate(120deg)}
.tile-name{grid-area:1/3;font:600 clamp(.95rem,3.5cqi,1.35rem)/1.2 var(--font-display);letter-spacing:-.035em}
.tile-chip{grid-column:4}
.tile-kind{grid-column:5}
@media(max-width:479px){.tile{grid-template-columns:1.9em 52px minmax(0,1fr) auto;gap:0 10px}.tile .tile-picture>img,.tile .tile-letter{width:52px;height:52px}.tile-kind{display:none}}`,
};
