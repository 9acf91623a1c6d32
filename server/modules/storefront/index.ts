import { DEFAULT_PROVIDER } from "../../../contract/rules/order-states.ts";
import { framesOf } from "../../../contract/rules/players.ts";
import { createCdnHeaders } from "../../platform/http/cdn-headers.ts";
import { plainOf } from "../../platform/http/html.ts";
import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { Module } from "../../platform/module.ts";
import { isPlanSold } from "../../platform/payments/plan-sale.ts";
import { pageSiteOf, siteOf } from "../../platform/render/page-site.ts";
import { renderLogo } from "../../platform/site-logo.ts";
import type { Accounts } from "../accounts/index.ts";
import type { Checkout } from "../checkout/index.ts";
import type { Files } from "../files/index.ts";
import type { Digests } from "../funnel/index.ts";
import type { Marketing } from "../marketing/index.ts";
import type { Orders } from "../orders/index.ts";
import { serveCachedPages } from "./cache/cached-page-fast-path.ts";
import { createPageCache } from "./cache/page-cache.ts";
import { pageMetrics } from "./cache/page-metrics.ts";
import { createOgImages } from "./og-images.ts";
import { registerPagePreviews } from "./page-preview.ts";
import { registerPages } from "./pages.ts";
import { findProductModel } from "./product-model.ts";
import { registerStorefrontRoutes } from "./routes.ts";
import { creatorModel, encodeCreatorPage, findCreatorPage } from "./service.ts";

type Dependencies = {
  accounts: Accounts;
  checkout: Checkout;
  files: Files;
  marketing: Marketing;
  digests: Digests;
  news: Pick<Orders, "findNewsOf" | "endNewsOf">;
};

type PublicPage = { handle: string; tileId: number | null; slug: string | null };

/** Public pages, and the public API of creators' pages. */
export function createStorefront(infrastructure: Infrastructure, uses: Dependencies) {
  const { db, limits, renderer, pageInvalidations, accountProviders, openId, settings, hosts } =
    infrastructure;
  const { publicUrl } = settings;
  const site = pageSiteOf(settings);
  const pageDeps = { db, publicUrl, site, ...uses.checkout };
  const cache = createPageCache({
    load: async (handle) => {
      const page = await findCreatorPage(pageDeps, handle);
      return page?.isSuspended ? undefined : page;
    },
    encodeWhole: (handle) => encodeCreatorPage(pageDeps, handle),
    render: async (page, view) =>
      renderer.renderPage(
        await creatorModel(pageDeps, page, { ...view, isOwner: false }),
        siteOf(site, hosts, page.creator.handle),
      ),
    findProduct: async (page, slug) => {
      const { creator, appearance } = page;
      const found = await findProductModel(pageDeps, { creator, slug });
      const model = found && { ...found, ...(appearance && { appearance }) };
      return model && (() => renderer.renderPage(model, siteOf(site, hosts, creator.handle)));
    },
    framesOf: ({ tiles, tileIds }) => framesOf({ tiles, total: tileIds.length }),
    linksOf: ({ appearance }) => renderer.linksOf(appearance),
    maxBytes: settings.pageCacheBytes,
    appliedUntil: pageInvalidations.appliedUntil,
    databaseTime: pageInvalidations.databaseTime,
  });
  pageInvalidations.subscribe(cache.invalidate);
  hosts.subscribe(cache.invalidate);
  const logo = settings.siteLogo && renderLogo(settings.siteLogo);
  // The start has read the file already. If it is gone by now, the requests for it fail.
  logo?.catch(() => undefined);
  const cdn = createCdnHeaders(settings.cdn, pageInvalidations.databaseTime);
  const previews = createOgImages({ files: uses.files, renderer, site, logo });
  const { publishableKey, mode } = accountProviders[DEFAULT_PROVIDER];
  const config = {
    stripeProductId: settings.stripeProductId,
    stripePublishableKey: publishableKey,
    billingMode: mode === "sandbox" ? mode : DEFAULT_PROVIDER,
    planSold: isPlanSold(Object.values(accountProviders)),
    googleEnabled: openId.google !== undefined,
    oidcName: openId.oidc ? settings.oidcName : null,
    passwordLogin: settings.passwordLogin,
    platformFeeBps: site.plans.free.feeBps,
    mockCheckout: settings.mockCheckout,
    providers: Object.values(accountProviders)
      .filter(({ offers }) => offers.length > 0)
      .map(({ provider }) => provider),
    directUploadBytes: settings.directUploadBytes || null,
  };
  /** Returns a page's HTML for visitors, or undefined for an unknown page. */
  const renderPublicPage = async ({ handle, tileId, slug }: PublicPage): Promise<string | undefined> => {
    const bytes = await (slug === null ? cache.get(handle, tileId) : cache.getProduct(handle, slug));
    return bytes && plainOf(bytes).toString();
  };
  return {
    api: { renderPublicPage },
    routes: ({ registerRoute }) => {
      registerPagePreviews(registerRoute, { ...pageDeps, renderer, site });
      registerStorefrontRoutes(registerRoute, {
        ...pageDeps,
        cache,
        limits,
        hosts,
        config,
        qrServiceUrl: settings.qrServiceUrl,
        findSignup: uses.accounts.currentSignup,
      });
    },
    pages: (registerPage) =>
      registerPages(registerPage, {
        ...infrastructure,
        ...uses,
        publicUrl,
        cache,
        cdn,
        previews,
        site,
        logo,
      }),
    processMetrics: pageMetrics(cache),
    immediatePath: ({ server, policy, cookie }) =>
      serveCachedPages({ server, cache, policy, cookieName: cookie.name, cdn }),
  } satisfies Module;
}
