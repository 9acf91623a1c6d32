import { parseFormatted } from "../../../contract/rules/formatting.ts";
import { t } from "../../../contract/texts.ts";
import { FormattedText } from "../../widgets/formatted-text.tsx";

/** Shows a formatted description as buyers see it. Its links lead nowhere. */
export function DescriptionPreview({ text }: { text: string }) {
  if (!isFormatted(text)) return null;
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <p className="text-sm font-semibold">{t("Preview")}</p>
      <div inert className="max-h-80 overflow-y-auto rounded-control border border-line px-4 py-3">
        <FormattedText text={text} headingAs="h3" />
      </div>
    </div>
  );
}

const isFormatted = (text: string) =>
  parseFormatted(text).some(
    (block) =>
      block.kind !== "paragraph" || block.spans.some(({ bold, italic, href }) => bold || italic || href),
  );
