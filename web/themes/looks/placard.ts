import { text } from "../../../contract/texts.ts";
import type { Theme } from "../theme.ts";

/** A block of colour with the name, then plain text between strong lines. */
export const placard: Theme = {
  label: "Placard",
  description: text("A block of colour and plain words"),
  accent: "#0a7d4f",
  light: {
    ground: [0.99, 0.003, 100],
    surface: [1, 0, 0],
    line: [0.84, 0.006, 100],
    ink: [0.18, 0.01, 100],
    muted: [0.45, 0.01, 100],
    letters: [
      [0.45, 0.14, "accent"],
      [0.36, 0.1, "accent"],
      [0.25, 0.02, 100],
      [0.42, 0.1, ["accent", 40]],
      [0.42, 0.1, ["accent", -40]],
    ],
  },
  dark: {
    ground: [0.175, 0.008, "accent"],
    surface: [0.225, 0.012, "accent"],
    line: [0.38, 0.015, "accent"],
    ink: [0.965, 0.004, 100],
    muted: [0.76, 0.008, 100],
    letters: [
      [0.45, 0.14, "accent"],
      [0.36, 0.1, "accent"],
      [0.32, 0.02, 100],
      [0.42, 0.1, ["accent", 40]],
      [0.42, 0.1, ["accent", -40]],
    ],
  },
  fonts: "civic",
  background: "plain",
  tileShape: "square",
  layout: "grid",
  alignment: "start",
  avatarOnCover: false,
  radius: [0, 0, 4],
  css: `
body{overflow-x:clip}
.page{max-width:880px;overflow:visible}
.page:not(.is-product){padding-top:0}
.page>nav:first-child{margin-top:0;padding-top:16px}
.cover{margin:0}
.creator-header{position:relative;padding:clamp(28px,6cqi,56px) 0 clamp(24px,5cqi,44px);background:var(--button);box-shadow:0 0 0 100vmax var(--button);clip-path:inset(0 -100vmax);color:var(--on-button);--primary:var(--on-button);--on-primary:var(--button)}
.creator-header>:first-child{border:3px solid var(--on-button);border-radius:0!important}
.creator-name{margin-top:22px;font-size:clamp(2.5rem,10.5cqi,5rem);line-height:.94;letter-spacing:-.045em;word-spacing:.06em;text-wrap:balance}
.creator-name.is-long{font-size:clamp(1.9rem,6.4cqi,3.2rem)}
.creator-handle,.tick,.socials a{color:inherit}
.creator-handle{margin-top:10px;font-weight:600}
.creator-bio{max-width:min(36em,100%);margin-top:16px;font-size:clamp(1.05rem,2.8cqi,1.3rem);line-height:1.4;text-wrap:pretty}
.socials a:hover{background:var(--on-button);color:var(--button)}
.creator-actions{margin-top:18px}
.creator-header .button.is-plain{border:2px solid var(--on-button);background:none;color:inherit}
.creator-header .button.is-primary{background:var(--on-button);color:var(--button)}
.button{font-weight:800}
.tile-chip,.tile-kind{border-radius:0}
.tile-name{font-weight:600}`,
  gridCss: `
:root{--tile-gap:clamp(10px,2.4cqi,22px)}
.tiles{row-gap:clamp(22px,4cqi,36px)}
.tile{border-top:4px solid var(--ink);border-radius:0}
.tile .tile-name{font-size:clamp(13px,2.5cqi,19px);line-height:1.18;letter-spacing:-.015em}
.tile:not(.is-off) .tile-name::after{color:var(--primary);content:"\\a0→"}
.tile:not(.is-off) .tile-name:dir(rtl)::after{content:"\\a0←"}
.tile:not(.is-off):hover{transform:none}
.tile:not(.is-off):hover .tile-name{text-decoration:underline;text-decoration-thickness:2px;text-underline-offset:3px}`,
  listCss: `
.tiles,.tiles.is-few{gap:0}
.tile{padding:14px 0;border-width:2px 0 0;border-color:var(--ink);border-radius:0;background:none}
.tile-name{font-size:clamp(1.1rem,3.6cqi,1.5rem);letter-spacing:-.02em}`,
};
