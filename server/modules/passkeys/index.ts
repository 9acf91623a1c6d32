import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { Module } from "../../platform/module.ts";
import type { Passkeys } from "../accounts/index.ts";
import { relyingPartyOf } from "./ceremonies.ts";
import { createChallengeCookie, deleteOldChallenges } from "./challenges.ts";
import type { PasskeyDeps } from "./deps.ts";
import { countUsable, deletePasskeysOf, newestPasskeyAt } from "./repository.ts";
import { registerPasskeyRoutes } from "./routes.ts";
import { confirmWithPasskey } from "./sign-in.ts";

export {
  countForOtherHosts as countPasskeysOfOtherHosts,
  countUsable as countUsablePasskeys,
} from "./repository.ts";

/** Passkeys: WebAuthn credentials for signing in. */
export function createPasskeys(
  infrastructure: Infrastructure,
  uses: Pick<PasskeyDeps, "browser" | "hasSecondFactor">,
) {
  const { db, settings } = infrastructure;
  const site = relyingPartyOf(settings);
  const browserCookie = createChallengeCookie(settings.publicUrl);
  const deps: PasskeyDeps = { ...infrastructure, ...settings, ...uses, site, browserCookie };
  const api: Passkeys = {
    countUsable: (db, userId) => countUsable(db, { userId, rpId: site.id }),
    confirm: ({ viewer, response, request }) =>
      confirmWithPasskey(deps, {
        viewer,
        response,
        browserToken: browserCookie.read(request),
        origin: uses.browser.originOf(request),
      }),
    newestAt: newestPasskeyAt,
    removeAll: deletePasskeysOf,
  };
  return {
    routes: ({ registerRoute }) => registerPasskeyRoutes(registerRoute, deps),
    maintenance: { "delete-old-passkey-challenges": () => deleteOldChallenges(db) },
    api,
  } satisfies Module;
}
