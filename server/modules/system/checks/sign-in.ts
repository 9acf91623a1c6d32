import { accountRoutes } from "../../../../contract/api/accounts.ts";
import { type Check, ok } from "../check.ts";

const NAME = "Sign-in provider";
/** Placeholders: the URL that contains them is not opened. */
const UNUSED = { state: "check", nonce: "check", codeVerifier: "check".repeat(10) };

/** Reads the description of the OpenID provider. Without one there is nothing to check. */
export const signInCheck: Check = {
  name: NAME,
  advice:
    "Check GOOGLE_ISSUER, as the provider writes it in its own description, and whether this machine may connect to it. Users cannot sign in with the provider until then.",
  async run({ openOpenId, settings }) {
    const openId = await openOpenId();
    if (!openId) return [];
    const { host } = new URL(await openId.authorizationUrl(UNUSED));
    const seen = `${host} describes itself; it must know the redirect URL ${settings.publicUrl}${accountRoutes.googleCallback.path}`;
    return [ok({ name: NAME, seen })];
  },
};
