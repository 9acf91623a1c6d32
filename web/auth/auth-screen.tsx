import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useLocation } from "react-router";
import { z } from "zod";
import { t } from "../../contract/texts.ts";
import { configQuery } from "../lib/config.ts";
import { redirectTarget } from "../lib/destination.ts";
import { useVerificationNotice } from "../lib/session.ts";
import { useUrlState } from "../lib/use-url-state.ts";
import { Alert, FailureAlert } from "../ui/alert.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { LoginForm } from "./login-form.tsx";
import { OAuthButtons } from "./oauth-buttons.tsx";
import { PasskeyButton } from "./passkey-sign-in.tsx";
import { RegisterForm } from "./register-form.tsx";
import { returnErrorText } from "./return-errors.ts";
import { signupClosedText } from "./signup-closed.ts";
import { SignupTerms } from "./signup-terms.tsx";
import { useRedirectAfterSignIn } from "./use-redirect-after-sign-in.ts";

const TABS = [
  { name: "login", label: t("Login") },
  { name: "register", label: t("Register") },
] as const;
type Tab = (typeof TABS)[number]["name"];
const AuthState = z.object({
  tab: z.enum(["login", "register"]).catch("login"),
  /** Why signing in at a provider failed. */
  error: z.string().nullable().catch(null),
});

/** Login and registration; the tab is in the URL. */
export function AuthScreen() {
  const [query, setUrl] = useUrlState(AuthState);
  const notice = useVerificationNotice();
  const redirectAfterSignIn = useRedirectAfterSignIn();
  // Shared by both forms, so that it survives a change of tab.
  const email = useRef("");
  const [passkeyRound, setPasskeyRound] = useState(0);
  const login = { email, onSignedIn: redirectAfterSignIn, passkeyRound };
  const { data: site } = useQuery(configQuery);
  const closed = signupClosedText(site?.signup);
  const hasPasswords = site?.passwordLogin ?? true;
  const tab = closed || !hasPasswords ? "login" : query.tab;
  const returnError = returnErrorText(query.error, site);
  const chooseTab = (chosen: Tab) => setUrl({ tab: chosen, error: null }, { replace: true });

  return (
    <>
      <PageTitle>{tab === "login" ? t("Login") : t("Register")}</PageTitle>
      <h1 className="text-3xl">{tab === "login" ? t("Welcome back") : t("Create your page")}</h1>
      <FailureAlert>{returnError}</FailureAlert>
      {notice && (
        <Alert tone="warn" role="alert">
          {notice}
        </Alert>
      )}
      {!hasPasswords ? (
        closed && <Alert tone="warn">{closed}</Alert>
      ) : closed ? (
        <>
          <Alert tone="warn">{closed}</Alert>
          <LoginForm {...login} />
        </>
      ) : (
        <Tabs label={t("Login or register")} tabs={TABS} chosen={tab} onChoose={chooseTab}>
          {tab === "login" ? (
            <LoginForm {...login} />
          ) : (
            <RegisterForm
              email={email}
              onSignedIn={redirectAfterSignIn}
              onMustVerify={() => chooseTab("login")}
            />
          )}
        </Tabs>
      )}
      <OAuthButtons
        redirect={redirectTarget(useLocation().search)}
        oidcName={site?.oidcName ?? null}
        areAlone={!hasPasswords}
      >
        {tab === "login" && (
          <PasskeyButton
            onSignedIn={redirectAfterSignIn}
            onEnded={() => setPasskeyRound((round) => round + 1)}
          />
        )}
      </OAuthButtons>
      {tab === "login" && !closed && <SignupTerms />}
    </>
  );
}
