import { Socket } from "node:net";
import cookie from "@fastify/cookie";
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from "fastify";
import { fileRoutes } from "../contract/files.ts";
import { paths } from "../contract/paths.ts";
import { DEFAULT_BODY_LIMIT, type Route } from "../contract/route.ts";
import {
  type AccountDeps,
  findViewer,
  registerAccountRoutes,
  type SessionCookie,
} from "./modules/accounts/index.ts";
import { type AdminDeps, registerAdminRoutes } from "./modules/admin/index.ts";
import { type Analytics, createEventFastPath, registerAnalyticsRoutes } from "./modules/analytics/index.ts";
import { type BillingDeps, registerBillingRoutes, registerPaymentWebhook } from "./modules/billing/index.ts";
import { type CheckoutDeps, registerCheckoutRoutes } from "./modules/checkout/index.ts";
import { type ConnectDeps, registerConnectRoutes } from "./modules/connect/index.ts";
import { type CreatorDeps, registerCreatorRoutes } from "./modules/creators/index.ts";
import { type FeedbackDeps, registerFeedbackRoutes } from "./modules/feedback/index.ts";
import { type Files, registerFileRoutes } from "./modules/files/index.ts";
import { type ProductDeps, registerProductRoutes } from "./modules/products/index.ts";
import {
  limitPages,
  type PageDeps,
  registerPages,
  registerStorefrontRoutes,
  type StorefrontDeps,
  serveCachedPages,
} from "./modules/storefront/index.ts";
import { registerTileRoutes, type TileDeps } from "./modules/tiles/index.ts";
import type { Database } from "./platform/database/index.ts";
import { type ConnectionSettings, defaultConnectionSettings } from "./platform/http/connection-settings.ts";
import { createConnections } from "./platform/http/connections.ts";
import {
  bodyTimedOut,
  handleClientError,
  normalizeUrl,
  registerErrorHandlers,
  sendError,
  sendErrorPage,
} from "./platform/http/errors.ts";
import type { FastPathHandler } from "./platform/http/fast-path.ts";
import { createForwardedReader } from "./platform/http/forwarded.ts";
import { addHealthRoutes, type Readiness } from "./platform/http/health.ts";
import { describeApi } from "./platform/http/open-api.ts";
import type { RateLimiter } from "./platform/http/rate-limiter.ts";
import { createRouteRegistrar } from "./platform/http/register-route.ts";
import { createRequestId } from "./platform/http/request-id.ts";
import { enforceRequestTimeout } from "./platform/http/request-timeout.ts";
import { addSecurityHeaders, allowStripeAt } from "./platform/http/security-headers.ts";
import type { Viewer } from "./platform/http/viewer.ts";
import type { Log } from "./platform/log/index.ts";
import type { Renderer } from "./platform/render/port.ts";

const BODY_TIMEOUT_MS = 30_000;

/** What an application is made of; `compose.ts` and the tests each bring their own. */
export type AppDeps = {
  db: Database;
  log: Log;
  limits: RateLimiter;
  publicUrl: string;
  trustProxy: string[] | undefined;
  cookie: SessionCookie;
  renderer: Renderer;
  readiness: Readiness;
  files: Files;
  analytics: Analytics;
  accounts: AccountDeps;
  creators: CreatorDeps;
  billing: BillingDeps;
  connect: ConnectDeps;
  products: ProductDeps;
  tiles: TileDeps;
  checkout: CheckoutDeps;
  feedback: FeedbackDeps;
  admin: AdminDeps;
  storefront: StorefrontDeps;
  pages: Pick<PageDeps, "cache" | "previews" | "hasDemo">;
  /** How long a body that is no upload may take to arrive; 30 seconds. */
  bodyTimeoutMs?: number;
  /** How long a call may keep its caller waiting; 9 seconds. */
  requestTimeoutMs?: number;
  /** Limits of connections, in place of the usual ones. */
  connections?: Partial<ConnectionSettings>;
};

