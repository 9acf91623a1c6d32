import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { configQuery } from "../lib/config.ts";
import { destinationAfterSignIn, isConsolePath, redirectTarget } from "../lib/destination.ts";
import { usePageTitle } from "../lib/page-title.ts";
import { useVerificationNotice } from "../lib/session.ts";
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

/** Login and register, the tab in the address. */
export function AuthScreen() {
  const [query, setQuery] = useSearchParams();
  const notice = useVerificationNotice();
  const enter = useRedirectAfterSignIn();
  // Typed once, kept when the tab changes.
  const email = useRef("");
  const closed = signupClosedText(useQuery(configQuery).data?.signup);
  const tab: Tab = query.get("tab") === "register" && !closed ? "register" : "login";
  const returned = returnErrorText(query.get("error"));
  usePageTitle(tab === "login" ? "Login" : "Register");

  const chooseTab = (name: Tab) =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        if (name === "login") next.delete("tab");
        else next.set("tab", name);
        next.delete("error");
        return next;
      },
      { replace: true, preventScrollReset: true },
    );

  return (
    <>
      <h1 className="text-3xl">{tab === "login" ? "Welcome back" : "Create your page"}</h1>
      {returned && (
        <Alert tone="bad" role="alert">
          {returned}
        </Alert>
      )}
      {notice && (
        <Alert tone="warn" role="alert">
          {notice}
        </Alert>
      )}
      {closed ? (
        <>
          <Alert tone="warn">{closed}</Alert>
          <LoginForm email={email} onSignedIn={enter} />
        </>
      ) : (
        <Tabs label="Login or register" tabs={TABS} chosen={tab} onChoose={chooseTab}>
          {tab === "login" ? (
            <LoginForm email={email} onSignedIn={enter} />
          ) : (
            <RegisterForm email={email} onSignedIn={enter} onMustVerify={() => chooseTab("login")} />
          )}
        </Tabs>
      )}
      <OAuthButtons redirect={redirectTarget(`?${query}`)} />
    </>
  );
}

/** Goes where the person wanted to go, in this script or as a full navigation. */
function useRedirectAfterSignIn() {
  const navigate = useNavigate();
  return async () => {
    const destination = destinationAfterSignIn(window.location.search);
    if (isConsolePath(destination)) await navigate(destination, { replace: true });
    else window.location.replace(destination);
  };
}
