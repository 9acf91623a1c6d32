import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { PageModel } from "../../../contract/pages.ts";
import type { RateLimiter } from "../../platform/http/rate-limiter.ts";
import type { Renderer } from "../../platform/render/port.ts";
import type { Analytics } from "../analytics/index.ts";
import type { CheckoutDeps } from "../checkout/index.ts";
import type { Marketing } from "../marketing/index.ts";
import type { OgImages } from "./og-images.ts";
import type { PageCache } from "./page-cache.ts";

export type PageDeps = {
  renderer: Renderer;
  cache: PageCache;
  previews: OgImages;
  checkout: CheckoutDeps;
  publicUrl: string;
  /** Whether pages link to the demo creator. */
  hasDemo: boolean;
  /** True when the request carries a session, good or not: only then is anybody looked up. */
  hasSessionCookie: (request: FastifyRequest) => boolean;
  analytics: Analytics;
  limits: RateLimiter;
  marketing: Marketing;
};

/** One limit for all pages and forms of one client; cached pages of creators are sent before it. */
const PAGE_LIMIT = { name: "pages", points: 3000, seconds: 60, localPoints: 3000 };

export function limitPages(scope: FastifyInstance, limits: RateLimiter): void {
  scope.addHook("onRequest", async (request) => limits.consume({ ...PAGE_LIMIT, key: request.ip }));
}

/** Draws and encodes a page that is not kept. */
export type SendPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  model: PageModel,
  status?: number,
) => Promise<FastifyReply>;
