import { z } from "zod";
import { ProviderUnavailable } from "../../port.ts";
import { MollieRejection, sendRepeatedly } from "./mollie-client.ts";

/** The app's permissions for a creator's account. Another permission would make every creator connect again. */
export const SCOPES: readonly string[] = [
  "payments.read",
  "payments.write",
  "refunds.read",
  "refunds.write",
  "profiles.read",
  "organizations.read",
  "onboarding.read",
];

const Issued = z.object({
  access_token: z.string().min(1).max(2_000),
  refresh_token: z.string().min(1).max(2_000),
  expires_in: z.number().int().positive().max(31_536_000),
});
export type Tokens = { accessToken: string; refreshToken: string; expiresInSeconds: number };

/** The operator's app at Mollie. */
export type MollieApp = { clientId: string; clientSecret: string };

/** Creates the requests by which an app receives, renews and revokes tokens. */
export function mollieTokens({ clientId, clientSecret }: MollieApp, apiBase: string | undefined) {
  const send = async (method: "POST" | "DELETE", fields: Record<string, string>) =>
    sendRepeatedly(new URL("/oauth2/tokens", apiBase ?? "https://api.mollie.com"), {
      method,
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`,
        "content-type": "application/json",
      },
      body: JSON.stringify(fields),
    });
  const tokensOf = (body: unknown): Tokens => {
    const parsed = Issued.safeParse(body);
    if (!parsed.success) throw new ProviderUnavailable("Mollie's tokens are not as described");
    const { access_token: accessToken, refresh_token: refreshToken, expires_in } = parsed.data;
    return { accessToken, refreshToken, expiresInSeconds: expires_in };
  };
  /** Returns new tokens, or undefined for an invalid or withdrawn token. */
  const renew = async ({ refreshToken, returnUrl }: { refreshToken: string; returnUrl: string }) => {
    const fields = { grant_type: "refresh_token", refresh_token: refreshToken, redirect_uri: returnUrl };
    try {
      return tokensOf(await send("POST", fields));
    } catch (error) {
      if (error instanceof MollieRejection && isInvalidGrant(error)) return undefined;
      throw error;
    }
  };
  return {
    clientId,
    /** Returns the page on which a merchant allows the app. */
    authorizationUrl({ state, returnUrl }: { state: string; returnUrl: string }): string {
      const url = new URL("/oauth2/authorize", apiBase ?? "https://my.mollie.com");
      url.search = new URLSearchParams({
        client_id: clientId,
        redirect_uri: returnUrl,
        state,
        scope: SCOPES.join(" "),
        response_type: "code",
        approval_prompt: "auto",
      }).toString();
      return url.href;
    },
    /** Exchanges the code of the return URL, which is valid once and for a short time. Throws `MollieRejection` for an invalid code. */
    exchange: async ({ code, returnUrl }: { code: string; returnUrl: string }) =>
      tokensOf(await send("POST", { grant_type: "authorization_code", code, redirect_uri: returnUrl })),
    renew,
    /** Ends a refresh token and every access token that was made with it. */
    async revoke(refreshToken: string) {
      await send("DELETE", { token_type_hint: "refresh_token", token: refreshToken }).catch(
        (error: unknown) => {
          if (!(error instanceof MollieRejection && isInvalidGrant(error))) throw error;
        },
      );
    },
    /** Checks the app's credentials by renewing a token that nobody has. If Mollie knows the app, it refuses only the token. Throws otherwise. */
    async check() {
      await renew({ refreshToken: "refresh_none", returnUrl: "https://invalid.example" });
    },
  };
}

/** Returns whether the merchant's grant is invalid. Other refusals, such as for a wrong secret of the app, say nothing about the merchant. */
const isInvalidGrant = ({ status, code }: MollieRejection) =>
  status === 400 && (code === null || code === "invalid_grant");
