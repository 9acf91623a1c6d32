import { toast } from "sonner";
import {
  type AccountSecurity,
  accountSecurityRoutes,
  EmailInput,
} from "../../../../contract/api/account-security.ts";
import { t } from "../../../../contract/texts.ts";
import { rich } from "../../../lib/rich.ts";
import { useFocusFallback } from "../../../lib/use-focus-fallback.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Button } from "../../../ui/button.tsx";
import { EmailField } from "../../../ui/form-fields.tsx";
import { Loading } from "../../../widgets/loading.tsx";
import { RequestError } from "../../../widgets/request-error.tsx";
import { ShortForm, useRequestForm } from "../../../widgets/request-form.tsx";
import { Section } from "../../sections/section.tsx";
import { overviewQuery, useSecurityChange } from "./queries.ts";

/** Shows and changes the email of the account. */
export function EmailSection(props: { id: string; title: string }) {
  return (
    <Section
      {...props}
      about={t("You sign in with it, and it receives the emails of this site. It is not shown on your page.")}
    >
      <Loading query={overviewQuery} failure={t("Couldn't load your account.")}>
        {(account) => <Email account={account} />}
      </Loading>
    </Section>
  );
}

function Email({ account: { email, pending_email: pending } }: { account: AccountSecurity }) {
  const content = useFocusFallback<HTMLDivElement>(pending);
  return (
    <div ref={content} tabIndex={-1} className="grid grid-cols-1 gap-5 outline-none">
      <p className="[overflow-wrap:anywhere]">
        {rich("Your email is {email}.", { email: <strong className="font-semibold">{email}</strong> })}
      </p>
      {pending === null ? <EmailForm /> : <Pending email={pending} />}
    </div>
  );
}

function EmailForm() {
  const change = useSecurityChange(accountSecurityRoutes.changeEmail);
  const emailForm = useRequestForm(EmailInput, {
    values: { email: "" },
    send: (body) => change.mutateAsync({ body }),
    failure: t("Couldn't send the link."),
  });
  return (
    <ShortForm
      {...emailForm}
      submitLabel={t("Send link")}
      busyLabel={t("Sending…")}
      className="max-w-md gap-5"
    >
      <EmailField
        form={emailForm.form}
        name="email"
        label={t("New email")}
        help={t(
          "Your email changes when you open the link that we send to the new one. You can undo it from your current email for 72 hours.",
        )}
      />
    </ShortForm>
  );
}

function Pending({ email }: { email: string }) {
  const change = useSecurityChange(accountSecurityRoutes.changeEmail);
  const withdraw = useSecurityChange(accountSecurityRoutes.withdrawEmail);
  const error = change.error ?? withdraw.error;
  return (
    <div className="grid grid-cols-1 gap-4">
      <Alert tone="warn" role="status">
        <span className="[overflow-wrap:anywhere]">
          {rich("We sent a link to {email}. Open it where you're signed in; it works for 48 hours.", {
            email: <strong className="font-semibold">{email}</strong>,
          })}
        </span>
      </Alert>
      <RequestError error={error} fallback={t("That didn't work. Please try again.")} />
      <div className="flex flex-wrap gap-2.5">
        <Button
          busy={change.isPending}
          onClick={() =>
            change.mutate({ body: { email } }, { onSuccess: () => toast.success(t("Link sent again")) })
          }
        >
          {t("Send again")}
        </Button>
        <Button busy={withdraw.isPending} onClick={() => withdraw.mutate({})}>
          {t("Keep the current email")}
        </Button>
      </div>
    </div>
  );
}
