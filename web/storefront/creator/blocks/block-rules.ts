/**
 * Rules for blocks, which only pages with blocks carry, because the stylesheet of all pages has a budget. They are in the
 * product's layer, so that those of a theme win.
 * Physical `border-width`: two sides of a rotated box are an arrow down.
 */
export const BLOCK_RULES = `@layer components{
.tile-block{grid-column:1/-1;min-width:0;margin-block:16px;overflow-wrap:anywhere}
.tile-block.is-heading{margin-bottom:0;color:var(--muted)}
.block-title{color:var(--ink);font-size:clamp(1.2rem,3.4cqi,1.45rem);text-wrap:balance}
.is-heading .block-title{font-size:clamp(1.4rem,4.2cqi,1.8rem)}
.block-title+*{margin-top:8px}
.block-picture img{display:block;max-width:100%;height:auto;border-radius:var(--radius-tile)}
.block-picture.is-cropped img{width:100%;aspect-ratio:3/2;object-fit:cover;background:var(--line)}
.block-note{margin-top:8px;color:var(--muted);font-size:14px}
.block-gallery{display:grid;grid-template-columns:repeat(6,minmax(0,1fr));gap:var(--gap)}
.block-gallery>li{grid-column:span 3}
.block-gallery>:first-child:nth-last-child(odd){grid-column:1/-1}
.block-gallery img{display:block;width:100%;aspect-ratio:1;border-radius:var(--radius-tile);object-fit:cover;background:var(--line)}
@container(min-width:560px){
.block-gallery>li,.block-gallery>:first-child:nth-last-child(n){grid-column:span 2}
.block-gallery>:first-child:nth-last-child(3n+2),.block-gallery>:nth-last-child(3n+2)+:nth-child(2),.block-gallery>:first-child:nth-last-child(3n+1),.block-gallery>:first-child:nth-last-child(3n+1)~:nth-child(-n+4){grid-column:span 3}
}
.block-actions{display:flex;flex-wrap:wrap;align-items:center;gap:10px 16px;margin-top:12px}
.tile-block:has(.block-when)+.tile-block:has(.block-when){margin-top:-12px;padding-top:28px;border-top:1px solid var(--line)}
@container(min-width:560px){
.tile-block>:has(>.block-when){display:grid;grid-template-columns:minmax(0,1fr) auto;column-gap:24px}
.tile-block>*>.block-when~.block-actions{grid-area:1/2/span 3;align-self:center;justify-content:end;margin:0}
}
.block-questions{border-top:1px solid var(--line)}
.block-questions:not(:first-child){margin-top:16px}
.block-questions details{border-bottom:1px solid var(--line)}
.block-questions summary{display:flex;align-items:center;justify-content:space-between;gap:16px;min-height:48px;padding-block:8px;font-weight:600;cursor:pointer}
.block-questions summary::-webkit-details-marker{display:none}
.block-questions summary::after{flex:none;width:9px;height:9px;margin:0 6px 4px;border:solid var(--muted);border-width:0 2px 2px 0;content:"";transform:rotate(45deg)}
.block-questions [open]>summary::after{margin-bottom:-4px;transform:rotate(225deg)}
.block-questions details>div{padding-bottom:16px}
.block-timer{display:grid;grid-template-columns:repeat(3,minmax(0,1fr));gap:10px;max-width:320px;text-align:center}
.block-timer>span{padding:12px 4px;border:1px solid var(--line);border-radius:var(--radius-control);background:var(--surface);color:var(--muted);font-size:14px}
.block-timer b{display:block;color:var(--ink);font:var(--heading-weight,650) 30px/1.2 var(--font-display);font-variant-numeric:tabular-nums}
.block-goal progress{display:block;overflow:hidden;width:100%;height:16px;appearance:none;border:1px solid var(--primary);border-radius:8px;background:var(--surface)}
.block-goal ::-webkit-progress-bar{background:none}
.block-goal ::-webkit-progress-value{background:var(--primary)}
.block-goal ::-moz-progress-bar{background:var(--primary)}
.block-goal progress+p{display:flex;justify-content:space-between;gap:16px;margin-top:8px;font-variant-numeric:tabular-nums}
}`.replaceAll("\n", "");
