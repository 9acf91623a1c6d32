import { t } from "../../contract/texts.ts";
import { Alert } from "../ui/alert.tsx";

/** Shown above a form whose values were restored after signing in again. */
export function RestoredNotice() {
  return (
    <Alert tone="warn" role="status">
      {t("We kept your unsaved changes.")}
    </Alert>
  );
}
