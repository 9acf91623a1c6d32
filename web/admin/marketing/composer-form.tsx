import { useEffect, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { Audience, type MarketingInput } from "../../../contract/api/marketing.ts";
import { MarketingTemplate, marketingTemplates } from "../../../contract/api/marketing-templates.ts";
import { t } from "../../../contract/texts.ts";
import { setApiErrors } from "../../lib/form-errors.ts";
import { useFocusFallback } from "../../lib/use-focus-fallback.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { FormErrorNotice } from "../../ui/form-actions.tsx";
import { SelectField, TextAreaField } from "../../ui/form-fields.tsx";
import { Name } from "../../ui/name.tsx";
import { ConfirmDialog } from "../../widgets/confirm-dialog.tsx";
import { EMAIL_FIELDS, EmailFields } from "../../widgets/email/email-fields.tsx";
import { isSentAlready } from "../../widgets/email/queries.ts";
import { AUDIENCES } from "./audiences.ts";
import {
  applyTemplate,
  type ComposerValues,
  emptyValues,
  sendBlocker,
  unfinishedNotice,
} from "./composer.ts";
import { ConfirmSendDialog } from "./confirm-send-dialog.tsx";
import { useSendMarketing } from "./queries.ts";

const FIELDS = ["to", "template", ...EMAIL_FIELDS] as const;
const CTA_LABELS = { label: t("CTA label"), url: t("CTA link") };
const TEMPLATES = MarketingTemplate.options.map((value) => ({
  value,
  label: t(marketingTemplates[value].name),
}));
const RECIPIENTS = [
  { value: "addresses", label: t("Email addresses") },
  ...Audience.options.map((value) => ({ value, label: AUDIENCES[value] })),
];

type ComposerFormProps = {
  form: UseFormReturn<ComposerValues, unknown, MarketingInput>;
  /** The form's current values. */
  values: ComposerValues;
};

/** Writes and sends an email. Before sending to an audience, a dialog shows the number of recipients. */
export function ComposerForm({ form, values }: ComposerFormProps) {
  const [toConfirm, setToConfirm] = useState<MarketingInput | null>(null);
  /** An email that was sent within the last day. Sending it again needs a confirmation. */
  const [repeated, setRepeated] = useState<MarketingInput | null>(null);
  const [sentCount, setSentCount] = useState(0);
  const send = useSendMarketing({
    onSent: () => {
      setRepeated(null);
      form.reset(emptyValues());
      setSentCount((count) => count + 1);
    },
  });
  const unfinished = unfinishedNotice(values);
  // Sending disables the focused button.
  const heading = useFocusFallback<HTMLHeadingElement>(sentCount);

  // In an effect, because only then the form is unlocked and the wrong field can be focused.
  useEffect(() => {
    if (send.error && !isSentAlready(send.error))
      setApiErrors(form, send.error, { fields: FIELDS, fallback: t("Failed to send marketing email") });
  }, [send.error, form]);

  const sendNow = (input: MarketingInput) =>
    send.mutate(input, {
      onSettled: () => setToConfirm(null),
      onError: (error) => setRepeated(isSentAlready(error) ? input : null),
    });
  const submit = form.handleSubmit((input) => {
    if (send.isPending) return;
    if (input.audience === undefined) sendNow(input);
    else setToConfirm(input);
  });

  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-5">
      <h2 ref={heading} tabIndex={-1} className="text-xl">
        {t("Compose")}
      </h2>
      <fieldset disabled={send.isPending} className="contents">
        <CampaignFields form={form} values={values} />
      </fieldset>
      <FormErrorNotice form={form} />
      {unfinished !== null && <Alert tone="warn">{unfinished}</Alert>}
      <SendButton isSending={send.isPending} blocker={sendBlocker(values)} />
      <ConfirmSendDialog
        audience={toConfirm?.audience ?? null}
        subject={values.subject}
        isSending={send.isPending}
        onConfirm={() => toConfirm && sendNow(toConfirm)}
        onClose={() => setToConfirm(null)}
      />
      <ConfirmDialog
        open={repeated !== null}
        title={t("Send this email again?")}
        confirm={t("Send again")}
        doing={t("Sending…")}
        variant="primary"
        failure={t("Failed to send marketing email")}
        work={send}
        onConfirm={() => repeated && sendNow({ ...repeated, again: true })}
        onClose={() => setRepeated(null)}
      >
        <Name>{values.subject}</Name>
      </ConfirmDialog>
    </form>
  );
}

function CampaignFields({ form, values }: ComposerFormProps) {
  const chooseTemplate = (name: string) => {
    const template = MarketingTemplate.safeParse(name);
    if (!template.success) return;
    // `values` still contains the previous template.
    const { subject, body, ctaLabel, ctaUrl } = applyTemplate(values, template.data);
    for (const [field, value] of Object.entries({ subject, body, ctaLabel, ctaUrl }))
      form.setValue(field as keyof ComposerValues, value, { shouldDirty: true });
    form.clearErrors(EMAIL_FIELDS);
  };
  return (
    <>
      <SelectField
        form={form}
        name="template"
        label={t("Template")}
        options={TEMPLATES}
        onValue={chooseTemplate}
      />
      <SelectField
        form={form}
        name="sendTo"
        label={t("Send to")}
        options={RECIPIENTS}
        help={
          values.sendTo === "addresses"
            ? undefined
            : t("Everyone with a page and a verified email. Unsubscribed people are excluded.")
        }
      />
      {values.sendTo === "addresses" && (
        <TextAreaField
          form={form}
          name="to"
          label={t("Recipients")}
          help={t("One or more emails, separated by commas or lines. Unsubscribed people are excluded.")}
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
      <EmailFields
        form={form}
        ctaLabels={CTA_LABELS}
        ctaPlaceholder={t(marketingTemplates[values.template].cta.label)}
      />
    </>
  );
}

function SendButton({ isSending, blocker }: { isSending: boolean; blocker: string | null }) {
  const reason = isSending ? t("The form is locked until the email is sent.") : blocker;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button
        type="submit"
        variant="primary"
        disabled={blocker !== null}
        busy={isSending}
        aria-describedby="send-reason"
      >
        {isSending ? t("Sending…") : t("Send email")}
      </Button>
      <p id="send-reason" className="min-w-0 flex-1 basis-48 text-sm text-muted">
        {reason}
      </p>
    </div>
  );
}
