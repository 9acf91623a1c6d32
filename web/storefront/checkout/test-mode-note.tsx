import type { PaymentMode } from "../../../contract/rules/order-states.ts";
import { t, text } from "../../../contract/texts.ts";
import { Note } from "../layout/card-page.tsx";

type TestModeNoteProps = {
  /** Null in the mock checkout. */
  mode: PaymentMode | null;
  /** True after paying, when no card is needed any more. */
  isOver?: boolean;
};

/** Says in test mode that no money moves. */
export function TestModeNote({ mode, isOver = false }: TestModeNoteProps) {
  if (mode === "live") return null;
  return (
    <Note tone="warn">
      <strong>{t(TITLES[mode ?? "mock"])}</strong>{" "}
      {mode === "test"
        ? t("No real money moves.")
        : t(isOver ? "No money was charged." : "No money moves and no card is asked for.")}
    </Note>
  );
}

const TITLES = {
  mock: text("This is a mock checkout."),
  sandbox: text("This is a sandbox."),
  test: text("Test mode."),
} as const;