/** The whole application as a Fastify instance that does not listen yet. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const fastPaths: FastPathHandler[] = [];
  const connections = createConnections({
    settings: { ...defaultConnectionSettings(), ...deps.connections },
    trustProxy: deps.trustProxy,
    log: deps.log,
  });
  const readForwarded = createForwardedReader(deps);
  const app = Fastify({
    serverFactory: (handle) =>
      connections.createServer((request, response) => {
        readForwarded(request);
        const next = () => handle(request, response);
        if (!fastPaths.some((front) => front(request, response, next))) next();
      }),
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: createRequestId,
    trustProxy: deps.trustProxy ?? false,
    bodyLimit: DEFAULT_BODY_LIMIT,
    forceCloseConnections: "idle",
    routerOptions: { maxParamLength: 2_048 },
    rewriteUrl: (request) => normalizeUrl(request.url ?? "/"),
    // Until the last connection is gone, whoever still asks is served.
    return503OnClosing: false,
    clientErrorHandler: handleClientError,
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply),
  }) as unknown as FastifyInstance;

  app.decorate("connections", connections);
  registerErrorHandlers(app);
  acceptEmptyJson(app);
  app.removeContentTypeParser("text/plain");
  logRequests(app);
  await app.register(cookie);
  const policy = await addSecurityHeaders(app, deps.publicUrl);
  if (deps.billing.payments.mode === "stripe") allowStripeAt(app, paths.upgrade());
  enforceBodyTimeout(app, deps.bodyTimeoutMs ?? BODY_TIMEOUT_MS);
  enforceRequestTimeout(app, { readsBody: isUpload, requestTimeoutMs: deps.requestTimeoutMs });
  rememberViewer(app, deps);
  addHealthRoutes(app, deps.readiness);
  await deps.renderer.serveAssets(app);

  const registeredRoutes: Route[] = [];
  const routeRegistrar = (scope: FastifyInstance) => createRouteRegistrar(scope, deps, registeredRoutes);
  const registerRoute = routeRegistrar(app);
  registerAccountRoutes(registerRoute, { ...deps.accounts, limits: deps.limits });
  registerCreatorRoutes(registerRoute, deps.creators);
  await app.register((scope) => registerFileRoutes(scope, routeRegistrar(scope), deps.files));
  registerProductRoutes(registerRoute, deps.products);
  registerTileRoutes(registerRoute, deps.tiles);
  await app.register(async (scope) => {
    acceptText(scope);
    registerAnalyticsRoutes(routeRegistrar(scope), deps.analytics);
  });
  registerCheckoutRoutes(registerRoute, { ...deps.checkout, files: deps.files });
  registerFeedbackRoutes(registerRoute, deps.feedback);
  registerAdminRoutes(registerRoute, deps.admin);
  registerBillingRoutes(registerRoute, deps.billing);
  await app.register(async (scope) => registerPaymentWebhook(scope, routeRegistrar(scope), deps.billing));
  registerConnectRoutes(registerRoute, deps.connect);
  registerStorefrontRoutes(registerRoute, deps.storefront);

  const openApi = JSON.stringify(
    describeApi(registeredRoutes, { publicUrl: deps.publicUrl, cookie: deps.cookie.name }),
  );
  app.get("/api/openapi.json", (_request, reply) =>
    reply.type("application/json; charset=utf-8").send(openApi),
  );

  await app.register(async (pages) => {
    pages.setErrorHandler((error, request, reply) => sendErrorPage(error, request, reply));
    limitPages(pages, deps.limits);
    pages.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string" },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    );
    deps.billing.payments.sandboxHost?.registerPages(pages, deps.renderer);
    registerPages(pages, {
      ...deps.pages,
      renderer: deps.renderer,
      checkout: deps.checkout,
      publicUrl: deps.publicUrl,
      hasSessionCookie: (request) => deps.cookie.read(request) !== undefined,
      analytics: deps.analytics,
      limits: deps.limits,
      marketing: deps.admin.marketing,
    });
  });
  const { server } = app;
  fastPaths.push(
    serveCachedPages({
      server,
      cache: deps.pages.cache,
      policy,
      links: deps.renderer.linksOf("creator"),
      cookieName: deps.cookie.name,
    }),
    createEventFastPath({ server, policy, ...deps }, deps.analytics),
  );
  return app;
}

/** A POST without a body may still say that it is JSON. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body === "") done(null, undefined);
    else parse(request, String(body), done);
  });
}

/** For calls that a beacon makes. */
function acceptText(app: FastifyInstance): void {
  app.addContentTypeParser("text/plain", { parseAs: "string" }, (_request, body, done) => done(null, body));
}

/** An upload reads its body by itself, and is watched there. */
const isUpload = ({ headers, routeOptions }: Pick<FastifyRequest, "headers" | "routeOptions">) =>
  routeOptions.url === fileRoutes.upload.path && /^multipart\//i.test(headers["content-type"] ?? "");

/** Cuts off whoever drips a body without end; uploads are watched where they are received. */
function enforceBodyTimeout(app: FastifyInstance, bodyTimeoutMs: number): void {
  app.addHook("onRequest", async ({ raw, headers, routeOptions }, reply) => {
    const hasBody = headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
    if (!hasBody || isUpload({ headers, routeOptions })) return;
    const timer = setTimeout(() => {
      if (raw.complete || raw.destroyed) return;
      // Somebody reads it: the failure is answered like any other, and the answer ends the connection.
      if (!reply.sent && raw.listenerCount("error") > 0) raw.emit("error", bodyTimedOut());
      else if (reply.raw.writableFinished) raw.destroy();
      else {
        // Bytes that go on arriving would keep a client that reads nothing of the response from being timed out.
        if (raw.socket instanceof Socket) raw.socket.pause();
        reply.raw.once("finish", () => raw.destroy());
      }
    }, bodyTimeoutMs).unref();
    raw.once("close", () => clearTimeout(timer));
  });
}

/** One line an answer, with the route's pattern: addresses carry tokens. */
function logRequests(app: FastifyInstance): void {
  app.addHook("onResponse", async (request, reply) => {
    const line = {
      method: request.method,
      route: request.routeOptions.url ?? "none",
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    };
    request.log.debug(line, "answered");
  });
}

/** Looks the session up when somebody first asks, and once. */
function rememberViewer(app: FastifyInstance, { accounts, cookie: session }: AppDeps): void {
  const found = new WeakMap<FastifyRequest, Promise<Viewer | null>>();
  app.decorateRequest("findViewer", function findOnce(this: FastifyRequest) {
    const viewer = found.get(this) ?? findViewer(accounts, session.read(this));
    found.set(this, viewer);
    return viewer;
  });
}
