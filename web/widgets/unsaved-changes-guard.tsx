import { useEffect } from "react";
import { useBlocker } from "react-router";
import { ConfirmDialog } from "./confirm-dialog.tsx";

/** Asks before what was typed is left behind: a dialog inside the console, the browser's own question beyond it. One at a time. */
export function UnsavedChangesGuard({ unsaved }: { unsaved: boolean }) {
  useEffect(() => {
    if (!unsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [unsaved]);
  const leaving = useBlocker(
    ({ currentLocation, nextLocation }) => unsaved && currentLocation.pathname !== nextLocation.pathname,
  );
  return (
    <ConfirmDialog
      open={leaving.state === "blocked"}
      title="Leave without saving?"
      confirm="Leave"
      onClose={() => leaving.reset?.()}
      onConfirm={() => leaving.proceed?.()}
    >
      What you changed here is not saved yet.
    </ConfirmDialog>
  );
}
