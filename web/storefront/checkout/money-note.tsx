import type { PaymentMode } from "../../../contract/order-states.ts";
import { Note } from "../layout/card-page.tsx";

/** Says where no money moves; nothing where it does. */
export function MoneyNote({ mode }: { mode: PaymentMode }) {
  if (mode === "live") return null;
  return (
    <Note tone="warn">
      {mode === "sandbox" ? (
        <>
          <strong>This is a sandbox.</strong> No money moves and no card is asked for.
        </>
      ) : (
        <>
          <strong>Test mode.</strong> No real money moves.
        </>
      )}
    </Note>
  );
}
