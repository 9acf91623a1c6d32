/** Messages for the error codes with which the server redirects to the login. */
const TEXTS: ReadonlyMap<string, string> = new Map([
  [
    "google_unavailable",
    "Google sign-in is not available here right now. Please use your email and password.",
  ],
  ["google_denied", "Signing in with Google was cancelled. Try again, or use your email and password."],
  ["google_expired", "Signing in with Google took too long or started in another browser. Please try again."],
  [
    "google_unverified",
    "Google has not confirmed that email yet. Confirm it there first, or use your email and password.",
  ],
  [
    "google_signup_closed",
    "There is no account with that Google email, and this site does not accept new accounts.",
  ],
  ["google_blocked", "This site doesn't accept emails of that domain. Use another account."],
]);
const UNKNOWN = "Signing in with Google did not work. Please try again, or use your email and password.";

/** Returns the message for the `error` parameter of the URL; null without one. */
export function returnErrorText(code: string | null): string | null {
  return code === null ? null : (TEXTS.get(code) ?? UNKNOWN);
}
