import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import type { RefObject } from "react";
import { useForm, useWatch } from "react-hook-form";
import type { z } from "zod";
import { RegisterInput } from "../../contract/accounts.ts";
import { limits } from "../../contract/limits.ts";
import { setApiErrors } from "../lib/form-errors.ts";
import { register } from "../lib/session.ts";
import { Alert } from "../ui/alert.tsx";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { HandleField } from "./handle-field.tsx";
import { PasswordField } from "./password-field.tsx";

type RegisterFormProps = {
  /** The address typed so far, shared by the tabs. */
  email: RefObject<string>;
  onSignedIn: () => Promise<void>;
  /** Registered, but not signed in: the email has to be verified first. */
  onMustVerify: () => void;
};

export function RegisterForm({ email, onSignedIn, onMustVerify }: RegisterFormProps) {
  const queryClient = useQueryClient();
  const form = useForm<z.input<typeof RegisterInput>, unknown, RegisterInput>({
    resolver: zodResolver(RegisterInput),
    defaultValues: { email: email.current, password: "", handle: "", displayName: "" },
  });
  const { errors, isSubmitting } = form.formState;
  const handle = useWatch({ control: form.control, name: "handle" });

  const submit = form.handleSubmit(async (input) => {
    try {
      if (await register(queryClient, input)) await onSignedIn();
      else onMustVerify();
    } catch (error) {
      setApiErrors(form, error, {
        fields: ["displayName", "handle", "email", "password"],
        fallback: "Registration failed",
      });
    }
  });

  return (
    <form noValidate onSubmit={submit} className="grid gap-5 pt-1">
      <Field label="Display name" error={errors.displayName?.message}>
        {(control) => (
          <Input
            {...control}
            autoComplete="name"
            maxLength={limits.displayName.max}
            {...form.register("displayName")}
          />
        )}
      </Field>
      <HandleField
        label="Handle"
        error={errors.handle?.message}
        typed={handle}
        field={form.register("handle")}
      />
      <Field label="Email" error={errors.email?.message}>
        {(control) => (
          <Input
            {...control}
            type="email"
            autoComplete="email"
            {...form.register("email", {
              onChange: (event) => {
                email.current = event.target.value;
              },
            })}
          />
        )}
      </Field>
      <PasswordField kind="new" error={errors.password?.message} field={form.register("password")} />
      {errors.root?.message && (
        <Alert tone="bad" role="alert">
          {errors.root.message}
        </Alert>
      )}
      <Button type="submit" variant="primary" busy={isSubmitting}>
        {isSubmitting ? "Creating your page…" : "Register"}
      </Button>
    </form>
  );
}
