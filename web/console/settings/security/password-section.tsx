import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { Link } from "react-router";
import { toast } from "sonner";
import { PasswordInput } from "../../../../contract/api/account-security.ts";
import { paths } from "../../../../contract/rules/paths.ts";
import { submitHandler } from "../../../lib/form-errors.ts";
import { FormErrorNotice, SubmitButton } from "../../../ui/form-actions.tsx";
import { PasswordField } from "../../../ui/form-fields.tsx";
import { Loading } from "../../../widgets/loading.tsx";
import { Section } from "../section.tsx";
import { overviewQuery, useChangePassword } from "./queries.ts";

type SectionProps = { id: string; title: string };

/** Changes the password, or sets the first one of an account that signs in with a provider. */
export function PasswordSection(props: SectionProps) {
  const overview = useQuery(overviewQuery);
  return (
    <Section {...props} about="A new password signs you out on every other device.">
      <Loading query={overview} failure="Couldn't load your account.">
        {({ has_password }) => <PasswordForm hasPassword={has_password} />}
      </Loading>
    </Section>
  );
}

function PasswordForm({ hasPassword }: { hasPassword: boolean }) {
  const change = useChangePassword();
  const form = useForm({
    resolver: zodResolver(hasPassword ? PasswordInput.required() : PasswordInput.pick({ password: true })),
    // In the order of the fields, in which errors of the server receive the focus.
    defaultValues: { currentPassword: "", password: "" },
  });
  const submit = submitHandler(
    form,
    async (input) => {
      await change.mutateAsync(input);
      form.reset();
      toast.success(hasPassword ? "Password changed" : "Password set");
    },
    { fallback: "Couldn't change the password" },
  );
  return (
    <form noValidate onSubmit={submit} className="grid max-w-md grid-cols-1 gap-5">
      {hasPassword && (
        <div className="grid grid-cols-1">
          <PasswordField form={form} name="currentPassword" kind="current" label="Current password" />
          <Link to={paths.forgotPassword()} className="link justify-self-start py-3 text-sm">
            Forgot your password?
          </Link>
        </div>
      )}
      <PasswordField form={form} name="password" kind="new" label="New password" />
      <FormErrorNotice form={form} />
      <SubmitButton busy={form.formState.isSubmitting} busyLabel="Saving…" className="justify-self-start">
        {hasPassword ? "Change password" : "Set password"}
      </SubmitButton>
    </form>
  );
}
