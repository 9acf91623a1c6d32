import { useState } from "react";
import { paths } from "../../contract/paths.ts";
import { copyText } from "../lib/copy-text.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { CheckIcon, CopyIcon } from "../ui/icons.tsx";

type ShareDialogProps = { open: boolean; onClose: () => void; url: string };

/** A page's URL to scan or to copy. */
export function ShareDialog({ open, onClose, url }: ShareDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Share profile" width="sm:max-w-sm">
      <SharePanel url={url} />
    </Dialog>
  );
}

function SharePanel({ url }: { url: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    setCopied(await copyText(url));
  };
  return (
    <div className="grid justify-items-center gap-4 p-6 pb-3">
      <div className="rounded-card border border-line bg-white p-3">
        <img
          src={paths.qr(url)}
          width={320}
          height={320}
          alt={`QR code of ${url}`}
          className="block h-auto w-full max-w-60"
        />
      </div>
      <p className="text-center text-sm text-muted">Scan it with a phone, or copy the link.</p>
      <input
        readOnly
        value={url}
        aria-label="Link to this page"
        onFocus={(event) => event.target.select()}
        className="min-h-11 w-full rounded-control border border-line bg-ground px-3.5 text-sm text-ellipsis"
      />
      <Button variant="primary" className="w-full" onClick={copy}>
        {copied ? <CheckIcon size={18} /> : <CopyIcon size={18} />}
        Copy link
      </Button>
      <p role="status" className="min-h-6 text-sm font-semibold text-good">
        {copied && "Copied to clipboard"}
      </p>
    </div>
  );
}
