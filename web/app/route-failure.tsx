import { useEffect } from "react";
import { isRouteErrorResponse, useRouteError } from "react-router";
import { t } from "../../contract/texts.ts";
import { ApiError } from "../lib/api.ts";
import { usePageFailure } from "../lib/drafts/page-failure.ts";
import { rich } from "../lib/rich.ts";
import { Button } from "../ui/button.tsx";
import { Logo } from "../ui/logo.tsx";

/** Replaces a failed page; the frame around it stays. Saved work is not affected. */
export function RouteFailure() {
  const error = useRouteError();
  usePageFailure();
  useEffect(() => {
    // biome-ignore lint/suspicious/noConsole: an error that nothing else reports
    console.error(error);
  }, [error]);
  const requestId = error instanceof ApiError ? error.body?.requestId : undefined;
  return (
    <section
      aria-labelledby="route-failure"
      className="grid place-content-center justify-items-center gap-4 px-6 py-16 text-center"
    >
      <h1 id="route-failure" className="text-3xl">
        {isLoadingError(error) ? t("Couldn't load this page") : t("This page stopped working")}
      </h1>
      <p className="max-w-sm text-muted">{explain(error)}</p>
      {requestId !== undefined && (
        <p className="text-sm text-muted">
          {rich("Request id for the operator: {requestId}", {
            requestId: <code className="text-ink [overflow-wrap:anywhere]">{requestId}</code>,
          })}
        </p>
      )}
      <Button variant="primary" onClick={() => window.location.reload()}>
        {t("Try again")}
      </Button>
    </section>
  );
}

/** Replaces the whole window: the session could not be restored, or a script did not load. */
export function WindowFailure() {
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center p-6">
      <Logo size={36} show="mark" />
      <RouteFailure />
    </main>
  );
}

function explain(error: unknown): string {
  if (error instanceof ApiError && error.status === 0)
    return t("Couldn't reach the server. Check your connection and try again.");
  if (isScriptError(error)) return t("A part of it did not load. Check your connection and try again.");
  return t("Couldn't show this page. Your saved work is safe.");
}

function isLoadingError(error: unknown): boolean {
  return error instanceof ApiError || isRouteErrorResponse(error) || isScriptError(error);
}

/** A failed import is a `TypeError` with a browser's own text: "Failed to fetch dynamically imported module". */
function isScriptError(error: unknown): boolean {
  return error instanceof TypeError && /module|import/i.test(error.message);
}
