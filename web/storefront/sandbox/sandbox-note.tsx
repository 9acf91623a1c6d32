import { Note } from "../layout/card-page.tsx";

/** Said on every page of the sandbox, before anything else. */
export function SandboxNote() {
  return (
    <Note tone="warn">
      <strong>This is a sandbox.</strong> No money moves, no card or bank account is asked for, and nobody’s
      identity is checked.
    </Note>
  );
}
