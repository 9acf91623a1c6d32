import satori from "satori";
import { DEFAULT_APPEARANCE } from "../../contract/api/appearance.ts";
import { PREVIEW_SIZE, type PreviewModel } from "../../contract/pages/previews.ts";
import { PreviewCard } from "../previews/card.tsx";
import { previewFonts } from "../previews/fonts.ts";
import { resolveAppearance } from "../themes/look.ts";

/** Renders the preview image of links to a creator's page as SVG with letters as paths. */
export async function renderPreview(model: PreviewModel): Promise<string> {
  const { fonts } = resolveAppearance(model.appearance ?? DEFAULT_APPEARANCE);
  return satori(<PreviewCard model={model} />, { ...PREVIEW_SIZE, fonts: await previewFonts(fonts) });
}
