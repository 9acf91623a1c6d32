import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef } from "react";
import { errorMessage } from "../lib/api.ts";
import { Alert } from "../ui/alert.tsx";
import { Button } from "../ui/button.tsx";

type EmailLinkProps = {
  title: string;
  /** What the button does. */
  intro: ReactNode;
  action: string;
  /** Replaces the label while the request is in progress. */
  doing: string;
  token: string | null;
  send: (token: string) => Promise<unknown>;
  done: string;
  /** Where to go on afterwards. */
  children: ReactNode;
};

/** The page of an emailed link: it acts on a button, because mail scanners open links, too. */
export function EmailLink({ title, intro, action, doing, token, send, done, children }: EmailLinkProps) {
  const { mutate, isPending, isSuccess, error } = useMutation({ mutationFn: send });
  const message = useRef<HTMLDivElement>(null);
  const isFinished = isSuccess || token === null;
  useEffect(() => {
    if (isSuccess) message.current?.focus();
  }, [isSuccess]);
  return (
    <>
      <title>{`${title} · Tessera`}</title>
      <div className="grid gap-2">
        <h1 className="text-3xl">{title}</h1>
        {!isFinished && <p className="text-muted">{intro}</p>}
      </div>
      {token === null && (
        <Alert tone="bad" role="alert">
          Open this page with the link from the email, and check that you copied the full link.
        </Alert>
      )}
      {error && (
        <Alert tone="bad" role="alert">
          {errorMessage(error, "That didn't work. Please try again.")}
        </Alert>
      )}
      {isSuccess && (
        <div ref={message} tabIndex={-1} className="outline-none">
          <Alert tone="good" role="status">
            {done}
          </Alert>
        </div>
      )}
      {!isFinished && (
        <Button variant="primary" busy={isPending} onClick={() => mutate(token)}>
          {isPending ? doing : action}
        </Button>
      )}
      {children}
    </>
  );
}
