import { text } from "../../../contract/texts.ts";
import type { Theme } from "../theme.ts";

/** Morning light: soft colours that run into each other, cards like frosted glass. */
export const aurora: Theme = {
  label: "Aurora",
  description: text("Morning light and frosted glass"),
  accent: "#0f8b8d",
  light: {
    ground: [0.97, 0.018, "accent"],
    surface: [0.995, 0.004, "accent"],
    line: [0.9, 0.025, "accent"],
    ink: [0.26, 0.04, "accent"],
    muted: [0.47, 0.04, "accent"],
    behind: {
      "ground-2": [0.925, 0.06, "accent"],
      "ground-3": [0.94, 0.055, ["accent", 75]],
      "ground-4": [0.945, 0.05, ["accent", -95]],
    },
    letters: [
      [0.5, 0.1, "accent"],
      [0.5, 0.1, ["accent", 75]],
      [0.5, 0.1, ["accent", -95]],
      [0.46, 0.09, ["accent", 35]],
      [0.46, 0.09, ["accent", -45]],
    ],
  },
  dark: {
    ground: [0.19, 0.03, "accent"],
    surface: [0.245, 0.035, "accent"],
    line: [0.36, 0.045, "accent"],
    ink: [0.965, 0.01, "accent"],
    muted: [0.79, 0.03, "accent"],
    behind: {
      "ground-2": [0.33, 0.075, "accent"],
      "ground-3": [0.3, 0.08, ["accent", 75]],
      "ground-4": [0.28, 0.07, ["accent", -95]],
    },
    letters: [
      [0.48, 0.1, "accent"],
      [0.47, 0.1, ["accent", 75]],
      [0.47, 0.1, ["accent", -95]],
      [0.44, 0.09, ["accent", 35]],
      [0.44, 0.09, ["accent", -45]],
    ],
  },
  fonts: "calm",
  backgroundCss:
    "body{background:radial-gradient(900px 620px at 0 0,var(--ground-2),#0000),radial-gradient(820px 700px at 100% 180px,var(--ground-3),#0000),radial-gradient(1100px 620px at 40% 100%,var(--ground-4),#0000) var(--ground)}",
  background: "gradient",
  tileShape: "rounded",
  layout: "grid",
  alignment: "center",
  avatarOnCover: true,
  radius: [22, 26, 999],
  css: `
body{overflow-x:clip}
.page{padding-top:84px;overflow:visible}
.creator-header{padding:0 clamp(16px,5cqi,40px) clamp(22px,5cqi,34px);border-radius:34px;background:var(--surface);box-shadow:0 24px 60px -34px color-mix(in oklab,var(--primary) 70%,#0000)}
nav~main>.creator-header:first-child,main>:not(.cover)+.creator-header{margin-top:72px}
.creator-header>:first-child{width:112px!important;height:112px!important;margin-top:-56px;border-radius:50%!important;box-shadow:0 0 0 6px var(--surface)}
.creator-name{font-size:clamp(1.75rem,7cqi,2.6rem);letter-spacing:-.035em}
.creator-bio{color:var(--muted);font-size:17px;line-height:1.5}
.tile-chip{border-radius:99px}
.tile-kind{border-radius:50%;background:rgb(255 255 255/.92);color:#1b1a1f}`,
  gridCss: `
#tiles{margin-top:18px}
:root{--tile-gap:clamp(10px,2.2cqi,18px);--tile-inset:2*clamp(6px,1.4cqi,10px)}
.tiles{row-gap:var(--gap)}
.tile{padding:clamp(6px,1.4cqi,10px);padding-bottom:14px;border-radius:28px;background:var(--surface);box-shadow:0 18px 40px -28px color-mix(in oklab,var(--primary) 60%,#0000)}
.tile-name{margin:10px 5px 0;font-weight:600;line-height:1.25}
.tile-picture.tile-picture{border-radius:var(--tile-radius)}`,
  listCss: `
#tiles{margin-top:16px}
.tile{padding:10px;padding-inline-end:20px;border:0;border-radius:28px;box-shadow:0 18px 40px -28px color-mix(in oklab,var(--primary) 60%,#0000)}
.tile .tile-picture>img,.tile .tile-letter{border-radius:20px}
.tile-name{font-weight:600}`,
};
