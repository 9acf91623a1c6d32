import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import type { z } from "zod";
import { DEFAULT_BODY_LIMIT } from "../../../contract/api/route.ts";
import type { PageRoute } from "../../../contract/pages/page-route.ts";
import type { PageModel, PageName } from "../../../contract/pages/pages.ts";
import { CONSOLE_LANGUAGES, consoleLanguage, type Language } from "../../../contract/rules/languages.ts";
import { framesOf } from "../../../contract/rules/players.ts";
import { pageSiteOf, siteOf } from "../render/page-site.ts";
import type { Renderer } from "../render/port.ts";
import { withTimeout } from "../timeout.ts";
import { AppError, notFound } from "./app-error.ts";
import { sendErrorPage } from "./errors.ts";
import { type OwnerFinders, withoutForeign } from "./foreign-input.ts";
import { ownHostOf } from "./host-gate.ts";
import type { Hosts, OwnHost } from "./hosts.ts";
import { encodeHtml, type HtmlBytes, sendHtml } from "./html.ts";
import { rejectForeignOrigin } from "./origin.ts";
import { handleIn, isOfCreator } from "./page-owner.ts";
import type { RateLimiter } from "./rate-limiter.ts";
import {
  allowEmbeds,
  allowFormTargets,
  allowOwnFrames,
  allowPasskeys,
  allowUploads,
} from "./security-headers.ts";
import { hasInvalidText } from "./validation.ts";
import type { Viewer } from "./viewer.ts";
import { BY_LANGUAGE, inVisitorLanguage, isByVisitor, visitorLanguage } from "./visitor-language.ts";

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

/** The models that a route may render. */
type ModelOf<R extends PageRoute> = R["renders"] extends readonly PageName[]
  ? Extract<PageModel, { page: R["renders"][number] }>
  : never;

/** The parsed input of a handler, and the functions that send a response. */
export type PageContext<R extends PageRoute> = {
  params: Parsed<R["params"]>;
  query: Parsed<R["query"]>;
  form: Parsed<R["form"]>;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Renders a page. `personal` marks a version of a shared page that only this viewer may see. */
  sendPage(model: ModelOf<R>, options?: { status?: number; personal?: true }): Promise<FastifyReply>;
  /** Renders the route's page for a 404. */
  sendNotFound(): Promise<FastifyReply>;
  sendConsole(): Promise<FastifyReply>;
  /** Returns the viewer, or null if the session cannot be read in time, so that public pages are available without a database. */
  findViewer(): Promise<Viewer | null>;
};

export type RegisterPage = <R extends PageRoute>(
  route: R,
  handler: (context: PageContext<R>) => Promise<FastifyReply> | FastifyReply,
) => void;

export type PageOptions = {
  renderer: Pick<Renderer, "renderPage" | "renderConsole">;
  limits: RateLimiter;
  publicUrl: string;
  hosts: Pick<Hosts, "mainOfHandle">;
  owners: OwnerFinders;
  settings: Parameters<typeof pageSiteOf>[0];
  /** The hosts of the scripts and frames for payout accounts. */
  embedHosts: readonly string[];
  /** The origin to which creators' browsers upload large files, or undefined for this site. */
  uploadOrigin: string | undefined;
  /** The origin to which a download redirects buyers' browsers, or undefined if it does not. */
  downloadOrigin: string | undefined;
  /** Returns whether the request has a session cookie, valid or not: only then a viewer is looked up. */
  hasSessionCookie: (request: FastifyRequest) => boolean;
};

/** A limit for all pages and forms of a client. Cached pages of creators do not count. */
const PAGE_LIMIT = { name: "pages", points: 3000, seconds: 60, localPoints: 3000 };

/** The maximum number of cached pages that are the same for all users: the landing page with its samples, the console in each language with and without a session, and pages for a 404. */
const MAX_RENDERED = 240;

/** A page does not wait longer for the viewer, who only adds a button to it. */
const VIEWER_TIMEOUT_MS = 200;

/** Connects page routes of the contract to their handlers, with the checks, limits and headers that a route declares. Every error becomes an HTML page. Sets the error handler, the limit and the form parser of the whole scope. */
export function createPageRegistrar(scope: FastifyInstance, options: PageOptions): RegisterPage {
  const { limits, publicUrl } = options;
  const createSend = createPageSender(options);
  scope.setErrorHandler((error, request, reply) => sendErrorPage(error, request, reply));
  scope.addHook("onRequest", async (request) => limits.consume({ ...PAGE_LIMIT, key: request.ip }));
  scope.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );

  return (route, handler) => {
    const register = (target: FastifyInstance) =>
      target.route({
        method: route.method,
        url: route.path,
        bodyLimit: DEFAULT_BODY_LIMIT,
        // Checked before the body is read.
        onRequest: async (request, reply) => {
          if (route.referrerPolicy) reply.header("Referrer-Policy", route.referrerPolicy);
          if (route.allowsOwnFrames) allowOwnFrames(reply);
          if (route.usesPasskeys) allowPasskeys(reply, route.usesPasskeys);
          if (route.embedsProviders) allowEmbeds(reply, options.embedHosts);
          if (route.uploadsDirectly && options.uploadOrigin) allowUploads(reply, options.uploadOrigin);
          // Browsers treat a form's redirects as its targets.
          if (route.startsDownloads && options.downloadOrigin)
            allowFormTargets(reply, [options.downloadOrigin]);
          if (route.method !== "GET" && !route.anyOrigin) rejectForeignOrigin(request, publicUrl);
          if (route.limit) await limits.consume({ ...route.limit, key: request.ip });
        },
        handler: async (request, reply) => {
          const send = createSend(request, reply, route);
          const given = parseInput(route, request);
          if (!given) return send.sendNotFound();
          const own = ownHostOf(request.raw);
          const input = own ? await keepOwn(given, own, options.owners) : given;
          const context = { ...input, request, reply, ...send };
          return handler(context as PageContext<typeof route>);
        },
      });
    if (route.anyOrigin) void scope.register(async (child) => void register(acceptAnyBody(child)));
    else register(scope);
    if (route.redirectsSlash) {
      scope.get(`${route.path}/`, (request, reply) =>
        reply.redirect(request.url.replace(/\/(?=\?|$)/, ""), 301),
      );
    }
  };
}

