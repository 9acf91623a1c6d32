import { text } from "../../../contract/texts.ts";
import type { Theme } from "../theme.ts";

const AWNING = "28px";

/** A bakery's window: an awning, warm paper, arches. */
export const crumb: Theme = {
  label: "Crumb",
  description: text("A bakery's window under an awning"),
  accent: "#b4532a",
  light: {
    ground: [0.968, 0.022, 78],
    surface: [0.988, 0.012, 82],
    line: [0.885, 0.034, 72],
    ink: [0.3, 0.05, 45],
    muted: [0.49, 0.05, 50],
    letters: [
      [0.52, 0.11, "accent"],
      [0.5, 0.08, ["accent", 30]],
      [0.47, 0.09, ["accent", -22]],
      [0.5, 0.06, ["accent", 70]],
      [0.42, 0.06, "accent"],
    ],
  },
  dark: {
    ground: [0.215, 0.022, 50],
    surface: [0.265, 0.028, 52],
    line: [0.38, 0.04, 55],
    ink: [0.95, 0.025, 80],
    muted: [0.78, 0.04, 70],
    letters: [
      [0.5, 0.11, "accent"],
      [0.48, 0.08, ["accent", 30]],
      [0.45, 0.09, ["accent", -22]],
      [0.48, 0.06, ["accent", 70]],
      [0.42, 0.06, "accent"],
    ],
  },
  fonts: "bakery",
  background: "plain",
  tileShape: "arch",
  layout: "grid",
  alignment: "center",
  avatarOnCover: true,
  radius: [22, 18, 999],
  css: `
body::before{display:block;height:calc(${AWNING}*1.9);background:repeating-linear-gradient(90deg,var(--button) 0 ${AWNING},var(--surface) 0 calc(${AWNING}*2));-webkit-mask:linear-gradient(#000 0 0) 0 0/100% calc(100% - ${AWNING}/2) no-repeat,radial-gradient(circle at 50% 0,#000 calc(${AWNING}/2 - .5px),#0000 calc(${AWNING}/2)) 0 100%/${AWNING} calc(${AWNING}/2) repeat-x;mask:linear-gradient(#000 0 0) 0 0/100% calc(100% - ${AWNING}/2) no-repeat,radial-gradient(circle at 50% 0,#000 calc(${AWNING}/2 - .5px),#0000 calc(${AWNING}/2)) 0 100%/${AWNING} calc(${AWNING}/2) repeat-x;filter:drop-shadow(0 1px 0 var(--line));content:""}
.page{padding-top:28px}
.creator-header>:first-child{border-radius:50%!important;box-shadow:0 0 0 5px var(--ground),0 0 0 7px var(--button)}
.creator-name{margin-top:22px;font-size:clamp(2.1rem,9cqi,3.4rem);letter-spacing:-.025em;line-height:1.04}
.creator-bio{font-size:17px}
.tile-name{margin-top:10px;font-family:var(--font-display);font-weight:650;font-size:clamp(13px,2.5cqi + 3px,18px);letter-spacing:-.01em;line-height:1.2}
.tile-chip{border-radius:99px;background:var(--surface);color:var(--ink)}
.button.is-plain{border-width:1.5px;border-color:var(--primary);background:none;color:var(--primary)}`,
  gridCss: `
.tile .tile-picture{box-shadow:0 0 0 1px var(--line)}
.tile-chip{bottom:5cqi;margin-inline:auto}
.tile-kind{display:none}
:root{--tile-gap:clamp(10px,3cqi,26px)}
.tiles{row-gap:24px}`,
};
