import { ShareIcon } from "lucide-react";
import { paths } from "../../../contract/paths.ts";
import { Button } from "../../ui/button.tsx";
import { DialogPanel } from "../../ui/dialog-panel.tsx";
import { SharePanel } from "../../widgets/share-panel.tsx";

type ShareButtonProps = { handle: string; publicUrl: string };

/** Shows the page's URL to scan or to copy. */
export function ShareButton({ handle, publicUrl }: ShareButtonProps) {
  return (
    <div className="contents" data-enhance="share">
      <Button className="needs-scripts" aria-haspopup="dialog" data-part="button">
        <ShareIcon size={18} />
        Share profile
      </Button>
      <dialog aria-labelledby="share-title" className="dialog text-start sm:max-w-sm" data-part="dialog" />
      <template data-part="content">
        <DialogPanel title="Share profile" titleId="share-title">
          <SharePanel url={publicUrl + paths.creator(handle)} />
        </DialogPanel>
      </template>
    </div>
  );
}
