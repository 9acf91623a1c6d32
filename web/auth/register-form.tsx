import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import type { RefObject } from "react";
import { useForm, useWatch } from "react-hook-form";
import type { z } from "zod";
import { RegisterInput } from "../../contract/api/accounts.ts";
import { ownTimeZone } from "../../contract/rules/formats.ts";
import { limits } from "../../contract/rules/limits.ts";
import { submitHandler } from "../lib/form-errors.ts";
import { register } from "../lib/session.ts";
import { FormErrorNotice, SubmitButton } from "../ui/form-actions.tsx";
import { EmailField, HandleField, PasswordField, TextField } from "../ui/form-fields.tsx";

type RegisterFormProps = {
  /** The email typed so far, shared by the tabs. */
  email: RefObject<string>;
  onSignedIn: () => Promise<void>;
  /** Called when the account exists but the email must be verified before signing in. */
  onMustVerify: () => void;
};

export function RegisterForm({ email, onSignedIn, onMustVerify }: RegisterFormProps) {
  const queryClient = useQueryClient();
  const form = useForm<z.input<typeof RegisterInput>, unknown, RegisterInput>({
    resolver: zodResolver(RegisterInput),
    // In the order of the fields, in which errors of the server receive the focus.
    defaultValues: { displayName: "", handle: "", email: email.current, password: "" },
  });
  const handle = useWatch({ control: form.control, name: "handle" });

  const createAccount = async (input: RegisterInput) => {
    if (await register(queryClient, { ...input, timeZone: ownTimeZone() })) await onSignedIn();
    else onMustVerify();
  };
  const submit = submitHandler(form, createAccount, { fallback: "Registration failed" });

  return (
    <form noValidate onSubmit={submit} className="grid gap-5 pt-1">
      <TextField
        form={form}
        name="displayName"
        label="Display name"
        autoComplete="name"
        maxLength={limits.displayName.max}
      />
      <HandleField form={form} name="handle" label="Handle" typed={handle} />
      <EmailField
        form={form}
        name="email"
        label="Email"
        onValue={(value) => {
          email.current = value;
        }}
      />
      <PasswordField form={form} name="password" kind="new" />
      <FormErrorNotice form={form} />
      <SubmitButton busy={form.formState.isSubmitting} busyLabel="Creating your page…">
        Register
      </SubmitButton>
    </form>
  );
}
