import { ShareIcon } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { DialogPanel } from "../../ui/dialog-panel.tsx";
import { SharePanel } from "../../widgets/share-panel.tsx";

type ShareButtonProps = { label: string; url: string };

/** Shows the page's URL to scan or to copy. */
export function ShareButton({ label, url }: ShareButtonProps) {
  return (
    <div className="contents" data-enhance="share">
      <Button className="needs-scripts" aria-haspopup="dialog" data-part="button">
        <ShareIcon size={18} />
        {label}
      </Button>
      <dialog aria-labelledby="share-title" className="dialog text-start sm:max-w-sm" data-part="dialog" />
      <template data-part="content">
        <DialogPanel title={label} titleId="share-title">
          <SharePanel url={url} />
        </DialogPanel>
      </template>
    </div>
  );
}
