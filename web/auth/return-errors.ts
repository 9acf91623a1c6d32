import type { PublicConfig } from "../../contract/api/storefront.ts";
import { SIGN_IN_PROVIDERS } from "../../contract/rules/sign-in-providers.ts";
import { t } from "../../contract/texts.ts";

type Site = Pick<PublicConfig, "oidcName" | "passwordLogin">;

/** Messages for the server's reasons to redirect to the login. With passwords, a message also offers them. */
type Text = (given: { provider: string; passwords: boolean }) => string;
const TEXTS = new Map<string, Text>([
  [
    "unavailable",
    ({ provider, passwords }) =>
      passwords
        ? t("{provider} sign-in is not available here right now. Please use your email and password.", {
            provider,
          })
        : t("{provider} sign-in is not available here right now.", { provider }),
  ],
  [
    "denied",
    ({ provider, passwords }) =>
      passwords
        ? t("Signing in with {provider} was cancelled. Try again, or use your email and password.", {
            provider,
          })
        : t("Signing in with {provider} was cancelled. Try again.", { provider }),
  ],
  [
    "expired",
    ({ provider }) =>
      t("Signing in with {provider} took too long or started in another browser. Please try again.", {
        provider,
      }),
  ],
  [
    "unverified",
    ({ provider, passwords }) =>
      passwords
        ? t(
            "{provider} has not confirmed that email yet. Confirm it there first, or use your email and password.",
            { provider },
          )
        : t("{provider} has not confirmed that email yet. Confirm it there first.", { provider }),
  ],
  [
    "no_email",
    ({ provider, passwords }) =>
      passwords
        ? t(
            "{provider} did not send your email, which this site needs. Ask the people who run {provider}, or use your email and password.",
            { provider },
          )
        : t("{provider} did not send your email, which this site needs. Ask the people who run {provider}.", {
            provider,
          }),
  ],
  [
    "unstated",
    ({ provider, passwords }) =>
      passwords
        ? t(
            "{provider} does not say whether your email is confirmed, so it does not open an account here. Ask the people who run this site, or use your email and password.",
            { provider },
          )
        : t(
            "{provider} does not say whether your email is confirmed, so it does not open an account here. Ask the people who run this site.",
            { provider },
          ),
  ],
  [
    "domain",
    ({ provider }) =>
      t("This site does not accept that {provider} email. Use one of its domains.", { provider }),
  ],
  [
    "signup_closed",
    ({ provider }) =>
      t("There is no account with that {provider} email, and this site does not accept new accounts.", {
        provider,
      }),
  ],
  ["blocked", () => t("This site doesn't accept emails of that domain. Use another account.")],
]);
const failed: Text = ({ provider, passwords }) =>
  passwords
    ? t("Signing in with {provider} did not work. Please try again, or use your email and password.", {
        provider,
      })
    : t("Signing in with {provider} did not work. Please try again.", { provider });

const LINK_EXPIRED = t(
  "This sign-in link was used before or has expired. The operator of this site can print a new one.",
);
const CODE_EXPIRED = t("Signing in took too long. Please start again.");

/** Without the provider's name, a message does not give the reason, which names it. */
const failedUnnamed = (passwords: boolean) =>
  passwords
    ? t("Signing in did not work. Please try again, or use your email and password.")
    : t("Signing in did not work. Please try again.");

/** Returns the message for the URL's `error` parameter, such as `google_denied`, or null. */
export function returnErrorText(code: string | null, site: Partial<Site> = {}): string | null {
  if (code === null) return null;
  if (code === "link_expired") return LINK_EXPIRED;
  if (code === "code_expired") return CODE_EXPIRED;
  const provider = SIGN_IN_PROVIDERS.find((name) => code.startsWith(`${name}_`)) ?? "google";
  const name = provider === "google" ? "Google" : site.oidcName;
  const passwords = site.passwordLogin !== false;
  if (!name) return failedUnnamed(passwords);
  const text = TEXTS.get(code.slice(provider.length + 1)) ?? failed;
  return text({ provider: name, passwords });
}
