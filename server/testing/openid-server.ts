import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Interaction } from "oidc-provider";

/** A user of the provider. */
export type ProviderUser = {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
  groups?: string[];
  /** The methods of authentication that the provider reports (RFC 8176). */
  amr?: string[];
  /** The time of authentication, by default now. */
  authenticatedAt?: Date;
};

/** Starts a real OpenID provider on this machine. It signs in the user of `signInAs` without interaction. */
export async function startOpenIdServer(options: {
  clientId: string;
  clientSecret: string;
  redirectUris: string[];
  port?: number;
  /** By default, claims are in the token, as from Google. Otherwise clients must request names and emails. */
  claimsInToken?: boolean;
}) {
  const users = new Map<string, ProviderUser>();
  let present: ProviderUser | null = null;
  const http = createServer();
  http.listen(options.port ?? 0, "127.0.0.1");
  await once(http, "listening");
  const { port } = http.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;

  const Provider = await loadProvider();
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: options.clientId,
        client_secret: options.clientSecret,
        redirect_uris: options.redirectUris,
        token_endpoint_auth_method: "client_secret_post",
      },
    ],
    claims: {
      openid: ["sub", "amr"],
      email: ["email", "email_verified"],
      profile: ["name", "preferred_username"],
      groups: ["groups", "hasgroups"],
    },
    conformIdTokenClaims: !(options.claimsInToken ?? true),
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ["a key for tests"] },
    pkce: { required: () => true },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_context, sub) => {
      const user = users.get(sub);
      return user && { accountId: sub, claims: () => ({ ...user, authenticatedAt: undefined }) };
    },
  });

  /** Acts as a user on the provider's pages. */
  const finish = async ({ prompt, session, params }: Interaction) => {
    if (!present) return { error: "access_denied", error_description: "the person said no" };
    users.set(present.sub, present);
    if (prompt.name === "login") {
      const { sub: accountId, amr, authenticatedAt } = present;
      const ts = authenticatedAt && Math.floor(authenticatedAt.getTime() / 1000);
      return { login: { accountId, remember: false, ...(amr && { amr }), ...(ts && { ts }) } };
    }
    const grant = new provider.Grant({
      accountId: session?.accountId ?? present.sub,
      clientId: String(params.client_id),
    });
    grant.addOIDCScope("openid email profile groups");
    return { consent: { grantId: await grant.save() } };
  };

  const answer = provider.callback();
  let broken = false;
  http.on("request", async (request, response) => {
    if (broken) return void response.writeHead(502).end("out of order");
    if (!request.url?.startsWith("/interaction/")) return answer(request, response);
    try {
      const interaction = await provider.interactionDetails(request, response);
      const result = await finish(interaction);
      // Another user may use the same browser.
      await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });
    } catch (error) {
      response.writeHead(400).end(String(error));
    }
  });

  return {
    issuer,
    port,
    /** Sets the user on the provider's pages. Null cancels there. */
    signInAs: (user: ProviderUser | null) => {
      present = user;
    },
    /** Sets whether every response has status 502. */
    breakDown: (now: boolean) => {
      broken = now;
    },
    async stop() {
      http.close();
      http.closeAllConnections();
      await once(http, "close").catch(() => undefined);
    },
  };
}

/** Loads the library without its warnings, which matter only for real accounts. */
async function loadProvider() {
  const isWarning = (text: unknown) => String(text).startsWith("oidc-provider WARNING");
  const { warn } = console;
  console.warn = (...given: unknown[]) => (isWarning(given[0]) ? undefined : warn(...given));
  return (await import("oidc-provider")).default;
}

export type OpenIdServer = Awaited<ReturnType<typeof startOpenIdServer>>;
