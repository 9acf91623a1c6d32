import { useState } from "react";
import { Link } from "react-router";
import { paths } from "../../contract/paths.ts";
import { usePageTitle } from "../lib/page-title.ts";
import { Alert } from "../ui/alert.tsx";
import { Button, buttonClass } from "../ui/button.tsx";
import { ForgotForm } from "./forgot-form.tsx";
import { useLoginState } from "./login-state.ts";
import { useFocusAtOnce } from "./use-focus-at-once.ts";

/** Asks for a mail with a link to set a new password. */
export function ForgotScreen() {
  const { email, redirect } = useLoginState();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [again, setAgain] = useState(false);
  usePageTitle("Forgot password");
  return (
    <>
      <h1 className="text-3xl">Forgot your password?</h1>
      {sentTo === null ? (
        <ForgotForm email={email} focusAtOnce={again} onSent={setSentTo} />
      ) : (
        <Sent
          to={sentTo}
          onAgain={() => {
            setAgain(true);
            setSentTo(null);
          }}
        />
      )}
      <Link to={paths.auth({ redirect })} className={buttonClass("quiet")}>
        Back to login
      </Link>
    </>
  );
}

function Sent({ to, onAgain }: { to: string; onAgain: () => void }) {
  const message = useFocusAtOnce();
  return (
    <div ref={message} tabIndex={-1} className="grid grid-cols-1 gap-5 outline-none">
      <Alert tone="good" role="status">
        Check your inbox for the reset link.
      </Alert>
      <p className="text-muted [overflow-wrap:anywhere]">
        If <strong className="font-semibold text-ink">{to}</strong> has an account here, the mail is on its
        way. The link in it works for one hour. Nothing there? Look in the spam folder too.
      </p>
      <Button onClick={onAgain}>Send again</Button>
    </div>
  );
}
