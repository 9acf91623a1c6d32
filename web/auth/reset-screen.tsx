import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { paths } from "../../contract/rules/paths.ts";
import { t } from "../../contract/texts.ts";
import { configQuery } from "../lib/config.ts";
import { useSite } from "../lib/site-context.ts";
import { Alert, FailureAlert } from "../ui/alert.tsx";
import { buttonClass } from "../ui/button.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import { PASSWORDS_OFF } from "./passwords-off.ts";
import { ResetForm } from "./reset-form.tsx";
import { resetTexts } from "./reset-texts.ts";
import { useAutoFocus } from "./use-auto-focus.ts";

const REDIRECT_MS = 1000;

/** Sets a new password, or the first password of an invited user, with an emailed link. */
export function ResetScreen() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const token = query.get("token");
  const texts = resetTexts(query.get("for"), useSite().name);
  const hasNoPasswords = useQuery(configQuery).data?.passwordLogin === false;
  const [isDone, setIsDone] = useState(false);
  const [invalidLink, setInvalidLink] = useState<string | null>(null);
  return (
    <>
      <PageTitle>{texts.title}</PageTitle>
      <div className="grid gap-2">
        <h1 className="text-3xl">{texts.title}</h1>
        {texts.intro && !hasNoPasswords && !isDone && invalidLink === null && token && (
          <p className="text-muted">{texts.intro}</p>
        )}
      </div>
      {hasNoPasswords ? (
        <>
          <Alert tone="warn">{PASSWORDS_OFF}</Alert>
          <Link to={paths.auth()} className={buttonClass("primary")}>
            {t("Go to login")}
          </Link>
        </>
      ) : isDone ? (
        <PasswordUpdated />
      ) : !token ? (
        <NewLinkNeeded message={t("Reset token missing")}>
          {t("Open this page with the link from the email, and check that you copied the full link.")}
        </NewLinkNeeded>
      ) : invalidLink !== null ? (
        <NewLinkNeeded message={texts.deadLink ?? invalidLink}>{texts.invalidLink}</NewLinkNeeded>
      ) : (
        <ResetForm
          token={token}
          texts={texts}
          onDone={() => setIsDone(true)}
          onCodeNeeded={() => void navigate(paths.secondFactor(), { replace: true })}
          onInvalidLink={setInvalidLink}
        />
      )}
    </>
  );
}

function NewLinkNeeded({ message, children }: { message: string; children: string }) {
  const notice = useAutoFocus<HTMLDivElement>();
  return (
    <div ref={notice} tabIndex={-1} className="grid grid-cols-1 gap-5 outline-none">
      <FailureAlert>{message}</FailureAlert>
      <p className="text-muted">{children}</p>
      <Link to={paths.forgotPassword()} className={buttonClass("primary")}>
        {t("Request a new link")}
      </Link>
    </div>
  );
}

function PasswordUpdated() {
  const message = useAutoFocus<HTMLDivElement>();
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => void navigate(paths.dashboard(), { replace: true }), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <div ref={message} tabIndex={-1} className="outline-none">
      <Alert tone="good" role="status">
        {t("Password updated. Redirecting to dashboard...")}
      </Alert>
    </div>
  );
}
