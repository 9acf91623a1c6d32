import { useId, useState } from "react";
import type { z } from "zod";
import { ApiKeyInput } from "../../../../contract/api/api-keys.ts";
import { limits } from "../../../../contract/rules/limits.ts";
import { SCOPES } from "../../../../contract/rules/scopes.ts";
import { t } from "../../../../contract/texts.ts";
import { toLocalInput } from "../../../lib/time-fields.ts";
import { FieldError } from "../../../ui/field.tsx";
import { TextField, TimeField } from "../../../ui/form-fields.tsx";
import { DialogForm, FormDialog } from "../../../widgets/form-dialog.tsx";
import { useRequestForm } from "../../../widgets/request-form.tsx";
import { useCreator } from "../../creator-context.ts";
import { useMakeKey } from "./queries.ts";
import { SCOPE_TEXTS } from "./scope-texts.ts";
import { SecretOnce } from "./secret-once.tsx";

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
        title={t("Make an API key")}
        onClose={onClose}
        width="sm:max-w-lg"
      >
        <KeyForm onMade={setSecret} />
      </FormDialog>
      <SecretOnce
        secret={open ? secret : null}
        title={t("Your API key")}
        about={t("Copy it into your program now. You won't see it again.")}
        label={t("API key")}
        copy={t("Copy key")}
        onClose={close}
      />
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
    failure: t("Couldn't make the API key."),
  });
  const errorId = useId();
  const error = form.formState.errors.scopes?.message;
  return (
    <DialogForm form={form} onSubmit={onSubmit} submitLabel={t("Make key")} busyLabel={t("Making…")}>
      <TextField
        form={form}
        name="name"
        label={t("Name")}
        help={t("The program that will have the key.")}
        maxLength={limits.apiKeyName.max}
        autoComplete="off"
      />
      <fieldset className="grid min-w-0 gap-1" aria-describedby={error && errorId}>
        <legend className="mb-1.5 font-semibold">{t("What it may do")}</legend>
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
        label={t("End")}
        optional
        help={t("In the time zone {timeZone}. Empty for a key without an end.", { timeZone })}
      />
    </DialogForm>
  );
}
