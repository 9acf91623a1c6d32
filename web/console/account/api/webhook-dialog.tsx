import { useId } from "react";
import { type WebhookEndpoint, WebhookInput } from "../../../../contract/api/webhooks.ts";
import { WEBHOOK_TYPES } from "../../../../contract/rules/webhook-types.ts";
import { t } from "../../../../contract/texts.ts";
import { FieldError } from "../../../ui/field.tsx";
import { TextField } from "../../../ui/form-fields.tsx";
import { DialogForm, FormDialog } from "../../../widgets/form-dialog.tsx";
import { useRequestForm } from "../../../widgets/request-form.tsx";
import { useAddWebhook, useChangeWebhook } from "./webhook-queries.ts";
import { TYPE_TEXTS } from "./webhook-texts.ts";

type WebhookDialogProps = {
  open: boolean;
  /** Null for a new one. */
  endpoint: WebhookEndpoint | null;
  /** Called with the secret of a new webhook. */
  onAdded: (secret: string) => void;
  onClose: () => void;
};

/** Adds or changes a webhook. */
export function WebhookDialog({ open, endpoint, onAdded, onClose }: WebhookDialogProps) {
  return (
    <FormDialog
      open={open}
      title={endpoint ? t("Change webhook") : t("Add a webhook")}
      onClose={onClose}
      width="sm:max-w-lg"
    >
      <WebhookForm
        endpoint={endpoint}
        onSaved={(secret) => {
          onClose();
          if (secret !== null) onAdded(secret);
        }}
      />
    </FormDialog>
  );
}

function WebhookForm({
  endpoint,
  onSaved,
}: {
  endpoint: WebhookEndpoint | null;
  onSaved: (secret: string | null) => void;
}) {
  const add = useAddWebhook();
  const change = useChangeWebhook();
  const { form, onSubmit } = useRequestForm(WebhookInput, {
    values: { url: endpoint?.url ?? "", types: endpoint?.types ?? [] },
    send: async (input) => {
      if (!endpoint) return onSaved((await add.mutateAsync(input)).secret);
      await change.mutateAsync({ ...input, id: endpoint.id });
      onSaved(null);
    },
    failure: t("Couldn't save the webhook."),
  });
  const errorId = useId();
  const error = form.formState.errors.types?.message;
  return (
    <DialogForm
      form={form}
      onSubmit={onSubmit}
      submitLabel={endpoint ? t("Save") : t("Add webhook")}
      busyLabel={endpoint ? t("Saving…") : t("Adding…")}
    >
      <TextField
        form={form}
        name="url"
        label="URL"
        type="url"
        inputMode="url"
        help={t("The address of your program, with https://.")}
        autoComplete="off"
      />
      <fieldset className="grid min-w-0 gap-1" aria-describedby={error && errorId}>
        <legend className="mb-1.5 font-semibold">{t("Events")}</legend>
        {WEBHOOK_TYPES.map((type) => (
          <label key={type} className="flex min-h-11 items-center gap-3 py-1">
            <input
              type="checkbox"
              value={type}
              className="size-5 shrink-0 accent-primary"
              {...form.register("types")}
            />
            <span className="flex flex-wrap items-baseline gap-x-2">
              <span>{TYPE_TEXTS[type]}</span>
              <code className="text-sm text-muted">{type}</code>
            </span>
          </label>
        ))}
        {error && <FieldError id={errorId}>{error}</FieldError>}
      </fieldset>
    </DialogForm>
  );
}
