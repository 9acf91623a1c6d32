import { Link } from "react-router";
import { toast } from "sonner";
import type { z } from "zod";
import { accountSecurityRoutes, PasswordInput } from "../../../../contract/api/account-security.ts";
import { paths } from "../../../../contract/rules/paths.ts";
import { t } from "../../../../contract/texts.ts";
import { PasswordField } from "../../../ui/form-fields.tsx";
import { Loading } from "../../../widgets/loading.tsx";
import { ShortForm, useRequestForm } from "../../../widgets/request-form.tsx";
import { Section } from "../../sections/section.tsx";
import { overviewQuery, useSecurityChange } from "./queries.ts";

/** Changes the password, or sets the first one of an account without one. */
export function PasswordSection(props: { id: string; title: string }) {
  return (
    <Section {...props} about={t("A new password signs you out on every other device.")}>
      <Loading query={overviewQuery} failure={t("Couldn't load your account.")}>
        {({ has_password }) => <PasswordForm hasPassword={has_password} />}
      </Loading>
    </Section>
  );
}

function PasswordForm({ hasPassword }: { hasPassword: boolean }) {
  const change = useSecurityChange(accountSecurityRoutes.changePassword);
  const schema = hasPassword ? PasswordInput.required() : PasswordInput.pick({ password: true });
  const passwordForm = useRequestForm<z.input<typeof PasswordInput>, z.output<typeof PasswordInput>>(schema, {
    // In the order of the fields, because the first field with a server error gets the focus.
    values: { currentPassword: "", password: "" },
    send: async (input, { reset }) => {
      await change.mutateAsync({ body: input });
      reset();
      toast.success(hasPassword ? t("Password changed") : t("Password set"));
    },
    failure: t("Couldn't change the password."),
  });
  return (
    <ShortForm
      {...passwordForm}
      submitLabel={hasPassword ? t("Change password") : t("Set password")}
      busyLabel={t("Saving…")}
      className="max-w-md gap-5"
    >
      {hasPassword && (
        <div className="grid grid-cols-1">
          <PasswordField
            form={passwordForm.form}
            name="currentPassword"
            kind="current"
            label={t("Current password")}
          />
          <Link to={paths.forgotPassword()} className="link justify-self-start py-3 text-sm">
            {t("Forgot your password?")}
          </Link>
        </div>
      )}
      <PasswordField form={passwordForm.form} name="password" kind="new" label={t("New password")} />
    </ShortForm>
  );
}
