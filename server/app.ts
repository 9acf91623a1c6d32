import { Socket } from "node:net";
import cookie from "@fastify/cookie";
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import { accountImportRoutes } from "../contract/api/account-imports.ts";
import { fileRoutes } from "../contract/api/files.ts";
import { DEFAULT_BODY_LIMIT, type Route } from "../contract/api/route.ts";
import product from "../package.json" with { type: "json" };
import type { Modules } from "./modules/index.ts";
import { createOwnerFinders } from "./modules/owners.ts";
import { addApiDocument } from "./platform/http/api-document.ts";
import { httpErrors } from "./platform/http/app-error.ts";
import { type ConnectionSettings, defaultConnectionSettings } from "./platform/http/connection-settings.ts";
import { createConnections } from "./platform/http/connections.ts";
import { addConsoleTexts } from "./platform/http/console-texts-route.ts";
import {
  handleClientError,
  registerErrorHandlers,
  sendError,
  sendErrorPage,
} from "./platform/http/errors.ts";
import { createForwardedReader } from "./platform/http/forwarded.ts";
import { addHealthRoutes, type Readiness } from "./platform/http/health.ts";
import { createHostGate } from "./platform/http/host-gate.ts";
import { createMetrics } from "./platform/http/metrics.ts";
import { NON_PAGE_PATH, normalizeUrl } from "./platform/http/normalize-url.ts";
import { describeApi } from "./platform/http/open-api.ts";
import { createPageRegistrar } from "./platform/http/register-page.ts";
import { createRouteRegistrar } from "./platform/http/register-route.ts";
import { createRequestId } from "./platform/http/request-id.ts";
import { createRequestPaths } from "./platform/http/request-paths.ts";
import { enforceRequestTimeout } from "./platform/http/request-timeout.ts";
import { addSecurityHeaders } from "./platform/http/security-headers.ts";
import type { Viewer } from "./platform/http/viewer.ts";
import type { Infrastructure } from "./platform/infrastructure.ts";
import { requireBoundedJson } from "./platform/json.ts";
import type { Http, Module } from "./platform/module.ts";
import type { Renderer } from "./platform/render/port.ts";

const BODY_TIMEOUT_MS = 30_000;

export type AppParts = {
  infrastructure: Infrastructure;
  modules: Modules;
  readiness: Readiness;
  /** How often this process has restarted the bundled database. */
  databaseRestarts?: () => number;
  /** How long a body that is not an upload may take to arrive, by default 30 seconds. */
  bodyTimeoutMs?: number;
  /** How long a request may take, by default 9 seconds. */
  requestTimeoutMs?: number;
  /** Overrides limits of connections. */
  connections?: Partial<ConnectionSettings>;
};

/** Replaces Fastify's compilers of schemas, because the contract validates input and output. Loading them takes a hundred files at each start. */
const NO_FASTIFY_SCHEMAS = { buildValidator: refuseSchema, buildSerializer: refuseSchema };
function refuseSchema(): never {
  throw new Error("A route has a Fastify schema. Use a schema of the contract instead.");
}

/** Creates the whole application as a Fastify instance that does not listen yet. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { infrastructure, modules, readiness, requestTimeoutMs } = parts;
  const { log, limits, settings, renderer, accountProviders, hosts } = infrastructure;
  const { publicUrl, trustProxy, requireAdmin2fa } = settings;
  const { cookie: session, findViewer } = modules.accounts.api;
  const list: Module[] = Object.values(modules);
  const connections = createConnections({
    settings: { ...defaultConnectionSettings(), ...parts.connections },
    log,
  });
  const metrics = createMetrics({
    ...infrastructure,
    ...parts,
    version: product.version,
    token: settings.metricsToken,
    gauges: list.flatMap(({ gauges }) => gauges ?? []),
    processMetrics: list.flatMap(({ processMetrics }) => processMetrics ?? []),
  });
  const requestPaths = createRequestPaths({
    gate: settings.ownDomains && createHostGate({ hosts, publicUrl, trustProxy }),
    readForwarded: createForwardedReader({ trustProxy, log }),
    metrics,
    accessLog: settings.accessLog ? log : undefined,
  });
  const app = Fastify({
    serverFactory: (handle) =>
      connections.createServer(requestPaths.listenerBefore(handle), requestPaths.respondAtOnce),
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: createRequestId,
    trustProxy: trustProxy ?? false,
    bodyLimit: DEFAULT_BODY_LIMIT,
    schemaController: { compilersFactory: NO_FASTIFY_SCHEMAS },
    forceCloseConnections: "idle",
    routerOptions: { maxParamLength: 2_048 },
    rewriteUrl: (request) => normalizeUrl(request.url ?? "/"),
    // Requests are served until the last connection is closed.
    return503OnClosing: false,
    clientErrorHandler: handleClientError,
    frameworkErrors: (error, request, reply) => {
      const send = NON_PAGE_PATH.test(request.url) ? sendError : sendErrorPage;
      void send(error, request, reply);
    },
  }) as unknown as FastifyInstance;

  app.decorate("connections", connections);
  app.decorate("site", settings.site);
  registerErrorHandlers(app);
  acceptEmptyJson(app);
  app.removeContentTypeParser("text/plain");
  logRequests(app, settings.accessLog ? "info" : "debug");
  await app.register(cookie);
  const policy = addSecurityHeaders(app, publicUrl);
  enforceBodyTimeout(app, parts.bodyTimeoutMs ?? BODY_TIMEOUT_MS);
  enforceRequestTimeout(app, { readsBody: isUpload, requestTimeoutMs });
  rememberViewer(app, findViewer);
  addHealthRoutes(app, { ...infrastructure, readiness });
  metrics.addRoute(app);
  await serveFiles(app, renderer);

  const registeredRoutes: Route[] = [];
  const owners = createOwnerFinders(infrastructure.db, modules.orders.api);
  const access = { publicUrl, limits, requireAdmin2fa, keys: modules.apiKeys.api, owners };
  const registrar = (scope: FastifyInstance) => createRouteRegistrar(scope, access, registeredRoutes);
  const http: Http = {
    registerRoute: registrar(app),
    addScope: async (setUp) => void (await app.register(async (scope) => setUp(scope, registrar(scope)))),
  };
  for (const { routes } of list) await routes?.(http);
  const about = { publicUrl, cookie: session.name, version: product.version, name: settings.site.name };
  addApiDocument(app, () => describeApi(registeredRoutes, about));

  await app.register(async (scope) => {
    const registerPage = createPageRegistrar(scope, {
      renderer,
      limits,
      publicUrl,
      ...{ hosts, owners, settings },
      embedHosts: Object.values(accountProviders).flatMap(({ embedHosts }) => embedHosts),
      ...bucketOrigins(infrastructure),
      hasSessionCookie: (request) => session.read(request) !== undefined,
    });
    for (const { pages } of list) pages?.(registerPage);
  });
  for (const { fastPath, immediatePath } of list) {
    const context = { server: app.server, policy, cookie: session, requestTimeoutMs };
    if (immediatePath) requestPaths.immediate.push(immediatePath(context));
    if (fastPath) requestPaths.fast.push(fastPath(context));
  }
  return app;
}

/** Serves the files that documents load. */
async function serveFiles(app: FastifyInstance, renderer: Pick<Renderer, "serveAssets">): Promise<void> {
  await renderer.serveAssets(app);
  addConsoleTexts(app);
}

