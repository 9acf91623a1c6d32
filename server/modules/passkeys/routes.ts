import { type Passkey, passkeyRoutes } from "../../../contract/api/passkeys.ts";
import { orNotFound } from "../../platform/http/app-error.ts";
import type { RegisterRoute } from "../../platform/http/register-route.ts";
import type { PasskeyDeps } from "./deps.ts";
import { listPasskeys, type PasskeyRow, setName } from "./repository.ts";
import { addPasskey, removePasskey, startCreation } from "./service.ts";
import { signInWithPasskey, startConfirmation, startSignIn } from "./sign-in.ts";

export function registerPasskeyRoutes(registerRoute: RegisterRoute, deps: PasskeyDeps): void {
  const { browser, browserCookie, site } = deps;
  const present = (row: PasskeyRow): Passkey => ({
    id: row.id,
    name: row.name,
    kind: row.isSynced ? "synced" : "device",
    usable: row.rpId === site.id,
    created_at: row.createdAt.toISOString(),
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
  });

  registerRoute(passkeyRoutes.signInOptions, async ({ request, reply }) => ({
    options: await startSignIn(deps, browserCookie.ensure(request, reply)),
  }));

  registerRoute(passkeyRoutes.signIn, async ({ body, request, reply }) => {
    const given = { browserToken: browserCookie.read(request), origin: browser.originOf(request) };
    const { userId, sessionToken } = await signInWithPasskey(deps, { ...body, ...given });
    await browser.admit({ request, reply }, { sessionToken });
    return { creator: await browser.findCreator(userId) };
  });

  registerRoute(passkeyRoutes.confirmOptions, async ({ viewer: { userId }, request, reply }) => ({
    options: await startConfirmation(deps, { userId, browserToken: browserCookie.ensure(request, reply) }),
  }));

  registerRoute(passkeyRoutes.list, async ({ viewer }) => ({
    passkeys: (await listPasskeys(deps.db, viewer.userId)).map(present),
  }));

  registerRoute(passkeyRoutes.createOptions, async ({ viewer, request, reply }) => ({
    options: await startCreation(deps, { ...viewer, browserToken: browserCookie.ensure(request, reply) }),
  }));

  registerRoute(passkeyRoutes.create, async ({ viewer, body: { name = "", response }, request }) => {
    const browserToken = browserCookie.read(request);
    return { passkey: present(await addPasskey(deps, { ...viewer, browserToken, name, response })) };
  });

  registerRoute(passkeyRoutes.rename, async ({ viewer, params, body }) => {
    const renamed = await setName(deps.db, { userId: viewer.userId, ...params, ...body }).then(
      orNotFound("Passkey"),
    );
    return { passkey: present(renamed) };
  });

  registerRoute(passkeyRoutes.remove, ({ viewer, params }) =>
    removePasskey(deps, { userId: viewer.userId, ...params }),
  );
}
