import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router";
import { accountDeletionRoutes } from "../../contract/api/account-deletion.ts";
import { DELETION_DAYS } from "../../contract/rules/limits.ts";
import { paths } from "../../contract/rules/paths.ts";
import { errorMessage, request } from "../lib/api.ts";
import { broadcastSessionChange, meQuery } from "../lib/session.ts";
import { useAutoFocus } from "../lib/use-auto-focus.ts";
import { Alert } from "../ui/alert.tsx";
import { Button, buttonClass } from "../ui/button.tsx";

/** Undoes the deletion of an account with the emailed link; without one it says how to, right after the deletion was asked for. */
export function KeepAccountScreen() {
  const [query] = useSearchParams();
  const token = query.get("token");
  return token ? <WithLink token={token} /> : <AfterRequest />;
}

function AfterRequest() {
  return (
    <>
      <title>Your account will be deleted · Tessera</title>
      <h1 className="text-3xl">Your account will be deleted</h1>
      <p className="text-muted">
        Your page is offline, and you are signed out everywhere. If you change your mind within{" "}
        {DELETION_DAYS} days, use the link that we have emailed you, or sign in.
      </p>
      <Link to={paths.auth()} className={buttonClass()}>
        Go to login
      </Link>
    </>
  );
}

function WithLink({ token }: { token: string }) {
  const queryClient = useQueryClient();
  const keep = useMutation({
    mutationFn: () => request(accountDeletionRoutes.keepByLink, { body: { token } }),
    onSuccess: () => {
      broadcastSessionChange();
      void queryClient.invalidateQueries(meQuery);
    },
  });
  if (keep.isSuccess) return <Kept />;
  return (
    <>
      <title>Keep your account · Tessera</title>
      <div className="grid gap-2">
        <h1 className="text-3xl">Keep your account?</h1>
        <p className="text-muted">
          The deletion is cancelled, and your page is shown again with all that it had. If it wasn't you who
          asked for it, choose a new password after that.
        </p>
      </div>
      {keep.error && (
        <Alert tone="bad" role="alert">
          {errorMessage(keep.error, "Couldn't restore your account.")}
        </Alert>
      )}
      <Button variant="primary" onClick={() => keep.mutate()} busy={keep.isPending}>
        {keep.isPending ? "Restoring…" : "Keep my account"}
      </Button>
    </>
  );
}

function Kept() {
  const message = useAutoFocus<HTMLDivElement>();
  return (
    <>
      <title>Your account stays · Tessera</title>
      <h1 className="text-3xl">Your account stays</h1>
      <div ref={message} tabIndex={-1} className="outline-none">
        <Alert tone="good" role="status">
          The deletion is cancelled, and your page is online again.
        </Alert>
      </div>
      <Link to={paths.dashboard()} className={buttonClass("primary")}>
        Go to dashboard
      </Link>
      <Link to={paths.forgotPassword()} className={buttonClass()}>
        Choose a new password
      </Link>
    </>
  );
}
