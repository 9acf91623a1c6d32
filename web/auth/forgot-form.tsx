import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { accountRoutes, ForgotPasswordInput } from "../../contract/api/accounts.ts";
import { request } from "../lib/api.ts";
import { submitHandler } from "../lib/form-errors.ts";
import { FormErrorNotice, SubmitButton } from "../ui/form-actions.tsx";
import { EmailField } from "../ui/form-fields.tsx";

type ForgotFormProps = {
  /** The email that was typed into the login form. */
  email: string;
  /** True when the form takes the place of a message. */
  autoFocus: boolean;
  onSent: (email: string) => void;
};

export function ForgotForm({ email, autoFocus, onSent }: ForgotFormProps) {
  const form = useForm<z.input<typeof ForgotPasswordInput>, unknown, z.output<typeof ForgotPasswordInput>>({
    resolver: zodResolver(ForgotPasswordInput),
    defaultValues: { email },
  });
  const { setFocus } = form;
  useEffect(() => {
    if (autoFocus) setFocus("email");
  }, [autoFocus, setFocus]);

  const sendLink = async (input: z.output<typeof ForgotPasswordInput>) => {
    await request(accountRoutes.forgotPassword, { body: input });
    onSent(input.email);
  };
  const submit = submitHandler(form, sendLink, { fallback: "Could not send reset link" });

  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-5">
      <p className="text-muted">Enter your email and we'll send you a reset link.</p>
      <EmailField form={form} name="email" label="Email" autoComplete="username" />
      <FormErrorNotice form={form} />
      <SubmitButton busy={form.formState.isSubmitting} busyLabel="Sending…">
        Send reset link
      </SubmitButton>
    </form>
  );
}
