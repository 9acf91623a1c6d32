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
  title: "Set a new password",
  label: "New password",
  help: "You'll be logged out on other devices.",
  submit: "Set new password",
  invalidLink: "A reset link works once, for one hour, and only until you request another one.",
};

const invitation = (site: string): ResetTexts => ({
  title: `Welcome to ${site}`,
  intro: "Choose a password to start using your page.",
  label: "Password",
  submit: "Set password",
  deadLink: "This invitation no longer works.",
  invalidLink:
    "An invitation link works once, within a week. Request a new link with the email you were invited with.",
});

/** Returns the texts for the URL's `for` parameter and the site's name. The parameter selects only texts, because the server decides by the token. */
export function resetTexts(purpose: string | null, site: string): ResetTexts {
  return purpose === "invitation" ? invitation(site) : RESET;
}
