import { useId, useState } from "react";
import type { z } from "zod";
import { ApiKeyInput } from "../../../../contract/api/api-keys.ts";
import { limits } from "../../../../contract/rules/limits.ts";
import { SCOPES } from "../../../../contract/rules/scopes.ts";
import { copyText } from "../../../lib/copy-text.ts";
import { toLocalInput } from "../../../lib/time-fields.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field, FieldError } from "../../../ui/field.tsx";
import { TextField, TimeField } from "../../../ui/form-fields.tsx";
import { Input } from "../../../ui/input.tsx";
import { DialogForm, FormDialog } from "../../../widgets/form-dialog.tsx";
import { useRequestForm } from "../../../widgets/request-form.tsx";
import { useCreator } from "../../creator-context.ts";
import { useMakeKey } from "./queries.ts";
import { SCOPE_TEXTS } from "./scope-texts.ts";

/** Makes a key, then shows its secret once. */
export function MakeKeyDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [secret, setSecret] = useState<string | null>(null);
  const close = () => {
    setSecret(null);
    onClose();
  };
  return (
    <>
      <FormDialog
        open={open && secret === null}
        title="Make an API key"
        onClose={onClose}
        width="sm:max-w-lg"
      >
        <KeyForm onMade={setSecret} />
      </FormDialog>
      <Dialog open={open && secret !== null} onClose={close} title="Your API key" dismissOnBackdrop={false}>
        {secret !== null && <Secret secret={secret} onClose={close} />}
      </Dialog>
    </>
  );
}

const A_YEAR = 365 * 86_400_000;

function KeyForm({ onMade }: { onMade: (secret: string) => void }) {
  const { time_zone: timeZone } = useCreator();
  const make = useMakeKey();
  const [suggestedEnd] = useState(() => toLocalInput(new Date(Date.now() + A_YEAR).toISOString(), timeZone));
  const values: z.input<typeof ApiKeyInput> = { name: "", scopes: [], expiresAt: suggestedEnd };
  const { form, onSubmit } = useRequestForm(ApiKeyInput, {
    values,
    send: async (input) => onMade((await make.mutateAsync(input)).secret),
    failure: "Couldn't make the API key.",
  });
  const errorId = useId();
  const error = form.formState.errors.scopes?.message;
  return (
    <DialogForm form={form} onSubmit={onSubmit} submitLabel="Make key" busyLabel="Making…">
      <TextField
        form={form}
        name="name"
        label="Name"
        help="The program that will have the key."
        maxLength={limits.apiKeyName.max}
        autoComplete="off"
      />
      <fieldset className="grid min-w-0 gap-1" aria-describedby={error && errorId}>
        <legend className="mb-1.5 font-semibold">What it may do</legend>
        {SCOPES.map((scope) => (
          <label key={scope} className="flex min-h-11 items-center gap-3 py-1">
            <input
              type="checkbox"
              value={scope}
              className="size-5 shrink-0 accent-primary"
              {...form.register("scopes")}
            />
            <span>{SCOPE_TEXTS[scope]}</span>
          </label>
        ))}
        {error && <FieldError id={errorId}>{error}</FieldError>}
      </fieldset>
      <TimeField
        form={form}
        name="expiresAt"
        label="End"
        optional
        help={`In the time zone ${timeZone}. Empty for a key without an end.`}
      />
    </DialogForm>
  );
}

function Secret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const [copied, setCopied] = useState<boolean | null>(null);
  return (
    <div className="grid grid-cols-1 gap-5 px-6 pt-3 pb-6">
      <p className="text-muted">Copy it into your program now. You won't see it again.</p>
      <Field label="API key">
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
      {copied === false && <p role="alert">Your browser does not allow copying. Select the key instead.</p>}
      <div className="flex flex-wrap justify-end gap-2.5">
        <Button onClick={async () => setCopied(await copyText(secret))}>
          {copied ? "Copied!" : "Copy key"}
        </Button>
        <Button variant="primary" onClick={onClose}>
          I have saved it
        </Button>
      </div>
    </div>
  );
}
