import { useQueryClient } from "@tanstack/react-query";
import type { RefObject } from "react";
import { useForm, useWatch } from "react-hook-form";
import { Link, useLocation, useNavigate } from "react-router";
import type { z } from "zod";
import { LoginInput } from "../../contract/api/accounts.ts";
import { paths } from "../../contract/rules/paths.ts";
import { t } from "../../contract/texts.ts";
import { ApiError, errorMessage } from "../lib/api.ts";
import { redirectTarget } from "../lib/destination.ts";
import { setApiErrors } from "../lib/form-errors.ts";
import { schemaResolver } from "../lib/schema-resolver.ts";
import { CODE_NEEDED, sessionTexts, setVerificationNotice, signIn } from "../lib/session.ts";
import { FormErrorNotice, SubmitButton } from "../ui/form-actions.tsx";
import { EmailField, PasswordField } from "../ui/form-fields.tsx";
import type { LoginState } from "./login-state.ts";
import { usePasskeyAutofill } from "./passkey-sign-in.tsx";

const NO_CREATOR = t("This account has no creator page.");

type LoginFormProps = {
  /** The email typed so far, shared by the tabs. */
  email: RefObject<string>;
  onSignedIn: () => Promise<void>;
  /** A number that changes when passkeys are offered again. */
  passkeyRound: number;
};

export function LoginForm({ email, onSignedIn, passkeyRound }: LoginFormProps) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const form = useForm<z.input<typeof LoginInput>, unknown, LoginInput>({
    resolver: schemaResolver(LoginInput),
    defaultValues: { email: email.current, password: "" },
  });
  const typed = useWatch({ control: form.control, name: "email" });
  const { search } = useLocation();
  usePasskeyAutofill({
    round: passkeyRound,
    onSignedIn,
    onFailure: (message) => form.setError("root", { message }),
  });

  const submit = form.handleSubmit(async (input) => {
    try {
      const creator = await signIn(queryClient, input);
      if (creator === CODE_NEEDED) await navigate(paths.secondFactor(redirectTarget(search)));
      else if (creator) await onSignedIn();
      else form.setError("root", { message: NO_CREATOR });
    } catch (error) {
      const mustVerify = error instanceof ApiError && error.status === 403;
      const fallback = mustVerify ? sessionTexts.mustVerify : t("Login failed");
      setApiErrors(form, error, { fallback });
      // The notice remains when the form is closed.
      if (mustVerify) setVerificationNotice(queryClient, errorMessage(error, fallback));
    }
  });

  return (
    <form noValidate onSubmit={submit} className="grid gap-5 pt-1">
      <EmailField
        form={form}
        name="email"
        label={t("Email")}
        autoComplete="username webauthn"
        onValue={(value) => {
          email.current = value;
        }}
      />
      <div className="grid gap-1">
        <PasswordField form={form} name="password" kind="current" />
        <Link
          to={paths.forgotPassword()}
          state={{ email: typed, redirect: redirectTarget(search) } satisfies LoginState}
          className="-mb-2 inline-flex min-h-11 items-center justify-self-start text-[15px] font-semibold text-primary hover:underline"
        >
          {t("Forgot password?")}
        </Link>
      </div>
      <FormErrorNotice form={form} />
      <SubmitButton busy={form.formState.isSubmitting} busyLabel={t("Logging in…")}>
        {t("Login")}
      </SubmitButton>
    </form>
  );
}
