import { useMutation } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router";
import { secondFactorMessages, secondFactorRoutes } from "../../contract/api/second-factor.ts";
import { paths } from "../../contract/rules/paths.ts";
import { errorMessage, request } from "../lib/api.ts";
import { useAutoFocus } from "../lib/use-auto-focus.ts";
import { Alert } from "../ui/alert.tsx";
import { Button, buttonClass } from "../ui/button.tsx";

/** Stops an administrator's removal of the second factor, once the user says so: programs that read emails open their links. */
export function KeepScreen() {
  const [query] = useSearchParams();
  const token = query.get("token");
  const keep = useMutation({
    mutationFn: (token: string) => request(secondFactorRoutes.keep, { body: { token } }),
  });
  const failure = token
    ? keep.error && errorMessage(keep.error, "Could not keep it")
    : secondFactorMessages.linkDead;
  return (
    <>
      <title>Keep your second factor · Tessera</title>
      <div className="grid gap-2">
        <h1 className="text-3xl">Keep your second factor</h1>
        {!keep.isSuccess && (
          <p className="text-muted">
            An administrator was asked to remove it. If that wasn’t you, keep it: your password alone must not
            open your account.
          </p>
        )}
      </div>
      {keep.isSuccess && <Kept />}
      {failure && (
        <Alert tone="bad" role="alert">
          {failure}
        </Alert>
      )}
      {token && !keep.isSuccess && (
        <Button variant="primary" busy={keep.isPending} onClick={() => keep.mutate(token)}>
          {keep.isPending ? "Saving…" : "Keep my second factor"}
        </Button>
      )}
      <Link to={paths.auth()} className={buttonClass("quiet")}>
        Go to login
      </Link>
    </>
  );
}

function Kept() {
  const message = useAutoFocus<HTMLDivElement>();
  return (
    <div ref={message} tabIndex={-1} className="grid grid-cols-1 gap-5 outline-none">
      <Alert tone="good" role="status">
        Your second factor stays on.
      </Alert>
      <p className="text-muted">
        If you did not ask for its removal, your password may be known to others. Choose a new one in your
        security settings.
      </p>
    </div>
  );
}
