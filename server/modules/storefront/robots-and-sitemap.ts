import { and, asc, eq, gte, isNull } from "drizzle-orm";
import { onOwnDomain } from "../../../contract/pages/own-paths.ts";
import { PRIVATE_PREFIXES } from "../../../contract/pages/page-prefixes.ts";
import { pageRoutes } from "../../../contract/pages/page-routes.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { listChunks } from "../../platform/database/chunks.ts";
import type { Database } from "../../platform/database/index.ts";
import { orNotFound } from "../../platform/http/app-error.ts";
import { ownHostOf } from "../../platform/http/host-gate.ts";
import type { OwnHost } from "../../platform/http/hosts.ts";
import type { RegisterPage } from "../../platform/http/register-page.ts";
import { creators, listCreatorsFrom } from "../creators/index.ts";
import { products } from "../products/index.ts";
import { hasProductPage } from "./product-model.ts";

/** Half of the maximum for one sitemap (https://www.sitemaps.org/protocol.html). */
const PAGES_IN_A_MAP = 25_000;
const PRODUCTS = "products-";
const MAP_NAME = /^(products-)?(\d{1,15})$/;
const HOUR = "public, max-age=3600";

/** Registers robots.txt and the sitemaps. */
export function registerRobots(
  registerPage: RegisterPage,
  { db, publicUrl }: { db: Database; publicUrl: string },
) {
  const rules = [
    "User-agent: *",
    ...PRIVATE_PREFIXES.map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${publicUrl}/sitemap.xml`,
    "",
  ].join("\n");
  registerPage(pageRoutes.robots, ({ request, reply }) => {
    const { origin = publicUrl } = ownHostOf(request.raw) ?? {};
    return reply
      .header("Cache-Control", HOUR)
      .type("text/plain; charset=utf-8")
      .send(rules.replace(publicUrl, origin));
  });

  registerPage(pageRoutes.sitemapIndex, async ({ request, reply }) => {
    const own = ownHostOf(request.raw);
    if (own) {
      const urls = (await listOwnPages(db, own)).map((path) => `<url><loc>${own.origin}${path}</loc></url>`);
      return reply
        .header("Cache-Control", HOUR)
        .type("application/xml; charset=utf-8")
        .send(document("urlset", urls));
    }
    const creatorIds = await listChunks(db, creators, PAGES_IN_A_MAP);
    const productIds = await listChunks(db, products, PAGES_IN_A_MAP);
    const names = ["site", ...creatorIds.map(String), ...productIds.map((id) => `${PRODUCTS}${id}`)];
    const maps = names.map((name) => `<sitemap><loc>${publicUrl}/sitemaps/${name}.xml</loc></sitemap>`);
    return reply
      .header("Cache-Control", HOUR)
      .type("application/xml; charset=utf-8")
      .send(document("sitemapindex", maps));
  });

  registerPage(pageRoutes.sitemap, async ({ params, reply }) => {
    const { from } = params;
    const pages = await pathsIn(db, from).then(orNotFound("Sitemap"));
    const urls = pages.map((path) => `<url><loc>${publicUrl}${path}</loc></url>`);
    return reply
      .header("Cache-Control", HOUR)
      .type("application/xml; charset=utf-8")
      .send(document("urlset", urls));
  });
}

async function pathsIn(db: Database, name: string): Promise<string[] | undefined> {
  if (name === "site") return [paths.landing(), paths.demoAnalytics()];
  const [, kind, number] = MAP_NAME.exec(name) ?? [];
  if (number === undefined) return undefined;
  const chunk = { id: Number(number), most: PAGES_IN_A_MAP };
  // A map is empty if none of its products currently has a page.
  if (kind !== undefined)
    return (await listProductPages(db, chunk)).map(({ handle, slug }) => paths.product(handle, slug));
  const handles = await listCreatorsFrom(db, chunk);
  return handles.length > 0 ? handles.map(paths.creator) : undefined;
}

const document = (name: string, entries: string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${name} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join("\n")}\n</${name}>\n`;

/** Returns the paths of a creator's pages on their own domain. */
async function listOwnPages(db: Database, { creatorId, handle }: OwnHost): Promise<string[]> {
  const rows = await db
    .select({ slug: products.slug })
    .from(products)
    .innerJoin(creators, eq(creators.id, products.creatorId))
    .where(
      and(
        eq(creators.id, creatorId),
        isNull(creators.suspension),
        isNull(creators.offlineSince),
        hasProductPage(db),
      ),
    )
    .orderBy(asc(products.id))
    .limit(PAGES_IN_A_MAP);
  return ["/", ...rows.map(({ slug }) => onOwnDomain(handle, `/${encodeURIComponent(slug)}`))];
}

/**
 * Returns the pages of up to `most` products from an id on, oldest first.
 */
export async function listProductPages(db: Database, { id, most }: { id: number; most: number }) {
  const chunk = db
    .select({ id: products.id })
    .from(products)
    .where(gte(products.id, id))
    .orderBy(asc(products.id))
    .limit(most)
    .as("chunk");
  return db
    .select({ handle: creators.handle, slug: products.slug })
    .from(products)
    .innerJoin(chunk, eq(chunk.id, products.id))
    .innerJoin(creators, eq(creators.id, products.creatorId))
    .where(and(isNull(creators.suspension), isNull(creators.offlineSince), hasProductPage(db)))
    .orderBy(asc(products.id));
}
