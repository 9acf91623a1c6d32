import { t } from "../../../contract/texts.ts";
import { sessionTexts, useVerificationNotice } from "../../lib/session.ts";
import { useResendVerification } from "../../lib/use-resend-verification.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";

/** Shown until the email is verified. A failed request shows no error and enables the button again. */
export function VerifyEmailBanner() {
  const notice = useVerificationNotice();
  const resend = useResendVerification();
  return (
    <Alert
      tone="warn"
      role="status"
      action={
        <Button onClick={() => resend.mutate()} busy={resend.isPending}>
          {resend.isPending ? t("Sending…") : t("Resend link")}
        </Button>
      }
    >
      {notice ?? sessionTexts.unverified}
    </Alert>
  );
}
