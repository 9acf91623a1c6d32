import { accountRoutes } from "../../../../contract/api/accounts.ts";
import type { SignInProvider } from "../../../../contract/rules/sign-in-providers.ts";
import { defineMessages } from "../../../../contract/texts.ts";
import { failureOf } from "../../../platform/failure.ts";
import type { OpenId } from "../../../platform/openid/port.ts";
import { type Check, type Found, fault, type Installation, ok, warning } from "../check.ts";

/** Placeholders in a URL that is never opened. */
const UNUSED = { state: "check", nonce: "check", codeVerifier: "check".repeat(10) };

const messages = defineMessages("check_sign_in", {
  name: "Sign-in provider",
  ownName: "Sign-in provider of your own",
  advice:
    "Check that {setting} equals the issuer in the provider's discovery document, and that this machine may connect to the provider. Until then, users cannot sign in with it.",
  anyAdvice:
    "Check that GOOGLE_ISSUER or OIDC_ISSUER equals the issuer in the provider's discovery document, and that this machine may connect to the provider. Until then, users cannot sign in with it.",
  found: "{host} has a valid discovery document; register the redirect URL {url} there",
  unverified: "it does not list email_verified among its claims",
  unverifiedAdvice:
    "Without that claim, no new user can sign in with the provider. Configure the provider to send it, or set OIDC_TRUST_EMAILS=true and OIDC_ALLOWED_DOMAINS if every email in its directory belongs to its user.",
});

const PROVIDERS = {
  google: {
    about: { id: "sign_in_provider", name: messages.name },
    setting: "GOOGLE_ISSUER",
    callback: accountRoutes.googleCallback.path,
  },
  oidc: {
    about: { id: "own_sign_in_provider", name: messages.ownName },
    setting: "OIDC_ISSUER",
    callback: accountRoutes.oidcCallback.path,
  },
} as const;

/** Reads the discovery documents of the configured OpenID providers. */
export const signInCheck: Check = {
  id: "sign_in_provider",
  name: messages.name,
  advice: messages.anyAdvice,
  async run({ openProviders, settings }) {
    const { google, oidc } = await openProviders();
    const checked = [
      google && checkProvider("google", google, settings),
      oidc && checkProvider("oidc", oidc, settings),
    ];
    return (await Promise.all(checked)).filter((finding) => finding !== undefined);
  },
};

async function checkProvider(
  provider: SignInProvider,
  openId: Pick<OpenId, "authorizationUrl" | "listClaims">,
  { publicUrl, oidcTrustsEmails }: Installation["settings"],
): Promise<Found> {
  const { about, setting, callback } = PROVIDERS[provider];
  try {
    const { host } = new URL(await openId.authorizationUrl(UNUSED));
    const seen = messages.found({ host, url: publicUrl + callback });
    const claims = await openId.listClaims();
    if (provider === "oidc" && !oidcTrustsEmails && claims && !claims.includes("email_verified")) {
      const statements = [seen, messages.unverified];
      return warning({ ...about, seen: statements, advice: messages.unverifiedAdvice });
    }
    return ok({ ...about, seen });
  } catch (error) {
    // Continue, because the other provider may work.
    return fault({ ...about, seen: failureOf(error), advice: messages.advice({ setting }) });
  }
}
