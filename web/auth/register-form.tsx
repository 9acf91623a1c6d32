import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useState } from "react";
import { type UseFormReturn, useForm, useWatch } from "react-hook-form";
import type { z } from "zod";
import { RegisterInput } from "../../contract/api/accounts.ts";
import { ownTimeZone } from "../../contract/rules/formats.ts";
import { limits } from "../../contract/rules/limits.ts";
import { t } from "../../contract/texts.ts";
import { submitHandler } from "../lib/form-errors.ts";
import { handleCheckQuery } from "../lib/handle-check.ts";
import { schemaResolver } from "../lib/schema-resolver.ts";
import { register } from "../lib/session.ts";
import { useSettled } from "../lib/use-debounced-value.ts";
import { FormErrorNotice, SubmitButton } from "../ui/form-actions.tsx";
import { EmailField, PasswordField, TextField } from "../ui/form-fields.tsx";
import { HandleField } from "../widgets/handle-field.tsx";
import { SignupTerms } from "./signup-terms.tsx";

type Values = z.input<typeof RegisterInput>;

type RegisterFormProps = {
  /** The email typed so far, shared by the tabs. */
  email: RefObject<string>;
  onSignedIn: () => Promise<void>;
  /** Called if the account exists but the email must be verified before signing in. */
  onMustVerify: () => void;
};

export function RegisterForm({ email, onSignedIn, onMustVerify }: RegisterFormProps) {
  const queryClient = useQueryClient();
  const form = useForm<Values, unknown, RegisterInput>({
    resolver: schemaResolver(RegisterInput),
    // In the order of the fields, because the first field with a server error gets the focus.
    defaultValues: { displayName: "", handle: "", email: email.current, password: "" },
  });
  const handle = useHandle(form);

  const createAccount = async (input: RegisterInput) => {
    if (await register(queryClient, { ...input, timeZone: ownTimeZone() })) await onSignedIn();
    else onMustVerify();
  };
  const submit = submitHandler(form, createAccount, { fallback: t("Registration failed") });

  return (
    <form noValidate onSubmit={submit} className="grid gap-5 pt-1">
      <TextField
        form={form}
        name="displayName"
        label={t("Display name")}
        autoComplete="name"
        maxLength={limits.displayName.max}
      />
      <HandleField form={form} name="handle" label={t("Handle")} {...handle} />
      <EmailField
        form={form}
        name="email"
        label={t("Email")}
        onValue={(value) => {
          email.current = value;
        }}
      />
      <PasswordField form={form} name="password" kind="new" />
      <FormErrorNotice form={form} />
      <SubmitButton busy={form.formState.isSubmitting} busyLabel={t("Creating your page…")}>
        {t("Register")}
      </SubmitButton>
      <SignupTerms />
    </form>
  );
}

/** Suggests a handle from the display name until the user types a handle. */
function useHandle(form: UseFormReturn<Values, unknown, RegisterInput>) {
  const [name, handle] = useWatch({ control: form.control, name: ["displayName", "handle"] });
  const [followsName, setFollowsName] = useState(true);
  const settledName = useSettled(name.trim());
  const { data } = useQuery(handleCheckQuery(followsName ? settledName : ""));
  const suggestion = data?.suggestion;
  useEffect(() => {
    if (!suggestion || !followsName) return;
    form.setValue("handle", suggestion, { shouldValidate: form.formState.isSubmitted });
    // If the user is already in the handle field, the suggestion is selected, so that typing replaces it.
    if (document.activeElement?.getAttribute("name") === "handle")
      form.setFocus("handle", { shouldSelect: true });
  }, [suggestion, followsName, form]);
  return {
    typed: handle,
    isSuggested: followsName,
    onValue: () => setFollowsName(false),
    onReplace: (handle: string) => form.setValue("handle", handle, { shouldValidate: true }),
  };
}
