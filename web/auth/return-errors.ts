import type { PublicConfig } from "../../contract/api/storefront.ts";
import { SIGN_IN_PROVIDERS } from "../../contract/rules/sign-in-providers.ts";
import { t } from "../../contract/texts.ts";

type Site = Pick<PublicConfig, "oidcName" | "passwordLogin">;

/** Messages for the server's reasons to redirect to the login. */
type Text = (given: { provider: string; instead: string }) => string;
const TEXTS = new Map<string, Text>([
  [
    "unavailable",
    ({ provider, instead }) =>
      t("{provider} sign-in is not available here right now.{instead}", {
        provider,
        instead: sentence(instead),
      }),
  ],
  [
    "denied",
    ({ provider, instead }) =>
      t("Signing in with {provider} was cancelled. Try again{instead}.", {
        provider,
        instead: clause(instead),
      }),
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
    ({ provider, instead }) =>
      t("{provider} has not confirmed that email yet. Confirm it there first{instead}.", {
        provider,
        instead: clause(instead),
      }),
  ],
  [
    "no_email",
    ({ provider, instead }) =>
      t(
        "{provider} did not send your email, which this site needs. Ask the people who run {provider}{instead}.",
        { provider, instead: clause(instead) },
      ),
  ],
  [
    "unstated",
    ({ provider, instead }) =>
      t(
        "{provider} does not say whether your email is confirmed, so it does not open an account here. Ask the people who run this site{instead}.",
        { provider, instead: clause(instead) },
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
const failed: Text = ({ provider, instead }) =>
  t("Signing in with {provider} did not work. Please try again{instead}.", {
    provider,
    instead: clause(instead),
  });

const LINK_EXPIRED = t(
  "This sign-in link was used before or has expired. The operator of this site can print a new one.",
);
const CODE_EXPIRED = t("Signing in took too long. Please start again.");
const PASSWORD = t("use your email and password");
const sentence = (instead: string) => (instead ? t(" Please {instead}.", { instead }) : "");
const clause = (instead: string) => (instead ? `, or ${instead}` : "");

/** Returns the message for the URL's `error` parameter, such as `google_denied`, or null. */
export function returnErrorText(code: string | null, site: Partial<Site> = {}): string | null {
  if (code === null) return null;
  if (code === "link_expired") return LINK_EXPIRED;
  if (code === "code_expired") return CODE_EXPIRED;
  const provider = SIGN_IN_PROVIDERS.find((name) => code.startsWith(`${name}_`)) ?? "google";
  const text = TEXTS.get(code.slice(provider.length + 1)) ?? failed;
  return text({
    provider: provider === "google" ? "Google" : (site.oidcName ?? "the provider"),
    instead: site.passwordLogin === false ? "" : PASSWORD,
  });
}
