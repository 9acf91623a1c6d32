import type { Creator } from "../../../contract/api/creators.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { t } from "../../../contract/texts.ts";
import { Button } from "../../ui/button.tsx";
import { enhanceSharePanel } from "../../widgets/enhance-share-panel.ts";
import { SharePanel } from "../../widgets/share-panel.tsx";
import { pageUrlOf } from "../../widgets/visitor-url.ts";

/** The last step of the guide: the page's link and QR code, and the page itself. */
export function ShareStep({ creator, onDone }: { creator: Creator; onDone: () => void }) {
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="mx-auto w-full max-w-sm">
        <SharePanel url={pageUrlOf(creator)} ref={enhanceSharePanel} />
      </div>
      <div className="flex flex-wrap gap-2.5">
        <Button variant="primary" onClick={onDone}>
          {t("Done")}
        </Button>
        <Button href={paths.creator(creator.handle)}>{t("Open your page")}</Button>
      </div>
    </div>
  );
}
