import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { Link, useLocation, useNavigate } from "react-router";
import { CodeInput } from "../../contract/api/second-factor.ts";
import { paths } from "../../contract/rules/paths.ts";
import { t } from "../../contract/texts.ts";
import { ApiError } from "../lib/api.ts";
import { redirectTarget } from "../lib/destination.ts";
import { setApiErrors } from "../lib/form-errors.ts";
import { schemaResolver } from "../lib/schema-resolver.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { FormErrorNotice, SubmitButton } from "../ui/form-actions.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import { CodeField, type CodeKind } from "../widgets/code-field.tsx";
import { finishSignIn } from "./sign-in.ts";
import { useRedirectAfterSignIn } from "./use-redirect-after-sign-in.ts";

/** Asks for the code that completes a sign-in. */
export function CodeScreen() {
  const [kind, setKind] = useState<CodeKind>("app");
  const { search } = useLocation();
  return (
    <>
      <PageTitle>{t("Enter your code")}</PageTitle>
      <div className="grid gap-2">
        <h1 className="text-3xl">{t("Enter your code")}</h1>
        <p className="text-muted">
          {kind === "app"
            ? t("Open your authenticator app and enter the code it shows for this site.")
            : t("Enter one of the recovery codes that you saved. Each works once.")}
        </p>
      </div>
      {/* Another kind of code starts with an empty field. */}
      <CodeForm key={kind} kind={kind} />
      <div className="grid gap-3">
        <Button onClick={() => setKind(kind === "app" ? "recovery" : "app")}>
          {kind === "app" ? t("Use a recovery code") : t("Use your authenticator app")}
        </Button>
        <Link to={paths.auth({ redirect: redirectTarget(search) })} className={buttonClass("quiet")}>
          {t("Back to login")}
        </Link>
      </div>
    </>
  );
}

function CodeForm({ kind }: { kind: CodeKind }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { search } = useLocation();
  const redirectAfterSignIn = useRedirectAfterSignIn();
  const form = useForm({ resolver: schemaResolver(CodeInput), defaultValues: { code: "" } });
  const { setFocus } = form;
  useEffect(() => setFocus("code"), [setFocus]);
  const submit = form.handleSubmit(async (input) => {
    try {
      const creator = await finishSignIn(queryClient, input);
      if (creator) await redirectAfterSignIn();
      else await navigate(paths.completeProfile(), { replace: true });
    } catch (error) {
      if (error instanceof ApiError && error.status === 401)
        await navigate(paths.auth({ error: "code_expired", redirect: redirectTarget(search) }), {
          replace: true,
        });
      else setApiErrors(form, error, { fallback: t("Couldn't sign in.") });
    }
  });
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-5">
      <CodeField form={form} name="code" kind={kind} />
      <FormErrorNotice form={form} />
      <SubmitButton busy={form.formState.isSubmitting} busyLabel={t("Signing in…")}>
        {t("Sign in")}
      </SubmitButton>
    </form>
  );
}
