import { t } from "../../contract/texts.ts";
/** The texts of the page behind a link that sets a password. */
export type ResetTexts = {
  title: string;
  intro?: string;
  label: string;
  help?: string;
  submit: string;
  /** Replaces the server's message about a dead link. */
  deadLink?: string;
  /** Explains a dead link. */
  invalidLink: string;
};

const RESET: ResetTexts = {
  title: t("Set a new password"),
  label: t("New password"),
  help: t("You'll be logged out on other devices."),
  submit: t("Set new password"),
  invalidLink: t("A reset link works once, for one hour, and only until you request another one."),
};

const invitation = (site: string): ResetTexts => ({
  title: t("Welcome to {site}", { site }),
  intro: t("Choose a password to start using your page."),
  label: t("Password"),
  submit: t("Set password"),
  deadLink: t("This invitation no longer works."),
  invalidLink: t(
    "An invitation link works once, within a week. Request a new link with the email you were invited with.",
  ),
});

/** Returns the texts for the URL's `for` parameter and the site's name. The parameter selects only texts, because the server decides by the token. */
export function resetTexts(purpose: string | null, site: string): ResetTexts {
  return purpose === "invitation" ? invitation(site) : RESET;
}
