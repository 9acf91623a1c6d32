import { useState } from "react";
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
  /** The noun on the button: `key`. */
  noun: string;
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
  noun,
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
        <p role="alert">Your browser does not allow copying. Select the {noun} instead.</p>
      )}
      <div className="flex flex-wrap justify-end gap-2.5">
        <Button onClick={async () => setCopied(await copyText(secret))}>
          {copied ? "Copied!" : `Copy ${noun}`}
        </Button>
        <Button variant="primary" onClick={onClose}>
          I have saved it
        </Button>
      </div>
    </div>
  );
}
