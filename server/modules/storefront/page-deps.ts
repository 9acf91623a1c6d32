import type { FastifyReply, FastifyRequest } from "fastify";
import type { PageModel } from "../../../contract/pages.ts";
import type { Database } from "../../platform/database/index.ts";
import type { RateLimiter } from "../../platform/http/rate-limiter.ts";
import type { Renderer } from "../../platform/render/port.ts";
import type { Analytics } from "../analytics/index.ts";
import type { Checkout } from "../checkout/index.ts";
import type { Marketing } from "../marketing/index.ts";
import type { OgImages } from "./og-images.ts";
import type { PageCache } from "./page-cache.ts";

export type PageDeps = {
  db: Database;
  renderer: Renderer;
  cache: PageCache;
  previews: OgImages;
  checkout: Checkout;
  publicUrl: string;
  /** Whether pages link to the demo creator. */
  hasDemo: boolean;
  /** True when the request carries a session, good or not: only then is anybody looked up. */
  hasSessionCookie: (request: FastifyRequest) => boolean;
  analytics: Analytics;
  limits: RateLimiter;
  marketing: Marketing;
};

/** Draws and encodes a page that is not kept. */
export type SendPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  model: PageModel,
  status?: number,
) => Promise<FastifyReply>;
