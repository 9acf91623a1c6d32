import { DEFAULT_APPEARANCE } from "../../../contract/api/appearance.ts";
import { consolePageRoutes } from "../../../contract/pages/console-page-routes.ts";
import type { PageRoute } from "../../../contract/pages/page-route.ts";
import { pageRoutes } from "../../../contract/pages/page-routes.ts";
import { isPossibleHandle } from "../../../contract/rules/handles.ts";
import { consoleLanguage } from "../../../contract/rules/languages.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { toInstant } from "../../platform/clock/local-time.ts";
import type { Database } from "../../platform/database/index.ts";
import { notFound } from "../../platform/http/app-error.ts";
import { sendHtml } from "../../platform/http/html.ts";
import type { PageContext, RegisterPage } from "../../platform/http/register-page.ts";
import { clientSubnet } from "../../platform/net/ip.ts";
import { findCreatorById, findCurrentHandle } from "../creators/index.ts";
import { registerContactCards } from "./contact-cards.ts";
import { sendUnavailable } from "./creator-unavailable.ts";
import { registerEventCalendars } from "./event-calendars.ts";
import { registerFeeds } from "./feeds.ts";
import type { PageDeps } from "./page-deps.ts";
import { registerPreviews } from "./preview-routes.ts";
import { registerProductPages } from "./product-pages.ts";
import { registerRobots } from "./robots-and-sitemap.ts";
import { creatorModel, findCreatorPage } from "./service.ts";
import { findSuspendedPage } from "./suspended.ts";

type CreatorContext = PageContext<typeof pageRoutes.creator>;

/** Registers the documents that browsers open: server-rendered pages, and the document of the console. */
export function registerPages(registerPage: RegisterPage, deps: PageDeps): void {
  const { db } = deps;

  registerPage(pageRoutes.landing, async ({ sendPage, findViewer }) => {
    const viewer = await findViewer();
    if (!viewer) return sendPage({ page: "landing", signedIn: false });
    const chosen = consoleLanguage(viewer.language);
    const language = chosen && { pageLanguage: chosen };
    return sendPage({ page: "landing", signedIn: true, ...language }, { personal: true });
  });

  registerPage(pageRoutes.changePassword, ({ reply }) => reply.redirect(paths.security(), 302));

  registerContactCards(registerPage, deps);
  registerEventCalendars(registerPage, deps);
  registerFeeds(registerPage, deps);

  registerPage(pageRoutes.siteLogo, async ({ params, reply }) => {
    const isCurrent = paths.siteLogo(params.version) === deps.site.logo;
    const png = isCurrent && (await deps.logo?.catch(() => undefined));
    if (!png) throw notFound("Page");
    return reply
      .header("Cache-Control", "public, max-age=31536000, immutable")
      .header("Cross-Origin-Resource-Policy", "cross-origin")
      .type("image/png")
      .send(png);
  });

  registerPage(pageRoutes.themeSample, ({ params, sendPage }) =>
    sendPage({ page: "theme-sample", appearance: { ...DEFAULT_APPEARANCE, theme: params.theme } }),
  );

  for (const route of Object.values(consolePageRoutes))
    registerPage<PageRoute>(route, ({ sendConsole }) => sendConsole());

  /** Renders the notice of a suspended page, or redirects a former handle to the creator's page. */
  const redirectFormerHandle = async (context: CreatorContext) => {
    const { params, request, reply, sendPage, sendNotFound } = context;
    const suspended = await findSuspendedPage(db, params.handle);
    if (suspended) return sendPage(...suspended);
    const current = await findCurrentHandle(db, params.handle);
    if (!current) return sendNotFound();
    const { search } = new URL(request.url, deps.publicUrl);
    return reply.header("Cache-Control", "no-store").redirect(`${paths.creator(current)}${search}`, 302);
  };

  const pageDeps = { db, publicUrl: deps.publicUrl, site: deps.site, ...deps.checkout };
  registerPage(pageRoutes.creator, async (context) => {
    const { params, query, request, reply, sendPage, sendNotFound, findViewer } = context;
    const { handle } = params;
    const view = { openTileId: query.tile, from: query.from };
    // Without a handle, this is an unknown path.
    if (handle === "") return reply.redirect(paths.landing(), 302);
    if (!isPossibleHandle(handle)) return sendNotFound();
    try {
      // Start both at once, because each may wait for the database until its timeout.
      const cached = deps.cache.get(handle, view.openTileId, view.from, clientSubnet(request.ip));
      cached.catch(() => undefined);
      const viewerId = (await findViewer())?.creatorId;
      // The owner's page differs, so it is rendered for each request.
      if (viewerId && viewerId === (await deps.cache.findCreatorId(handle))) {
        const asOf = query.at === undefined ? undefined : await previewTime(db, viewerId, query.at);
        const at = asOf && toInstant(asOf.localTime, asOf.timeZone);
        const page = await findCreatorPage(pageDeps, handle, { at });
        if (page) {
          const model = await creatorModel(pageDeps, page, { ...view, isOwner: true, at });
          return await sendPage(asOf ? { ...model, asOf } : model, { personal: true });
        }
      }
      const bytes = await cached;
      if (!bytes) return await redirectFormerHandle(context);
      if (bytes.links) reply.header("Link", bytes.links);
      return sendHtml(request, reply, bytes, { shared: true, headers: deps.cdn.headersOf(bytes) });
    } catch (error) {
      return sendUnavailable(context, error);
    }
  });

  registerProductPages(registerPage, deps);
  registerPreviews(registerPage, deps);
  registerRobots(registerPage, deps);
  registerUnsubscribePage(registerPage, deps);
}

async function previewTime(db: Database, creatorId: number, localTime: string) {
  const creator = await findCreatorById(db, creatorId);
  return creator && { localTime, timeZone: creator.timeZone };
}

const DIGEST = { page: "unsubscribe", creator: null, isDigest: true } as const;

/**
 * Registers the page for unsubscribing from marketing emails, the news of a product or the weekly digest. Email programs also POST
 * to it.
 */
export function registerUnsubscribePage(
  registerPage: RegisterPage,
  { marketing, digests, news }: PageDeps,
): void {
  registerPage(pageRoutes.askToUnsubscribe, async ({ params: { token }, sendPage, sendNotFound }) => {
    if (digests.readDigestToken(token) !== undefined) return sendPage({ ...DIGEST, state: "asks", token });
    const ofProduct = await news.findNewsOf(token);
    if (ofProduct)
      return sendPage({ page: "unsubscribe", creator: null, state: "asks", token, ...ofProduct });
    const sender = await marketing.findSender(token);
    return sender ? sendPage({ page: "unsubscribe", state: "asks", token, ...sender }) : sendNotFound();
  });

  registerPage(pageRoutes.unsubscribe, async ({ params: { token }, sendPage, sendNotFound }) => {
    const creatorId = digests.readDigestToken(token);
    if (creatorId !== undefined) {
      await digests.endDigest(creatorId);
      return sendPage({ ...DIGEST, state: "done", token: "" });
    }
    const ofProduct = await news.findNewsOf(token);
    if (ofProduct && (await news.endNewsOf(token)))
      return sendPage({ page: "unsubscribe", creator: null, state: "done", token: "", ...ofProduct });
    const sender = await marketing.findSender(token);
    return sender && (await marketing.unsubscribe(token))
      ? sendPage({ page: "unsubscribe", state: "done", token: "", ...sender })
      : sendNotFound();
  });
}
