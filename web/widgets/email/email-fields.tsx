import type { ReactNode } from "react";
import type { UseFormReturn } from "react-hook-form";
import { limits } from "../../../contract/rules/limits.ts";
import { t } from "../../../contract/texts.ts";
import { type FormOf, TextAreaField, TextField, UrlField } from "../../ui/form-fields.tsx";

export const CTA_FIELDS = ["ctaLabel", "ctaUrl"] as const;
export const EMAIL_FIELDS = ["subject", "body", ...CTA_FIELDS] as const;
export type EmailContent = Record<(typeof EMAIL_FIELDS)[number], string>;

type EmailFieldsProps = {
  /** A form that includes these fields. */
  form: FormOf<EmailContent> & Pick<UseFormReturn<EmailContent>, "trigger">;
  /** The labels of the two fields of the email's button. */
  ctaLabels: { label: string; url: string };
  ctaPlaceholder: string;
  /** Replaces the plain-text field for the body and the controls beside it. */
  children?: ReactNode;
};

/** The fields of an email: subject, body and an optional button. */
export function EmailFields({ form, ctaLabels, ctaPlaceholder, children }: EmailFieldsProps) {
  // Each of the two fields decides whether the other one is missing, which matters once both are left.
  const validateCta = () => void form.trigger(CTA_FIELDS);
  const validateCtaAgain = () => {
    if (CTA_FIELDS.some((field) => form.getFieldState(field, form.formState).error)) validateCta();
  };
  return (
    <>
      <TextField form={form} name="subject" label={t("Subject")} maxLength={limits.marketingSubject.max} />
      {children ?? (
        <TextAreaField
          form={form}
          name="body"
          label={t("Body")}
          help={t("Plain text. An empty line starts a new paragraph.")}
          rows={8}
          maxLength={limits.marketingBody.max}
        />
      )}
      <fieldset
        className="grid grid-cols-1 items-start gap-5 sm:grid-cols-2"
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) validateCta();
        }}
      >
        <legend className="sr-only">{t("Button in the email")}</legend>
        <TextField
          form={form}
          name="ctaLabel"
          label={ctaLabels.label}
          optional
          maxLength={limits.marketingCtaLabel.max}
          placeholder={ctaPlaceholder}
          onValue={validateCtaAgain}
        />
        <UrlField
          form={form}
          name="ctaUrl"
          label={ctaLabels.url}
          optional
          maxLength={limits.url.max}
          onValue={validateCtaAgain}
        />
      </fieldset>
    </>
  );
}
