import { useEffect, useEffectEvent, useState } from "react";
import { useBlocker } from "react-router";
import { t } from "../../contract/texts.ts";
import { confirmLeaving, hasUnsavedChanges, keepsForm, useUnsavedChanges } from "../lib/unsaved-changes.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";

type UnsavedChangesGuardProps = {
  unsaved: boolean;
  /** Names the unsaved part of a page with several forms. */
  what?: string;
};

/** Lets every visible form ask before the console opens another page: the router supports one blocker at a time. */
export function LeaveBlocker() {
  const navigation = useBlocker(
    ({ currentLocation, nextLocation }) =>
      hasUnsavedChanges() && currentLocation.pathname !== nextLocation.pathname && !keepsForm(nextLocation),
  );
  const decide = useEffectEvent((leave: boolean) => {
    if (leave) navigation.proceed?.();
    else navigation.reset?.();
  });
  const isBlocked = navigation.state === "blocked";
  useEffect(() => {
    if (isBlocked) void confirmLeaving().then(decide);
  }, [isBlocked]);
  return null;
}

/** Asks before unsaved changes are lost: a dialog for the console's links and for signing out, the browser's question when the page is closed. */
export function UnsavedChangesGuard({ unsaved, what }: UnsavedChangesGuardProps) {
  const [answer, setAnswer] = useState<{ send: (leave: boolean) => void } | null>(null);
  useUnsavedChanges(unsaved, () => new Promise((send) => setAnswer({ send })));

  const decide = (leave: boolean) => {
    answer?.send(leave);
    setAnswer(null);
  };
  return (
    <ConfirmDialog
      open={answer !== null}
      title={t("Leave without saving?")}
      confirm={t("Leave")}
      onClose={() => decide(false)}
      onConfirm={() => decide(true)}
    >
      <span>{t("You have unsaved changes.")}</span>
      {what && <span> {t("Not saved yet: {parts}.", { parts: what })}</span>}
    </ConfirmDialog>
  );
}
