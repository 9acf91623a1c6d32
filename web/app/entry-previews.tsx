import satori from "satori";
import { PREVIEW_SIZE, type PreviewModel } from "../../contract/previews.ts";
import { PreviewCard } from "../previews/card.tsx";
import { fonts } from "../previews/fonts.ts";

/** Draws the picture that other sites show beside a link to a creator's page, as SVG in which letters are shapes. */
export function renderPreview(model: PreviewModel): Promise<string> {
  return satori(<PreviewCard model={model} />, { ...PREVIEW_SIZE, fonts: [...fonts] });
}