/** Renders models and caches pages that are the same for all users. */
function createPageSender(options: PageOptions) {
  const { renderer } = options;
  const site = pageSiteOf(options.settings);
  const rendered = new LRUCache<string, Promise<HtmlBytes>>({ max: MAX_RENDERED });
  const renderOnce = (name: string, render: () => Promise<string>): Promise<HtmlBytes> => {
    const bytes = rendered.get(name) ?? render().then((html) => encodeHtml(html));
    rendered.set(name, bytes);
    bytes.catch(() => rendered.delete(name));
    return bytes;
  };

  return (request: FastifyRequest, reply: FastifyReply, route: PageRoute) => {
    const findViewer = async () => (options.hasSessionCookie(request) ? findViewerInTime(request) : null);
    /** Returns the language that the user has chosen, or that of the browser. */
    const languageOfConsole = async (): Promise<Language> => {
      if (CONSOLE_LANGUAGES.length === 0) return "en";
      const chosen = (await findViewer())?.language ?? null;
      return (
        consoleLanguage(chosen) ?? visitorLanguage(request.headers["accept-language"], CONSOLE_LANGUAGES)
      );
    };
    const sendPage = async (given: PageModel, { status = 200, personal }: SendOptions = {}) => {
      const own = ownHostOf(request.raw);
      if (own && !isOfCreator(given, own.handle)) throw notFound("Page");
      const model = inVisitorLanguage(given, request);
      const shared = route.caching === "shared" && status === 200 && !personal;
      const ofModel = siteOf(site, options.hosts, handleIn(model));
      const render = () => renderer.renderPage(model, ofModel);
      // Pages for a 404 are the same for all users, and bots request many of them.
      const isPlain = shared || Object.keys(given).length === 1;
      const html = isPlain
        ? await renderOnce(JSON.stringify([model, ofModel.own]), render)
        : encodeHtml(await render(), model.page === "creator" ? framesOf(model) : []);
      return sendHtml(request, reply, html, {
        status,
        shared,
        ...(isByVisitor(given) && { headers: BY_LANGUAGE }),
      });
    };
    return {
      findViewer,
      sendPage,
      sendNotFound: async () => {
        if (!route.notFound) throw notFound("Page");
        return sendPage(route.notFound, { status: 404 });
      },
      sendConsole: async () => {
        const hasSession = options.hasSessionCookie(request);
        const language = await languageOfConsole();
        const html = await renderOnce(`console ${route.path} ${hasSession} ${language}`, () =>
          renderer.renderConsole(site, route.path, hasSession, language),
        );
        return sendHtml(request, reply, html, { shared: true, headers: BY_LANGUAGE });
      },
    };
  };
}
type SendOptions = { status?: number; personal?: true };

type Input = Record<"params" | "query" | "form", unknown>;

/** Returns the input of a handler, or undefined when the parameters are invalid. */
function parseInput(route: PageRoute, request: FastifyRequest): Input | undefined {
  const params = route.params?.safeParse(withoutInvalidText(request.params));
  if (params?.success === false) return undefined;
  return {
    params: params?.data,
    query: route.query?.parse(withoutInvalidText(request.query)),
    form: route.form?.parse(withoutInvalidText(formFields(request.body))),
  };
}

async function keepOwn(given: Input, own: OwnHost, owners: OwnerFinders): Promise<Input> {
  const [params, query, form] = await Promise.all(
    [given.params, given.query, given.form].map((input) => withoutForeign(input, own, owners)),
  );
  return { params, query, form };
}

/** Returns the fields of a form with their first values, or none if the body is not a form. */
function formFields(body: unknown): Record<string, unknown> {
  return body instanceof URLSearchParams ? Object.fromEntries([...body].reverse()) : {};
}

/** The database stores neither NUL nor unpaired surrogates, and no page sends them: such a value counts as absent. */
function withoutInvalidText(values: unknown): unknown {
  if (typeof values !== "object" || values === null) return {};
  return Object.fromEntries(Object.entries(values).filter((entry) => !hasInvalidText(entry)));
}

function acceptAnyBody(scope: FastifyInstance): FastifyInstance {
  scope.addContentTypeParser("*", { parseAs: "string" }, (_request, _body, done) => done(null));
  return scope;
}

async function findViewerInTime(request: FastifyRequest): Promise<Viewer | null> {
  try {
    return await withTimeout(request.findViewer(), VIEWER_TIMEOUT_MS, () => null);
  } catch (error) {
    if (error instanceof AppError && error.status < 500) throw error;
    request.log.warn({ err: error }, "session lookup failed; continuing signed out");
    return null;
  }
}
