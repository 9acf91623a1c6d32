import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { t } from "../../../../contract/texts.ts";
import { confirmIdentity } from "../../../lib/confirmation.ts";
import { secondFactorQuery } from "../../../lib/second-factor-queries.ts";
import { useFocusFallback } from "../../../lib/use-focus-fallback.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { passkeysQuery } from "./factor-queries.ts";

/** Tells administrators why they lack admin access and how to get it. */
export function AdminNotice() {
  const { data: factor, refetch } = useQuery(secondFactorQuery);
  const { data: passkeys } = useQuery(passkeysQuery);
  // A confirmation removes the focused button.
  useFocusFallback(factor?.blocksAdmin);
  if (!factor?.blocksAdmin) return null;
  const hasFactor = factor.enabledAt !== null || passkeys?.some(({ usable }) => usable);
  const confirm = async () => {
    await confirmIdentity({ withFactor: true });
    await refetch();
  };
  return (
    <Alert
      tone="warn"
      action={
        hasFactor ? (
          <Button onClick={confirm}>{t("Confirm now")}</Button>
        ) : (
          <Link to="#passkeys" className={buttonClass()}>
            {t("Set one up")}
          </Link>
        )
      }
    >
      {hasFactor
        ? t("Administration here needs your passkey or a code. Confirm with one of them to open it.")
        : t(
            "Administration here needs a second factor. Add a passkey or set up an authenticator app to open it.",
          )}
    </Alert>
  );
}
