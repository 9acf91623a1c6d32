import { Outlet, ScrollRestoration } from "react-router";
import { Toaster } from "sonner";
import { Button } from "../ui/button.tsx";
import { Logo } from "../ui/logo.tsx";

export function Root() {
  return (
    <>
      <Outlet />
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
