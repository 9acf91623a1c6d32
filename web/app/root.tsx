import { notifyManager, useQueryClient } from "@tanstack/react-query";
import { Suspense, useEffect, useState, useSyncExternalStore } from "react";
import { Outlet, ScrollRestoration, useLocation, useSearchParams } from "react-router";
import { Toaster } from "sonner";
import { safePath } from "../../contract/rules/paths.ts";
import { t } from "../../contract/texts.ts";
import { meQuery } from "../lib/session.ts";
import { ErrorBoundary } from "../widgets/error-boundary.tsx";
import { LeaveBlocker } from "../widgets/unsaved-changes-guard.tsx";
import { FeedbackWidget } from "./feedback/feedback-widget.tsx";
import { NavigationProgress } from "./navigation-progress.tsx";

export function Root() {
  return (
    <>
      <NavigationProgress />
      <Outlet />
      <FeedbackOfSignedIn />
      <LeaveBlocker />
      <ScrollRestoration />
      <Toaster
        position="bottom-right"
        theme="system"
        offset={{ bottom: "calc(24px + var(--bottom-bar) + var(--save-bar))" }}
        mobileOffset={{ bottom: "calc(16px + var(--bottom-bar) + var(--save-bar))" }}
        toastOptions={{ className: "toast" }}
        containerAriaLabel={t("Messages")}
      />
    </>
  );
}

/** Shows the feedback widget to signed-in creators, a new one for each account. Pages without it link here with `?feedback=/its/path`. */
function FeedbackOfSignedIn() {
  const queryClient = useQueryClient();
  const { pathname } = useLocation();
  const [requestedFor, endRequest] = useFeedbackRequest();
  // The pages load the session; this only reads the cache. Signing in clears it, and an observer would stay subscribed to the removed query.
  const cache = queryClient.getQueryCache();
  const creator = useSyncExternalStore(
    // Notify later, as the library does itself, because a component may add a query while it is being rendered.
    (onChange) => cache.subscribe(notifyManager.batchCalls(onChange)),
    () => queryClient.getQueryData(meQuery.queryKey),
  );
  return (
    creator && (
      <ErrorBoundary name={t("Feedback")}>
        <Suspense>
          <FeedbackWidget
            key={creator.id}
            creatorId={creator.id}
            page={requestedFor ?? pathname}
            isRequested={requestedFor !== null}
            onClose={endRequest}
          />
        </Suspense>
      </ErrorBoundary>
    )
  );
}

/** Returns the path in the URL's request for feedback, and removes it from the URL. */
function useFeedbackRequest() {
  const [params, setParams] = useSearchParams();
  const [path, setPath] = useState<string | null>(null);
  const requested = params.get("feedback");
  useEffect(() => {
    if (requested === null) return;
    const inSite = safePath(requested, "");
    if (inSite !== "") setPath(new URL(inSite, location.origin).pathname);
    setParams(
      (before) => {
        before.delete("feedback");
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [requested, setParams]);
  return [path, () => setPath(null)] as const;
}
