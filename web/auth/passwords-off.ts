import { t } from "../../contract/texts.ts";
/** Texts of installations where users can sign in only through a provider. */
export const PASSWORDS_OFF = t("This site has no passwords. Go back and sign in with its provider.");
