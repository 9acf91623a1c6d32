import { Note } from "../layout/card-page.tsx";

/** Said on every page of the sandbox, before anything else. */
export function SandboxNote() {
  return (
    <Note tone="warn">
      <strong>This is a sandbox.</strong> No money moves, and no card, bank account or identity is checked.
    </Note>
  );
}
