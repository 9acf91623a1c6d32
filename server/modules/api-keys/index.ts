import type { FastifyRequest } from "fastify";
import { createCountryLookup } from "../../platform/geoip/country-lookup.ts";
import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { Module } from "../../platform/module.ts";
import { createRunOnce, deleteOldResponses } from "./idempotency.ts";
import { deleteEndedKeys, listApiKeys } from "./repository.ts";
import { registerApiKeyRoutes } from "./routes.ts";
import { type ApiKeyDeps, findKeyViewer, presentApiKey } from "./service.ts";

export { eraseResponses } from "./idempotency.ts";
export { listApiKeys, revokeKeysOf } from "./repository.ts";
export { presentApiKey } from "./service.ts";

export type ApiKeys = ReturnType<typeof createApiKeys>["api"];

/** Keys with which programs use the API for a creator's page. */
export function createApiKeys(infrastructure: Infrastructure) {
  const { db, settings, findCountry } = infrastructure;
  const { trustProxy, countryHeader, requireVerifiedEmail } = settings;
  const trusted =
    trustProxy && countryHeader ? { name: countryHeader, trustedProxies: trustProxy } : undefined;
  const countryOf = createCountryLookup({ findCountry, countryHeader: trusted });
  const deps: ApiKeyDeps = { ...infrastructure, requireVerifiedEmail, countryOf };
  return {
    routes: ({ registerRoute }) => registerApiKeyRoutes(registerRoute, deps),
    maintenance: {
      "delete-ended-api-keys": () => deleteEndedKeys(db),
      "delete-old-idempotent-responses": () => deleteOldResponses(db),
    },
    api: {
      /** Returns the creator of a request's key, or null for any other secret. */
      findKeyViewer: (secret: string, request: FastifyRequest) => findKeyViewer(deps, { secret, request }),
      runOnce: createRunOnce(infrastructure),
      /** Lists a creator's keys for the archive of the account. */
      listKeysOf: async (creatorId: number) => (await listApiKeys(db, creatorId)).map(presentApiKey),
    },
  } satisfies Module;
}
