import { secondFactorRoutes } from "../../contract/api/second-factor.ts";
import { request } from "../lib/api.ts";
import { EmailLink } from "./email-link.tsx";

/** Stops an administrator's removal of the second factor. */
export function KeepScreen() {
  return (
    <EmailLink
      title="Keep your second factor"
      intro="An administrator was asked to remove it. If that wasn't you, keep it: your password alone must not open your account."
      action="Keep my second factor"
      doing="Saving…"
      send={(token) => request(secondFactorRoutes.keep, { body: { token } })}
      done={{
        title: "Your second factor stays on",
        text: "It will not be removed. If you didn't ask for its removal, somebody may know your password. Choose a new one in your security settings.",
      }}
    />
  );
}
