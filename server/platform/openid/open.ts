import { accountRoutes } from "../../../contract/api/accounts.ts";
import { openIdClient } from "./adapters/openid-client.ts";
import type { OpenIdProviders } from "./port.ts";

type Client = { issuer: string; clientId: string; clientSecret: string };

/** Returns the clients of the configured providers. */
export function openProviders(options: {
  publicUrl: string;
  google: Client | undefined;
  oidc: Client | undefined;
  oidcAdminGroup: string | undefined;
}): OpenIdProviders {
  const { publicUrl, google, oidc, oidcAdminGroup } = options;
  return {
    google:
      google && openIdClient({ ...google, redirectUri: `${publicUrl}${accountRoutes.googleCallback.path}` }),
    oidc:
      oidc &&
      openIdClient({
        ...oidc,
        redirectUri: `${publicUrl}${accountRoutes.oidcCallback.path}`,
        readsGroups: oidcAdminGroup !== undefined,
      }),
  };
}
