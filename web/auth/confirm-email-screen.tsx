import { useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import { accountSecurityRoutes } from "../../contract/api/account-security.ts";
import { paths } from "../../contract/rules/paths.ts";
import { t } from "../../contract/texts.ts";
import { request } from "../lib/api.ts";
import { broadcastSessionChange, meQuery } from "../lib/session.ts";
import { buttonClass } from "../ui/button.tsx";
import { EmailLink } from "./email-link.tsx";

/** Confirms a new email of the signed-in account. */
export function ConfirmEmailScreen() {
  const queryClient = useQueryClient();
  const confirm = async (token: string) => {
    await request(accountSecurityRoutes.confirmEmail, { body: { token } });
    broadcastSessionChange();
    await queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
  };
  return (
    <EmailLink
      title={t("Confirm your new email")}
      intro={t("From then on you sign in with it, and it receives the emails of this site.")}
      action={t("Use this email")}
      doing={t("Confirming…")}
      send={confirm}
      done={{ title: t("Your email is changed"), text: t("Sign in with the new one from now on.") }}
    >
      <Link to={paths.security()} className={buttonClass("plain")}>
        {t("Go to security settings")}
      </Link>
    </EmailLink>
  );
}
