import { type ReactNode, type SubmitEvent, useRef, useState } from "react";
import { paths } from "../../../contract/paths.ts";
import { useBfcacheRestore } from "../../lib/use-bfcache-restore.ts";
import { Button } from "../../ui/button.tsx";
import { failureText, startCheckout } from "../api.ts";

const FALLBACK = "The checkout could not be started. Please try again.";

type PurchaseProps = {
  tileId: number;
  /** Tells that somebody starts to buy. */
  onStart: () => void;
  children: ReactNode;
};

/** The way to the checkout: a plain form, which scripts turn into a call so that a failure is told in place. */
export function Purchase({ tileId, onStart, children }: PurchaseProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  // The state arrives with the next render; a double click is faster.
  const started = useRef(false);
  const reset = () => {
    started.current = false;
    setBusy(false);
  };
  useBfcacheRestore(reset);

  const buy = async (event: SubmitEvent) => {
    event.preventDefault();
    if (started.current) return;
    started.current = true;
    setBusy(true);
    setProblem(null);
    onStart();
    try {
      location.assign(await startCheckout(tileId));
    } catch (error) {
      reset();
      setProblem(failureText(error, FALLBACK));
    }
  };
  return (
    <form method="post" action={paths.startCheckout()} onSubmit={buy} className="grow-[3]">
      <input type="hidden" name="tileId" value={tileId} />
      <Button type="submit" variant="primary" busy={busy} className="w-full">
        {children}
      </Button>
      {problem && (
        <p role="alert" className="mt-3 text-sm font-semibold text-bad">
          {problem}
        </p>
      )}
    </form>
  );
}
