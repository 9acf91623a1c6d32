import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import type { PageSite } from "../../../contract/pages.ts";
import { CONSOLE_PATHS, paths } from "../../../contract/paths.ts";
import { AppError } from "../../platform/http/app-error.ts";
import { encodeHtml, type HtmlBytes, sendHtml } from "../../platform/http/html.ts";
import { withTimeout } from "../../platform/timeout.ts";
import { findCurrentHandle } from "../creators/index.ts";
import { registerCheckoutPages } from "./checkout-pages.ts";
import type { PageDeps, SendPage } from "./page-deps.ts";
import { registerPreviews } from "./preview-routes.ts";
import { registerRobots } from "./robots-and-sitemap.ts";
import { creatorModel, findCreatorPage, isPossibleHandle } from "./service.ts";
import { registerUnsubscribePage } from "./unsubscribe-page.ts";

/** Pages of the console whose URL carries a token from an email; they submit by fetch, which sends its `Origin` anyway. */
const TOKEN_PATHS: ReadonlySet<string> = new Set(["/auth/reset"]);

/** Documents that are the same for everybody: the landing page, the console and pages for what is missing. */
const MAX_RENDERED = 20;

/** The documents that people open: server-rendered pages, and the shell of the console. */
export function registerPages(app: FastifyInstance, deps: PageDeps): void {
  const site: PageSite = { publicUrl: deps.publicUrl, ...(deps.hasDemo ? {} : { hasDemo: false }) };
  const { db } = deps;
  const rendered = new LRUCache<string, Promise<HtmlBytes>>({ max: MAX_RENDERED });
  const renderOnce = (name: string, render: () => Promise<string>): Promise<HtmlBytes> => {
    const bytes = rendered.get(name) ?? render().then(encodeHtml);
    rendered.set(name, bytes);
    bytes.catch(() => rendered.delete(name));
    return bytes;
  };
  const sendRendered = async (
    request: FastifyRequest,
    reply: FastifyReply,
    name: string,
    render: () => Promise<string>,
  ) => sendHtml(request, reply, await renderOnce(name, render), { shared: true });
  const findViewer = (request: FastifyRequest) =>
    deps.hasSessionCookie(request) ? findViewerIfAble(request) : null;
  const sendPage: SendPage = async (request, reply, model, status = 200) => {
    const render = () => deps.renderer.renderPage(model, site);
    // Pages about what does not exist are the same for everybody, and robots request them all day.
    const isPlain = Object.keys(model).length === 1;
    const html = isPlain ? await renderOnce(model.page, render) : await encodeHtml(await render());
    return sendHtml(request, reply, html, { status, shared: false });
  };

  app.get("/", async (request, reply) => {
    if (await findViewer(request)) {
      return sendPage(request, reply, { page: "landing", signedIn: true });
    }
    return sendRendered(request, reply, "landing", () =>
      deps.renderer.renderPage({ page: "landing", signedIn: false }, site),
    );
  });

  for (const path of CONSOLE_PATHS) {
    app.get(path, (request, reply) => {
      if (TOKEN_PATHS.has(path)) reply.header("Referrer-Policy", "no-referrer");
      return sendRendered(request, reply, "console", () => deps.renderer.renderConsole());
    });
  }

  for (const path of ["/@:handle", ...CONSOLE_PATHS]) {
    app.get(`${path}/`, (request, reply) => reply.redirect(request.url.replace(/\/(?=\?|$)/, ""), 301));
  }

  /** A handle given up by renaming leads to the creator's page for as long as it stays reserved. */
  const redirectFormerHandle = async (request: FastifyRequest, reply: FastifyReply, handle: string) => {
    const current = await findCurrentHandle(db, handle);
    if (!current) return sendPage(request, reply, { page: "creator-missing" }, 404);
    const { search } = new URL(request.url, deps.publicUrl);
    return reply.header("Cache-Control", "no-store").redirect(`${paths.creator(current)}${search}`, 302);
  };

  const pageDeps = { db, publicUrl: deps.publicUrl };
  const links = deps.renderer.linksOf("creator");
  app.get<{ Params: { handle: string }; Querystring: { tile?: unknown; from?: unknown } }>(
    "/@:handle",
    async (request, reply) => {
      const { handle } = request.params;
      const view = { openTileId: parseTileId(request.query.tile), from: parseIndex(request.query.from) };
      if (!isPossibleHandle(handle)) return sendPage(request, reply, { page: "creator-missing" }, 404);
      try {
        // Both at once: each may have to wait for the database until its timeout.
        const cached = deps.cache.get(handle, view.openTileId, view.from);
        cached.catch(() => undefined);
        const viewerId = (await findViewer(request))?.creatorId;
        // Only the owner has a page of their own: it is read and rendered for each request.
        if (viewerId && viewerId === (await deps.cache.findCreatorId(handle))) {
          const page = await findCreatorPage(pageDeps, handle);
          if (page)
            return await sendPage(
              request,
              reply,
              await creatorModel(pageDeps, page, { ...view, isOwner: true }),
            );
        }
        const bytes = await cached;
        if (!bytes) return await redirectFormerHandle(request, reply, handle);
        if (links) reply.header("Link", links);
        return sendHtml(request, reply, bytes, { shared: true });
      } catch (error) {
        if (error instanceof AppError) request.log.warn({ err: error }, "creator page rejected");
        else request.log.error({ err: error }, "creator page failed");
        reply.header("Retry-After", "2");
        return sendPage(request, reply, { page: "creator-unavailable" }, 503);
      }
    },
  );

  registerPreviews(app, deps);
  registerRobots(app, { db, publicUrl: deps.publicUrl });
  registerCheckoutPages(app, deps, sendPage);
  registerUnsubscribePage(app, deps, sendPage);
}

function parseTileId(value: unknown): number | null {
  const id = typeof value === "string" ? Number(value) : Number.NaN;
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

function parseIndex(value: unknown): number {
  return typeof value === "string" && /^\d{1,6}$/.test(value) ? Number(value) : 0;
}

/** A page is not held up by the lookup of a session: what it adds is a button. */
const VIEWER_TIMEOUT_MS = 200;

/** Who is looking; nobody while that cannot be found out in time, so that public pages stay up without a database. */
async function findViewerIfAble(request: FastifyRequest) {
  try {
    return await withTimeout(request.findViewer(), VIEWER_TIMEOUT_MS, () => null);
  } catch (error) {
    if (error instanceof AppError && error.status < 500) throw error;
    request.log.warn({ err: error }, "session lookup failed; continuing signed out");
    return null;
  }
}
