import { useEffect } from "react";
import { accountRoutes, ForgotPasswordInput } from "../../contract/api/accounts.ts";
import { t } from "../../contract/texts.ts";
import { request } from "../lib/api.ts";
import { FormErrorNotice, SubmitButton } from "../ui/form-actions.tsx";
import { EmailField } from "../ui/form-fields.tsx";
import { useRequestForm } from "../widgets/request-form.tsx";

type ForgotFormProps = {
  /** The email typed into the login form. */
  email: string;
  /** True if the form replaces a message. */
  autoFocus: boolean;
  onSent: (email: string) => void;
};

export function ForgotForm({ email, autoFocus, onSent }: ForgotFormProps) {
  const { form, onSubmit } = useRequestForm(ForgotPasswordInput, {
    values: { email },
    send: async (body) => {
      await request(accountRoutes.forgotPassword, { body });
      onSent(body.email);
    },
    failure: t("Could not send reset link"),
  });
  const { setFocus } = form;
  useEffect(() => {
    if (autoFocus) setFocus("email");
  }, [autoFocus, setFocus]);

  return (
    <form noValidate onSubmit={onSubmit} className="grid grid-cols-1 gap-5">
      <p className="text-muted">{t("Enter your email and we'll send you a reset link.")}</p>
      <EmailField form={form} name="email" label={t("Email")} autoComplete="username" />
      <FormErrorNotice form={form} />
      <SubmitButton busy={form.formState.isSubmitting} busyLabel={t("Sending…")}>
        {t("Send reset link")}
      </SubmitButton>
    </form>
  );
}
