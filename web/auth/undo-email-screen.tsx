import { useQueryClient } from "@tanstack/react-query";
import { accountSecurityRoutes } from "../../contract/api/account-security.ts";
import { t } from "../../contract/texts.ts";
import { request } from "../lib/api.ts";
import { broadcastSessionChange } from "../lib/session.ts";
import { EmailLink } from "./email-link.tsx";

/** Returns an account to the owner of its former email. */
export function UndoEmailScreen() {
  const queryClient = useQueryClient();
  const undo = async (token: string) => {
    await request(accountSecurityRoutes.undoEmail, { body: { token } });
    // All sessions of the account have ended, also in this browser.
    queryClient.clear();
    broadcastSessionChange();
  };
  return (
    <EmailLink
      title={t("Take your account back")}
      intro={t(
        "Your account gets its former email again. Every device is logged out and the password stops working; we send you a link to choose a new one.",
      )}
      action={t("Take my account back")}
      doing={t("Working…")}
      send={undo}
      done={{
        title: t("Your account is yours again"),
        text: t("It has its former email. Check your inbox for a link to choose a new password."),
      }}
    />
  );
}
