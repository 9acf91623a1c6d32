import { pageRoutes } from "../../../contract/pages/page-routes.ts";
import { isPossibleHandle } from "../../../contract/rules/handles.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { parseSlug } from "../../../contract/rules/slugs.ts";
import { sendHtml } from "../../platform/http/html.ts";
import type { PageContext, RegisterPage } from "../../platform/http/register-page.ts";
import { clientSubnet } from "../../platform/net/ip.ts";
import { findCurrentHandle } from "../creators/index.ts";
import { findCurrentSlug } from "../products/index.ts";
import { sendUnavailable } from "./creator-unavailable.ts";
import type { PageDeps } from "./page-deps.ts";
import { findSuspendedPage } from "./suspended.ts";

type Context = PageContext<typeof pageRoutes.product>;

/** Registers the pages of products, which are cached with their creator's page. */
export function registerProductPages(registerPage: RegisterPage, { db, cache, cdn, publicUrl }: PageDeps) {
  /** Redirects a former URL of a product to the current one, or renders the page for a missing product. */
  const sendElsewhere = async (context: Context, slug: string) => {
    const { params, request, reply, sendPage, sendNotFound } = context;
    const { search } = new URL(request.url, publicUrl);
    const redirect = (path: string, status: 301 | 302) =>
      reply.header("Cache-Control", "no-store").redirect(`${path}${search}`, status);
    const creatorId = await cache.findCreatorId(params.handle);
    if (creatorId === undefined) {
      const suspended = await findSuspendedPage(db, params.handle);
      if (suspended) return sendPage(...suspended);
      const handle = await findCurrentHandle(db, params.handle);
      return handle ? redirect(paths.product(handle, slug), 302) : sendNotFound();
    }
    const handle = params.handle.toLowerCase();
    const current = await findCurrentSlug(db, { creatorId, slug });
    if (current) return redirect(paths.product(handle, current), 301);
    // Unlike an inactive product, a deleted one will not return.
    return sendPage({ page: "product-missing" }, { status: current === null ? 410 : 404 });
  };

  registerPage(pageRoutes.product, async (context) => {
    const { params, request, reply, sendNotFound } = context;
    const slug = parseSlug(params.slug);
    if (!isPossibleHandle(params.handle) || slug === undefined) return sendNotFound();
    try {
      const bytes = await cache.getProduct(params.handle, slug, clientSubnet(request.ip));
      if (!bytes) return await sendElsewhere(context, slug);
      if (bytes.links) reply.header("Link", bytes.links);
      return sendHtml(request, reply, bytes, { shared: true, headers: cdn.headersOf(bytes) });
    } catch (error) {
      return sendUnavailable(context, error);
    }
  });
}
