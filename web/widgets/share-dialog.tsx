import { t } from "../../contract/texts.ts";
import { Dialog } from "../ui/dialog.tsx";
import { enhanceSharePanel } from "./enhance-share-panel.ts";
import { SharePanel } from "./share-panel.tsx";

type ShareDialogProps = { open: boolean; onClose: () => void; url: string };

/** Shows a page's URL to scan or copy. */
export function ShareDialog({ open, onClose, url }: ShareDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={t("Share profile")} width="sm:max-w-sm">
      <SharePanel url={url} ref={enhanceSharePanel} />
    </Dialog>
  );
}
