import { paths } from "../../../contract/rules/paths.ts";
import { t } from "../../../contract/texts.ts";
import { Button } from "../../ui/button.tsx";

type TipButtonProps = {
  handle: string;
  /** The tile that takes tips, or null to announce them. */
  tileId: number | null;
  /** True if the tile's form is on the same page. */
  isOnPage: boolean;
};

/** Opens the tip's tile, or announces tips by card where nothing is sold for money. */
export function TipButton({ handle, tileId, isOnPage }: TipButtonProps) {
  if (tileId !== null && isOnPage)
    return (
      <Button variant="primary" href={`#tile-${tileId}`}>
        {t("Leave a tip")}
      </Button>
    );
  if (tileId !== null)
    return (
      <Button variant="primary" href={paths.creatorTile(handle, tileId)} rel="nofollow" data-tile={tileId}>
        {t("Leave a tip")}
      </Button>
    );
  return (
    <div className="contents" data-enhance="tip">
      <Button variant="primary" className="needs-scripts" data-part="button">
        {t("Leave a tip")}
      </Button>
      <p role="status" className="notice" data-part="status" />
      <template data-part="notice">
        <span>{t("Tip checkout is coming soon — watch this space!")}</span>
      </template>
    </div>
  );
}
