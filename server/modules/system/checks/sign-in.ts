import { accountRoutes } from "../../../../contract/api/accounts.ts";
import type { SignInProvider } from "../../../../contract/rules/sign-in-providers.ts";
import type { OpenId } from "../../../platform/openid/port.ts";
import { type Check, type Found, fault, type Installation, ok, warning } from "../check.ts";

/** Placeholders in a URL that is never opened. */
const UNUSED = { state: "check", nonce: "check", codeVerifier: "check".repeat(10) };

const PROVIDERS = {
  google: { name: "Sign-in provider", setting: "GOOGLE_ISSUER", callback: accountRoutes.googleCallback.path },
  oidc: {
    name: "Sign-in provider of your own",
    setting: "OIDC_ISSUER",
    callback: accountRoutes.oidcCallback.path,
  },
} as const;
const adviceOn = (setting: string) =>
  `Check that ${setting} equals the issuer in the provider's discovery document, and that this machine may connect to the provider. Until then, users cannot sign in with it.`;

/** Reads the discovery documents of the configured OpenID providers. */
export const signInCheck: Check = {
  name: "Sign-in provider",
  advice: adviceOn("GOOGLE_ISSUER or OIDC_ISSUER"),
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
  const { name, setting, callback } = PROVIDERS[provider];
  try {
    const { host } = new URL(await openId.authorizationUrl(UNUSED));
    const seen = `${host} has a valid discovery document; register the redirect URL ${publicUrl}${callback} there`;
    const claims = await openId.listClaims();
    if (provider === "oidc" && !oidcTrustsEmails && claims && !claims.includes("email_verified")) {
      return warning({
        name,
        seen: `${seen}; it does not list email_verified among its claims`,
        advice:
          "Without that claim, no new user can sign in with the provider. Configure the provider to send it, or set OIDC_TRUST_EMAILS=true and OIDC_ALLOWED_DOMAINS if every email in its directory belongs to its user.",
      });
    }
    return ok({ name, seen });
  } catch (error) {
    // Continue, because the other provider may work.
    const seen = error instanceof Error ? error.message : String(error);
    return fault({ name, seen, advice: adviceOn(setting) });
  }
}
