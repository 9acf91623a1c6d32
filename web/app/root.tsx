import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useSyncExternalStore } from "react";
import { Outlet, ScrollRestoration, useLocation } from "react-router";
import { Toaster } from "sonner";
import { meQuery } from "../lib/session.ts";
import { Button } from "../ui/button.tsx";
import { Logo } from "../ui/logo.tsx";

export function Root() {
  return (
    <>
      <Outlet />
      <FeedbackOfSignedIn />
      <ScrollRestoration />
      <Toaster
        position="bottom-center"
        theme="system"
        toastOptions={{ className: "toast" }}
        containerAriaLabel="Messages"
      />
    </>
  );
}

const FeedbackWidget = lazy(async () => {
  const loading = import("../widgets/feedback/feedback-widget.tsx");
  const widget = await loading.catch(() => null);
  // Held back by a blocker or gone with a new release: the page does without it.
  return { default: widget?.FeedbackWidget ?? Nothing };
});

function Nothing() {
  return null;
}

/** For whoever is known to be signed in, on every page; a new one for each person. */
function FeedbackOfSignedIn() {
  const queryClient = useQueryClient();
  const { pathname } = useLocation();
  // The pages ask who is there; this only looks. At the cache itself, because signing in empties it, and an observer would go on looking at what was there before.
  const cache = queryClient.getQueryCache();
  const creator = useSyncExternalStore(
    (onChange) => cache.subscribe(onChange),
    () => queryClient.getQueryData(meQuery.queryKey),
  );
  return (
    creator && (
      <Suspense>
        <FeedbackWidget key={creator.id} creatorId={creator.id} page={pathname} />
      </Suspense>
    )
  );
}

/** Shown while the session is restored; invisible for as long as that takes no time. */
export function Splash() {
  return (
    <div role="status" aria-label="Loading" className="splash grid min-h-dvh place-content-center">
      <Logo size={44} show="mark" />
    </div>
  );
}

/** Shown when a page could not be prepared: the session could not be asked for, or a script did not arrive. */
export function LoadFailure() {
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-4 p-6 text-center">
      <Logo size={36} show="mark" />
      <h1 className="text-3xl">This page could not be loaded</h1>
      <p className="max-w-sm text-muted">
        The server did not answer as it should. Nothing you saved is lost.
      </p>
      <Button variant="primary" onClick={() => window.location.reload()}>
        Try again
      </Button>
    </main>
  );
}
