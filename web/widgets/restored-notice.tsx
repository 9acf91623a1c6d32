import { Notice } from "../ui/notice.tsx";

/** Stands over a form that was filled in again. */
export function RestoredNotice() {
  return (
    <Notice tone="warn" role="status">
      You were signed out before this was saved. Here is what you had typed.
    </Notice>
  );
}
