import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import type { RefObject } from "react";
import { useForm, useWatch } from "react-hook-form";
import { Link, useLocation } from "react-router";
import type { z } from "zod";
import { LoginInput } from "../../contract/accounts.ts";
import { paths } from "../../contract/paths.ts";
import { ApiError, errorMessage } from "../lib/api.ts";
import { redirectTarget } from "../lib/destination.ts";
import { setApiErrors } from "../lib/form-errors.ts";
import { sessionTexts, setVerificationNotice, signIn } from "../lib/session.ts";
import { Alert } from "../ui/alert.tsx";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import type { LoginState } from "./login-state.ts";
import { PasswordField } from "./password-field.tsx";

const NO_CREATOR = "This account has no creator page.";

type LoginFormProps = {
  /** The address typed so far, shared by the tabs. */
  email: RefObject<string>;
  onSignedIn: () => Promise<void>;
};

export function LoginForm({ email, onSignedIn }: LoginFormProps) {
  const queryClient = useQueryClient();
  const form = useForm<z.input<typeof LoginInput>, unknown, LoginInput>({
    resolver: zodResolver(LoginInput),
    defaultValues: { email: email.current, password: "" },
  });
  const { errors, isSubmitting } = form.formState;
  const typed = useWatch({ control: form.control, name: "email" });
  const { search } = useLocation();

  const submit = form.handleSubmit(async (input) => {
    try {
      const creator = await signIn(queryClient, input);
      if (creator) await onSignedIn();
      else form.setError("root", { message: NO_CREATOR });
    } catch (error) {
      const mustVerify = error instanceof ApiError && error.status === 403;
      const fallback = mustVerify ? sessionTexts.mustVerify : "Login failed";
      setApiErrors(form, error, { fields: ["email", "password"], fallback });
      // The notice outlives this form.
      if (mustVerify) setVerificationNotice(queryClient, errorMessage(error, fallback));
    }
  });

  return (
    <form noValidate onSubmit={submit} className="grid gap-5 pt-1">
      <Field label="Email" error={errors.email?.message}>
        {(control) => (
          <Input
            {...control}
            type="email"
            autoComplete="username"
            {...form.register("email", {
              onChange: (event) => {
                email.current = event.target.value;
              },
            })}
          />
        )}
      </Field>
      <div className="grid gap-1">
        <PasswordField kind="known" error={errors.password?.message} field={form.register("password")} />
        <Link
          to={paths.forgotPassword()}
          state={{ email: typed, redirect: redirectTarget(search) } satisfies LoginState}
          className="-mb-2 inline-flex min-h-11 items-center justify-self-start text-[15px] font-semibold text-primary hover:underline"
        >
          Forgot password?
        </Link>
      </div>
      {errors.root?.message && (
        <Alert tone="bad" role="alert">
          {errors.root.message}
        </Alert>
      )}
      <Button type="submit" variant="primary" busy={isSubmitting}>
        {isSubmitting ? "Logging in…" : "Login"}
      </Button>
    </form>
  );
}
