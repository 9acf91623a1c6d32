import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { accountRoutes, ResetPasswordInput } from "../../contract/api/accounts.ts";
import { t } from "../../contract/texts.ts";
import { request } from "../lib/api.ts";
import { firstFieldError, setApiErrors } from "../lib/form-errors.ts";
import { schemaResolver } from "../lib/schema-resolver.ts";
import { CODE_NEEDED, resetPassword } from "../lib/session.ts";
import { FormErrorNotice, SubmitButton } from "../ui/form-actions.tsx";
import { PasswordField } from "../ui/form-fields.tsx";
import type { ResetTexts } from "./reset-texts.ts";

const Schema = ResetPasswordInput.pick({ password: true });

type ResetFormProps = {
  token: string;
  texts: ResetTexts;
  onDone: () => void;
  /** Called if the new password is set, but a code must complete the sign-in. */
  onCodeNeeded: () => void;
  /** Called with the server's message if the link was used, replaced or has expired. */
  onInvalidLink: (message: string) => void;
};

export function ResetForm({ token, texts, onDone, onCodeNeeded, onInvalidLink }: ResetFormProps) {
  const queryClient = useQueryClient();
  const account = useQuery({
    queryKey: ["reset account", token],
    queryFn: ({ signal }) => request(accountRoutes.resetAccount, { body: { token }, signal }),
    // A failure is ignored, because the form works without the email and reports a dead link itself.
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const form = useForm({ resolver: schemaResolver(Schema), defaultValues: { password: "" } });

  const submit = form.handleSubmit(async ({ password }) => {
    try {
      if ((await resetPassword(queryClient, { token, password })) === CODE_NEEDED) onCodeNeeded();
      else onDone();
    } catch (error) {
      const first = firstFieldError(error);
      // The error of the token replaces the form, because the user cannot correct the token.
      if (first?.name === "token") onInvalidLink(first.message);
      else setApiErrors(form, error, { fallback: t("Could not reset password") });
    }
  });

  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-5">
      {/* Password managers store the new password under this email, replacing the old one. */}
      <input hidden readOnly type="text" autoComplete="username" value={account.data?.email ?? ""} />
      <PasswordField form={form} name="password" kind="new" label={texts.label} help={texts.help} />
      <FormErrorNotice form={form} />
      <SubmitButton busy={form.formState.isSubmitting} busyLabel={t("Saving…")}>
        {texts.submit}
      </SubmitButton>
    </form>
  );
}
