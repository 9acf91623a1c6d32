import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { setConfirmation } from "../../lib/confirmation.ts";

const ConfirmationDialog = lazy(async () => ({
  default: (await import("./confirmation-dialog.tsx")).ConfirmationDialog,
}));

/** Asks for a proof of identity whenever the server rejects a request without one, then repeats the request, so that typed values stay. */
export function Confirmation() {
  const answer = useRef<((isConfirmed: boolean) => void) | null>(null);
  const [asked, setAsked] = useState<{ withFactor: boolean } | null>(null);
  const finish = (isConfirmed: boolean) => {
    answer.current?.(isConfirmed);
    answer.current = null;
    setAsked(null);
  };
  useEffect(() => {
    setConfirmation((options) => {
      setAsked(options);
      return new Promise((resolve) => {
        answer.current = resolve;
      });
    });
    return () => {
      setConfirmation(undefined);
      answer.current?.(false);
    };
  }, []);
  return asked && <Suspense>{<ConfirmationDialog {...asked} onDone={finish} />}</Suspense>;
}
