import { useEffect, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { paths } from "../../contract/paths.ts";
import { usePageTitle } from "../lib/page-title.ts";
import { Alert } from "../ui/alert.tsx";
import { buttonClass } from "../ui/button.tsx";
import { ResetForm } from "./reset-form.tsx";
import { useFocusAtOnce } from "./use-focus-at-once.ts";

const REDIRECT_MS = 1000;

/** Sets a new password with the token of the mail's link. */
export function ResetScreen() {
  const [query] = useSearchParams();
  const token = query.get("token");
  const [done, setDone] = useState(false);
  usePageTitle("Set a new password");
  return (
    <>
      <h1 className="text-3xl">Set a new password</h1>
      {done ? (
        <Done />
      ) : token ? (
        <>
          <ResetForm token={token} onDone={() => setDone(true)} />
          <Link to={paths.forgotPassword()} className={buttonClass("quiet")}>
            Ask for a new link
          </Link>
        </>
      ) : (
        <TokenNotFound />
      )}
    </>
  );
}

function TokenNotFound() {
  return (
    <>
      <Alert tone="bad" role="alert">
        Reset token missing
      </Alert>
      <p className="text-muted">
        Open this page with the link from the mail, and make sure that the whole link was copied.
      </p>
      <Link to={paths.forgotPassword()} className={buttonClass("primary")}>
        Ask for a new link
      </Link>
    </>
  );
}

function Done() {
  const message = useFocusAtOnce();
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => void navigate(paths.dashboard(), { replace: true }), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <div ref={message} tabIndex={-1} className="outline-none">
      <Alert tone="good" role="status">
        Password updated. Redirecting to dashboard...
      </Alert>
    </div>
  );
}
