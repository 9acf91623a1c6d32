import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { accountRoutes, ForgotPasswordInput } from "../../contract/accounts.ts";
import { request } from "../lib/api.ts";
import { setApiErrors } from "../lib/form-errors.ts";
import { Alert } from "../ui/alert.tsx";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";

type ForgotFormProps = {
  /** What was typed at the login. */
  email: string;
  focusAtOnce: boolean;
  onSent: (email: string) => void;
};

export function ForgotForm({ email, focusAtOnce, onSent }: ForgotFormProps) {
  const form = useForm<z.input<typeof ForgotPasswordInput>, unknown, z.output<typeof ForgotPasswordInput>>({
    resolver: zodResolver(ForgotPasswordInput),
    defaultValues: { email },
  });
  const { errors, isSubmitting } = form.formState;
  const { setFocus } = form;
  useEffect(() => {
    if (focusAtOnce) setFocus("email");
  }, [focusAtOnce, setFocus]);

  const submit = form.handleSubmit(async (input) => {
    try {
      await request(accountRoutes.forgotPassword, { body: input });
      onSent(input.email);
    } catch (error) {
      setApiErrors(form, error, { fields: ["email"], fallback: "Could not send reset link" });
    }
  });

  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-5">
      <p className="text-muted">Tell us your email address, and we send you a link to set a new one.</p>
      <Field label="Email" error={errors.email?.message}>
        {(control) => <Input {...control} type="email" autoComplete="username" {...form.register("email")} />}
      </Field>
      {errors.root?.message && (
        <Alert tone="bad" role="alert">
          {errors.root.message}
        </Alert>
      )}
      <Button type="submit" variant="primary" busy={isSubmitting}>
        {isSubmitting ? "Sending…" : "Send reset link"}
      </Button>
    </form>
  );
}
