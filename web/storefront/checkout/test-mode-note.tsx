import type { PaymentMode } from "../../../contract/rules/order-states.ts";
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
      <strong>{TITLES[mode ?? "mock"]}</strong>{" "}
      {mode === "test"
        ? "No real money moves."
        : isOver
          ? "No money was charged."
          : "No money moves and no card is asked for."}
    </Note>
  );
}

const TITLES = {
  mock: "This is a mock checkout.",
  sandbox: "This is a sandbox.",
  test: "Test mode.",
} as const;
