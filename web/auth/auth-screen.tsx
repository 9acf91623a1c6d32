import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { z } from "zod";
import { configQuery } from "../lib/config.ts";
import { destinationAfterSignIn, isConsolePath, redirectTarget } from "../lib/destination.ts";
import { useVerificationNotice } from "../lib/session.ts";
import { useUrlState } from "../lib/use-url-state.ts";
import { Alert } from "../ui/alert.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { LoginForm } from "./login-form.tsx";
import { OAuthButtons } from "./oauth-buttons.tsx";
import { RegisterForm } from "./register-form.tsx";
import { returnErrorText } from "./return-errors.ts";
import { signupClosedText } from "./signup-closed.ts";

const TABS = [
  { name: "login", label: "Login" },
  { name: "register", label: "Register" },
] as const;
type Tab = (typeof TABS)[number]["name"];
const AuthState = z.object({
  tab: z.enum(["login", "register"]).catch("login"),
  /** Why signing in elsewhere failed. */
  error: z.string().nullable().catch(null),
});

/** Login and registration; the URL holds the tab. */
export function AuthScreen() {
  const [query, setUrl] = useUrlState(AuthState);
  const notice = useVerificationNotice();
  const redirectAfterSignIn = useRedirectAfterSignIn();
  // Shared by both forms, so that a change of tab does not lose it.
  const email = useRef("");
  const { data: site } = useQuery(configQuery);
  const closed = signupClosedText(site?.signup);
  const hasPasswords = site?.passwordLogin ?? true;
  const tab = closed || !hasPasswords ? "login" : query.tab;
  const returnError = returnErrorText(query.error, site);
  const chooseTab = (chosen: Tab) => setUrl({ tab: chosen, error: null }, { replace: true });

  return (
    <>
      <title>{`${tab === "login" ? "Login" : "Register"} · Tessera`}</title>
      <h1 className="text-3xl">{tab === "login" ? "Welcome back" : "Create your page"}</h1>
      {returnError && (
        <Alert tone="bad" role="alert">
          {returnError}
        </Alert>
      )}
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
          <LoginForm email={email} onSignedIn={redirectAfterSignIn} />
        </>
      ) : (
        <Tabs label="Login or register" tabs={TABS} chosen={tab} onChoose={chooseTab}>
          {tab === "login" ? (
            <LoginForm email={email} onSignedIn={redirectAfterSignIn} />
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
      />
    </>
  );
}

/** Goes to the requested page: within the console, or by a full navigation. */
function useRedirectAfterSignIn() {
  const navigate = useNavigate();
  const { search } = useLocation();
  return async () => {
    const destination = destinationAfterSignIn(search);
    if (isConsolePath(destination)) await navigate(destination, { replace: true });
    else window.location.replace(destination);
  };
}
