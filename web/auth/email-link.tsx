import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef } from "react";
import { Link, useSearchParams } from "react-router";
import { paths } from "../../contract/rules/paths.ts";
import { t } from "../../contract/texts.ts";
import { ApiError } from "../lib/api.ts";
import { Alert } from "../ui/alert.tsx";
import { Button, buttonClass } from "../ui/button.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import { RequestError } from "../widgets/request-error.tsx";

type EmailLinkProps = {
  title: string;
  /** The action of the button. */
  intro: ReactNode;
  action: string;
  /** Replaces the label while the request is in progress. */
  doing: string;
  send: (token: string) => Promise<unknown>;
  done: { title: string; text: string };
  /** The next page after a success. */
  next?: ReactNode;
  /** The next page otherwise. By default the login. */
  children?: ReactNode;
};

/** The page of an emailed link. A button acts, because mail scanners open links, too. */
export function EmailLink({ title, intro, action, doing, send, done, next, children }: EmailLinkProps) {
  const token = useSearchParams()[0].get("token");
  const { mutate, isPending, isSuccess, error } = useMutation({ mutationFn: send });
  const message = useRef<HTMLDivElement>(null);
  // The server would reject the token again.
  const isDead = error instanceof ApiError && error.status === 400;
  const isOver = isSuccess || isDead;
  useEffect(() => {
    if (isOver) message.current?.focus();
  }, [isOver]);
  const heading = isSuccess ? done.title : title;
  return (
    <>
      <PageTitle>{heading}</PageTitle>
      <div className="grid gap-2">
        <h1 className="text-3xl">{heading}</h1>
        {token !== null && !isOver && <p className="text-muted">{intro}</p>}
      </div>
      {token === null && (
        <Alert tone="bad" role="alert">
          {t("Open this page with the link from the email, and check that you copied the full link.")}
        </Alert>
      )}
      <div ref={message} tabIndex={-1} className="outline-none empty:hidden">
        <RequestError error={error} fallback={t("That didn't work. Please try again.")} />
        {isSuccess && (
          <Alert tone="good" role="status">
            {done.text}
          </Alert>
        )}
      </div>
      {token !== null && !isOver && (
        <Button variant="primary" busy={isPending} onClick={() => mutate(token)}>
          {isPending ? doing : action}
        </Button>
      )}
      {(isSuccess && next) || children || (
        <Link to={paths.auth()} className={buttonClass()}>
          {t("Go to login")}
        </Link>
      )}
    </>
  );
}
