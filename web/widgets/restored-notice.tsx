import { Alert } from "../ui/alert.tsx";

/** Stands over a form that was filled in again. */
export function RestoredNotice() {
  return (
    <Alert tone="warn" role="status">
      You were signed out before this was saved. Here is what you had typed.
    </Alert>
  );
}
