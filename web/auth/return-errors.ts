/** Why the server may send a person back to the login, by its code. */
const TEXTS: ReadonlyMap<string, string> = new Map([
  [
    "google_unavailable",
    "Google sign-in is not available here right now. Please use your email and password.",
  ],
  ["google_denied", "Signing in with Google was cancelled. Try again, or use your email and password."],
  ["google_expired", "Signing in with Google took too long, or began in another browser. Please try again."],
  [
    "google_unverified",
    "Google has not confirmed that email address yet. Confirm it there first, or use your email and password.",
  ],
]);
const OTHER = "Signing in with Google did not work. Please try again, or use your email and password.";

/** The sentence for an `error` of the address; null without one. */
export function returnErrorText(code: string | null): string | null {
  return code === null ? null : (TEXTS.get(code) ?? OTHER);
}
