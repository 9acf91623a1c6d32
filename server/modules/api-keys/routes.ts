import { apiKeyRoutes } from "../../../contract/api/api-keys.ts";
import type { RegisterRoute } from "../../platform/http/register-route.ts";
import { listApiKeys } from "./repository.ts";
import { type ApiKeyDeps, endApiKey, makeApiKey, presentApiKey } from "./service.ts";

export function registerApiKeyRoutes(registerRoute: RegisterRoute, deps: ApiKeyDeps): void {
  registerRoute(apiKeyRoutes.list, async ({ viewer }) => ({
    keys: (await listApiKeys(deps.db, viewer.creatorId)).map(presentApiKey),
  }));

  registerRoute(apiKeyRoutes.create, async ({ viewer, body }) => {
    const { key, secret } = await makeApiKey(deps, { viewer, input: body });
    return { key: presentApiKey(key), secret };
  });

  registerRoute(apiKeyRoutes.revoke, ({ viewer, params }) =>
    endApiKey(deps, { creatorId: viewer.creatorId, id: params.id }),
  );
}
