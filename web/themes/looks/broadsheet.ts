import { text } from "../../../contract/texts.ts";
import type { Theme } from "../theme.ts";

/** A newspaper's front page: masthead between rules, serif, a column of articles. */
export const broadsheet: Theme = {
  label: "Broadsheet",
  description: text("A front page with a masthead"),
  accent: "#b3261e",
  light: {
    ground: [0.972, 0.011, 92],
    surface: [0.99, 0.006, 92],
    line: [0.82, 0.014, 90],
    ink: [0.2, 0.01, 80],
    muted: [0.46, 0.014, 80],
    letters: [
      [0.25, 0.01, 80],
      [0.4, 0.13, "accent"],
      [0.34, 0.01, 80],
      [0.33, 0.09, "accent"],
      [0.43, 0.012, 80],
    ],
  },
  dark: {
    ground: [0.19, 0.008, 80],
    surface: [0.23, 0.009, 80],
    line: [0.37, 0.012, 80],
    ink: [0.94, 0.012, 92],
    muted: [0.72, 0.014, 90],
    letters: [
      [0.34, 0.01, 80],
      [0.42, 0.13, "accent"],
      [0.4, 0.01, 80],
      [0.36, 0.1, "accent"],
      [0.46, 0.012, 80],
    ],
  },
  fonts: "editorial",
  background: "plain",
  tileShape: "square",
  layout: "list",
  alignment: "start",
  avatarOnCover: false,
  radius: [2, 2, 2],
  css: `
.page{max-width:760px;padding-top:28px}
.creator-header{display:grid;grid-template-columns:auto minmax(0,1fr);column-gap:clamp(16px,4cqi,28px);align-items:start;text-align:start}
.creator-header>:first-child{grid-area:3/1/7/2;width:clamp(88px,25cqi,168px)!important;height:clamp(88px,25cqi,168px)!important;border-radius:0!important;filter:grayscale(1) contrast(1.1)}
.creator-name{grid-area:1/1/2/-1;margin:0;padding-bottom:.16em;font-size:clamp(2.5rem,12cqi,5.4rem);line-height:.96;letter-spacing:-.035em;text-align:center;text-wrap:balance}
.tick{width:28px;height:28px;vertical-align:.3em}
.creator-name.is-long{font-size:clamp(1.7rem,6cqi,2.8rem)}
.creator-handle{grid-area:2/1/3/-1;margin:0 0 22px;padding:5px 0;border-block:1px solid var(--ink);border-top:4px double var(--ink);color:var(--ink);font-size:14px;text-align:center}
.creator-bio{margin:-5px 0 0;font-size:clamp(1.05rem,3.6cqi,1.3rem);line-height:1.38;text-wrap:wrap}
.socials{margin-top:6px}
.creator-actions{margin-top:10px}
@media(max-width:479px){.socials,.creator-actions{grid-column:1/-1}}
#tiles{margin-top:30px;border-top:4px double var(--ink)}
.button.is-plain{border-color:var(--ink);background:none}`,
  gridCss: `
:root{--tile-gap:clamp(12px,3cqi,24px)}
.tiles{padding-top:20px;row-gap:22px}
.tile-name{font-size:clamp(14px,2.6cqi,19px);font-weight:600;line-height:1.2}`,
  listCss: `
.tiles,.tiles.is-few{gap:0}
.tile-block:not(.is-heading){margin-block:0;padding-block:24px;border-bottom:1px solid var(--line)}
.tile{grid-template-columns:minmax(0,1fr) auto auto 84px;gap:0 16px;min-height:0;padding:16px 0;border-width:0 0 1px;border-radius:0;background:none}
.tile .tile-picture>img,.tile .tile-letter{grid-area:1/4;width:84px;height:84px;border-radius:0}
.tile-name{grid-area:1/1;font-size:clamp(1.2rem,4.4cqi,1.6rem);font-weight:600;letter-spacing:-.015em;line-height:1.16;-webkit-line-clamp:3}
.tile-chip{grid-column:2;font-style:italic;font-weight:500}
.tile-kind{display:none}
.tile:not(.is-off):hover{transform:none}
.tile:not(.is-off):hover .tile-name{color:var(--primary);text-decoration:underline;text-decoration-thickness:1px;text-underline-offset:3px}`,
};
