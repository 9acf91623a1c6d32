import type { Signup } from "../../contract/api/storefront.ts";
import { t } from "../../contract/texts.ts";

/** Returns why registration is closed, or null while it is open or unknown. */
export function signupClosedText(signup: Signup | undefined): string | null {
  if (signup === "invite")
    return t("New accounts are by invitation only. Ask the administrator of this site for one.");
  if (signup === "closed") return t("This site does not accept new accounts.");
  return null;
}
