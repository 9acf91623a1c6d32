import { useState } from "react";
import { t } from "../../../../contract/texts.ts";
import { copyText } from "../../../lib/copy-text.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";

type Props = { codes: string[] | null; onClose: () => void };

/** Shows new recovery codes, which cannot be shown again. */
export function RecoveryCodesDialog({ codes: requested, onClose }: Props) {
  return (
    <Dialog
      open={requested !== null}
      onClose={onClose}
      title={t("Your recovery codes")}
      dismissOnBackdrop={false}
    >
      {requested && <Codes codes={requested} onClose={onClose} />}
    </Dialog>
  );
}

function Codes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const [copied, setCopied] = useState<boolean | null>(null);
  const text = codes.join("\n");
  return (
    <div className="grid grid-cols-1 gap-5 px-6 pt-3 pb-6">
      <p className="text-muted">
        {t(
          "Each signs you in once if you lose your phone. Keep them where your password isn't. You won't see them again.",
        )}
      </p>
      <ol
        aria-label={t("Recovery codes")}
        className="grid grid-cols-1 gap-x-6 gap-y-1 font-mono sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2.5">
        <Button onClick={async () => setCopied(await copyText(text))}>
          {copied ? t("Copied!") : t("Copy codes")}
        </Button>
        <Button
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
          download="recovery-codes.txt"
        >
          {t("Download")}
        </Button>
      </div>
      {copied === false && (
        <p role="alert">{t("Your browser does not allow copying. Select the codes instead.")}</p>
      )}
      <Button variant="primary" onClick={onClose} className="justify-self-end">
        {t("I have saved them")}
      </Button>
    </div>
  );
}
