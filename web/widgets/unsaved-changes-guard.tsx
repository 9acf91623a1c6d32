import { useState } from "react";
import { useBlocker } from "react-router";
import { keepsForm, useUnsavedChanges } from "../lib/unsaved-changes.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";

type UnsavedChangesGuardProps = {
  unsaved: boolean;
  /** Names what is unsaved, where a page has several forms. */
  what?: string;
};

/** Asks before unsaved changes are lost: a dialog for the console's own links and for signing out, the browser's question when the page is closed. */
export function UnsavedChangesGuard({ unsaved, what }: UnsavedChangesGuardProps) {
  const navigation = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved && currentLocation.pathname !== nextLocation.pathname && !keepsForm(nextLocation),
  );
  const [answer, setAnswer] = useState<{ send: (leave: boolean) => void } | null>(null);
  useUnsavedChanges(unsaved, () => new Promise((send) => setAnswer({ send })));

  const decide = (leave: boolean) => {
    answer?.send(leave);
    setAnswer(null);
    if (leave) navigation.proceed?.();
    else navigation.reset?.();
  };
  return (
    <ConfirmDialog
      open={navigation.state === "blocked" || answer !== null}
      title="Leave without saving?"
      confirm="Leave"
      onClose={() => decide(false)}
      onConfirm={() => decide(true)}
    >
      You have unsaved changes.{what && ` Not saved yet: ${what}.`}
    </ConfirmDialog>
  );
}
