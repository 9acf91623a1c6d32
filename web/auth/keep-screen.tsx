import { secondFactorRoutes } from "../../contract/api/second-factor.ts";
import { t } from "../../contract/texts.ts";
import { request } from "../lib/api.ts";
import { EmailLink } from "./email-link.tsx";

/** Stops an administrator's removal of the second factor. */
export function KeepScreen() {
  return (
    <EmailLink
      title={t("Keep your second factor")}
      intro={t(
        "An administrator was asked to remove it. If that wasn't you, keep it: your password alone must not open your account.",
      )}
      action={t("Keep my second factor")}
      doing={t("Saving…")}
      send={(token) => request(secondFactorRoutes.keep, { body: { token } })}
      done={{
        title: t("Your second factor stays on"),
        text: t(
          "It will not be removed. If you didn't ask for its removal, somebody may know your password. Choose a new one in your security settings.",
        ),
      }}
    />
  );
}
