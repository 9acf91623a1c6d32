import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { paths } from "../../contract/rules/paths.ts";
import { t } from "../../contract/texts.ts";
import { configQuery } from "../lib/config.ts";
import { rich } from "../lib/rich.ts";
import { Alert } from "../ui/alert.tsx";
import { Button, buttonClass } from "../ui/button.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import { ForgotForm } from "./forgot-form.tsx";
import { useLoginState } from "./login-state.ts";
import { PASSWORDS_OFF } from "./passwords-off.ts";
import { useAutoFocus } from "./use-auto-focus.ts";

/** Requests an email with a link to set a new password. */
export function ForgotScreen() {
  const { email, redirect } = useLoginState();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const hasNoPasswords = useQuery(configQuery).data?.passwordLogin === false;
  const [isRepeated, setIsRepeated] = useState(false);
  return (
    <>
      <PageTitle>{t("Forgot password")}</PageTitle>
      <h1 className="text-3xl">{t("Forgot your password?")}</h1>
      {hasNoPasswords ? (
        <Alert tone="warn">{PASSWORDS_OFF}</Alert>
      ) : sentTo === null ? (
        <ForgotForm email={email} autoFocus={isRepeated} onSent={setSentTo} />
      ) : (
        <ResetEmailSent
          to={sentTo}
          onRepeat={() => {
            setIsRepeated(true);
            setSentTo(null);
          }}
        />
      )}
      <Link to={paths.auth({ redirect })} className={buttonClass("quiet")}>
        {t("Back to login")}
      </Link>
    </>
  );
}

function ResetEmailSent({ to, onRepeat }: { to: string; onRepeat: () => void }) {
  const message = useAutoFocus<HTMLDivElement>();
  return (
    <div ref={message} tabIndex={-1} className="grid grid-cols-1 gap-5 outline-none">
      <Alert tone="good" role="status">
        {t("Check your inbox for the reset link.")}
      </Alert>
      <p className="text-muted [overflow-wrap:anywhere]">
        {rich(
          "If {to} has an account here, the email is on its way. Its link works for one hour. No email? Check your spam folder.",
          { to: <strong className="font-semibold text-ink">{to}</strong> },
        )}
      </p>
      <Button onClick={onRepeat}>{t("Send again")}</Button>
    </div>
  );
}
