import { accountRoutes } from "../../../contract/api/accounts.ts";
import type { OpenIdProviders } from "./port.ts";

type Client = { issuer: string; clientId: string; clientSecret: string };

/** Returns the clients of the configured providers. */
export async function openProviders(options: {
  publicUrl: string;
  google: Client | undefined;
  oidc: Client | undefined;
  oidcAdminGroup: string | undefined;
  oidcTrustsEmails: boolean;
}): Promise<OpenIdProviders> {
  const { publicUrl, google, oidc, oidcAdminGroup, oidcTrustsEmails } = options;
  if (!google && !oidc) return { google: undefined, oidc: undefined };
  // Loaded only if needed: most installations have no provider.
  const { openIdClient } = await import("./adapters/openid-client.ts");
  return {
    google:
      google && openIdClient({ ...google, redirectUri: `${publicUrl}${accountRoutes.googleCallback.path}` }),
    oidc:
      oidc &&
      openIdClient({
        ...oidc,
        redirectUri: `${publicUrl}${accountRoutes.oidcCallback.path}`,
        readsGroups: oidcAdminGroup !== undefined,
        own: { vouchesForEmails: oidcTrustsEmails },
      }),
  };
}
