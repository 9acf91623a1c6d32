import type { PublicConfig, Signup } from "../../../contract/api/storefront.ts";
import { storefrontRoutes } from "../../../contract/api/storefront.ts";
import { LONG_PAGE_LIMIT, TILES_PER_RESPONSE } from "../../../contract/rules/limits.ts";
import { sendCompressedJson } from "../../platform/http/compressed-json.ts";
import type { Hosts } from "../../platform/http/hosts.ts";
import type { RateLimiter } from "../../platform/http/rate-limiter.ts";
import type { RegisterRoute } from "../../platform/http/register-route.ts";
import type { PageCache } from "./cache/page-cache.ts";
import { errors } from "./errors.ts";
import { createQrCodes } from "./qr.ts";
import { type CreatorPageDeps, findWholeCreatorPage } from "./service.ts";
import { rejectSuspended } from "./suspended.ts";

export type StorefrontDeps = CreatorPageDeps & {
  limits: RateLimiter;
  cache: Pick<PageCache, "getJson" | "isLong">;
  /** The URL of a service that accepts `data` and `size`. Without it, codes are rendered here. */
  hosts: Pick<Hosts, "find">;
  qrServiceUrl?: string | undefined;
  config: Omit<PublicConfig, "signup">;
  /** Returns the current rule for signups. */
  findSignup: () => Promise<Signup>;
};

export function registerStorefrontRoutes(registerRoute: RegisterRoute, deps: StorefrontDeps): void {
  registerRoute(storefrontRoutes.config, async () => ({ ...deps.config, signup: await deps.findSignup() }));

  const rejectMissing = async (handle: string): Promise<never> => {
    await rejectSuspended(deps.db, handle);
    throw errors.creatorNotFound();
  };
  registerRoute(storefrontRoutes.creator, async ({ params, request, reply }) => {
    const { handle } = params;
    // Encoding a thousand large tiles takes longer than a public request may, so the cache encodes long
    // pages. Reading their first part would be wasted.
    if (!deps.cache.isLong(handle)) {
      const page = await findWholeCreatorPage(deps, handle, { maxTiles: TILES_PER_RESPONSE + 1 });
      if (!page) return rejectMissing(handle);
      if (page.tiles.length <= TILES_PER_RESPONSE) return page;
    }
    await deps.limits.consume({ name: "long pages", key: request.ip, ...LONG_PAGE_LIMIT });
    const compressed = await deps.cache.getJson(handle);
    if (!compressed) return rejectMissing(handle);
    return sendCompressedJson(request, reply, compressed);
  });

  const getQrCode = createQrCodes({
    publicUrl: deps.publicUrl,
    hosts: deps.hosts,
    serviceUrl: deps.qrServiceUrl,
  });
  registerRoute(storefrontRoutes.qr, async ({ query, request, reply }) => {
    const { type, bytes } = await getQrCode(query, request.log);
    return reply
      .header("Cache-Control", "public, max-age=86400")
      .header("Content-Security-Policy", "sandbox; default-src 'none'")
      .type(type)
      .send(bytes);
  });
}
