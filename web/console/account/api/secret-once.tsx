import { useState } from "react";
import { t } from "../../../../contract/texts.ts";
import { copyText } from "../../../lib/copy-text.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";

type SecretProps = {
  /** Null closes the dialog. */
  secret: string | null;
  title: string;
  /** Says where to copy it. */
  about: string;
  label: string;
  /** The label of the button that copies it. */
  copy: string;
  onClose: () => void;
};

/** Shows a secret that the server returns once. A click outside does not close it. */
export function SecretOnce({ secret, title, onClose, ...texts }: SecretProps) {
  return (
    <Dialog open={secret !== null} onClose={onClose} title={title} dismissOnBackdrop={false}>
      {secret !== null && <Secret {...texts} secret={secret} onClose={onClose} />}
    </Dialog>
  );
}

function Secret({
  secret,
  about,
  label,
  copy,
  onClose,
}: Omit<SecretProps, "secret" | "title"> & { secret: string }) {
  const [copied, setCopied] = useState<boolean | null>(null);
  return (
    <div className="grid grid-cols-1 gap-5 px-6 pt-3 pb-6">
      <p className="text-muted">{about}</p>
      <Field label={label}>
        {(control) => (
          <Input
            {...control}
            dir="ltr"
            readOnly
            value={secret}
            className="font-mono text-sm"
            onFocus={({ target }) => target.select()}
          />
        )}
      </Field>
      {copied === false && (
        <p role="alert">{t("Your browser does not allow copying. Select the text instead.")}</p>
      )}
      <div className="flex flex-wrap justify-end gap-2.5">
        <Button onClick={async () => setCopied(await copyText(secret))}>
          {copied ? t("Copied!") : copy}
        </Button>
        <Button variant="primary" onClick={onClose}>
          {t("I have saved it")}
        </Button>
      </div>
    </div>
  );
}