/** Returns where browsers send and get large files, if that is not this site. */
function bucketOrigins({ settings, storage }: AppParts["infrastructure"]) {
  const origin = storage.directUploads?.origin;
  return {
    uploadOrigin: settings.directUploadBytes > 0 ? origin : undefined,
    downloadOrigin: settings.signedDownloadSeconds > 0 ? origin : undefined,
  };
}

/** Accepts a POST that has the content type JSON and an empty body. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body === "") return done(null, undefined);
    try {
      requireBoundedJson(String(body));
    } catch (error) {
      return done(httpErrors.malformed({ cause: error }));
    }
    parse(request, String(body), done);
  });
}

const UPLOADS: ReadonlySet<string | undefined> = new Set([
  fileRoutes.upload.path,
  accountImportRoutes.startImport.path,
]);
/** Uploads read their bodies themselves, and have their own time limits. */
const isUpload = ({ headers, routeOptions }: Pick<FastifyRequest, "headers" | "routeOptions">) =>
  UPLOADS.has(routeOptions.url) && /^multipart\//i.test(headers["content-type"] ?? "");

/** Limits the time that a body takes to arrive. Uploads have their own limits. */
function enforceBodyTimeout(app: FastifyInstance, bodyTimeoutMs: number): void {
  app.addHook("onRequest", async ({ raw, headers, routeOptions }, reply) => {
    const hasBody = headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
    if (!hasBody || isUpload({ headers, routeOptions })) return;
    const timer = setTimeout(() => {
      if (raw.complete || raw.destroyed) return;
      // The body is being read: the error becomes a normal error response, which closes the connection.
      if (!reply.sent && raw.listenerCount("error") > 0) raw.emit("error", httpErrors.timedOut());
      else if (reply.raw.writableFinished) raw.destroy();
      else {
        // Bytes that continue to arrive would prevent the timeout for a client that does not read the response.
        if (raw.socket instanceof Socket) raw.socket.pause();
        reply.raw.once("finish", () => raw.destroy());
      }
    }, bodyTimeoutMs).unref();
    raw.once("close", () => clearTimeout(timer));
  });
}

const SLOW_MS = 1_000;

/** Logs each response, and also each that has not started within a second. Logs the route's pattern, because URLs contain tokens. */
function logRequests(app: FastifyInstance, level: "info" | "debug"): void {
  const describe = (request: FastifyRequest, reply: FastifyReply) => ({
    method: request.method,
    route: request.routeOptions.url ?? "none",
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime),
  });
  app.addHook("onSend", (request, reply, _payload, done) => {
    if (reply.elapsedTime >= SLOW_MS && !isUpload(request))
      request.log.info(describe(request, reply), "slow request");
    done();
  });
  app.addHook("onResponse", async (request, reply) => {
    request.log[level](describe(request, reply), "request completed");
  });
}

/** Looks the session up on first use, and once per request. */
function rememberViewer(
  app: FastifyInstance,
  findViewer: (request: FastifyRequest) => Promise<Viewer | null>,
): void {
  const found = new WeakMap<FastifyRequest, Promise<Viewer | null>>();
  app.decorateRequest("findViewer", function findOnce(this: FastifyRequest) {
    const viewer = found.get(this) ?? findViewer(this);
    found.set(this, viewer);
    return viewer;
  });
}
