import type { PageModel } from "../../contract/pages/pages.ts";
import { isBlock } from "../../contract/rules/tile-types.ts";
import type { Scheme } from "../themes/colors.ts";
import { lookStyle, schemeStyle } from "../themes/look.ts";
import { BLOCK_RULES } from "./creator/blocks/block-rules.ts";

/** Returns the rules of a page after the product's: those of its blocks and of its creator. A page in one scheme always has its colours, because the product's stylesheet follows the browser. */
export function pageStyles(model: PageModel, scheme?: Scheme): string {
  const blocks = model.page === "creator" && model.tiles.some(isBlock) ? BLOCK_RULES : "";
  if (model.appearance) return blocks + lookStyle(model.appearance, scheme);
  return scheme ? blocks + schemeStyle(scheme) : blocks;
}
