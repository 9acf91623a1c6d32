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
  `Check ${setting}, as the provider writes it in its own description, and whether this machine may connect to it. Users cannot sign in with the provider until then.`;

/** Reads the descriptions of the OpenID providers, if any. */
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
    const seen = `${host} describes itself; it must know the redirect URL ${publicUrl}${callback}`;
    const claims = await openId.listClaims();
    if (provider === "oidc" && !oidcTrustsEmails && claims && !claims.includes("email_verified")) {
      return warning({
        name,
        seen: `${seen}; it does not list email_verified among its claims`,
        advice:
          "Without that claim nobody new can sign in with it: add it at the provider, or set OIDC_TRUST_EMAILS=true and OIDC_ALLOWED_DOMAINS if all emails of its directory are its users' own.",
      });
    }
    return ok({ name, seen });
  } catch (error) {
    // Continue, because the other provider may work.
    const seen = error instanceof Error ? error.message : String(error);
    return fault({ name, seen, advice: adviceOn(setting) });
  }
}
