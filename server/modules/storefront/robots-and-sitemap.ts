import { PRIVATE_PREFIXES } from "../../../contract/page-prefixes.ts";
import { pageRoutes } from "../../../contract/page-routes.ts";
import { paths } from "../../../contract/paths.ts";
import type { Database } from "../../platform/database/index.ts";
import { notFound } from "../../platform/http/app-error.ts";
import type { RegisterPage } from "../../platform/http/register-page.ts";
import { listCreatorsFrom, listSitemapChunks } from "../creators/index.ts";

/** Half of what a sitemap may hold (https://www.sitemaps.org/protocol.html). */
const PAGES_IN_A_MAP = 25_000;
const HOUR = "public, max-age=3600";

/** Tells search engines which pages there are, and which to leave alone. */
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
  registerPage(pageRoutes.robots, ({ reply }) =>
    reply.header("Cache-Control", HOUR).type("text/plain; charset=utf-8").send(rules),
  );

  registerPage(pageRoutes.sitemapIndex, async ({ reply }) => {
    const starts = await listSitemapChunks(db, PAGES_IN_A_MAP);
    const maps = starts.map((id) => `<sitemap><loc>${publicUrl}/sitemaps/${id}.xml</loc></sitemap>`);
    return reply
      .header("Cache-Control", HOUR)
      .type("application/xml; charset=utf-8")
      .send(
        document("sitemapindex", [`<sitemap><loc>${publicUrl}/sitemaps/site.xml</loc></sitemap>`, ...maps]),
      );
  });

  registerPage(pageRoutes.sitemap, async ({ params, reply }) => {
    const { from } = params;
    const pages = from === "site" ? [paths.landing(), paths.demoAnalytics()] : await creatorPaths(db, from);
    if (pages.length === 0) throw notFound("Sitemap");
    const urls = pages.map((path) => `<url><loc>${publicUrl}${path}</loc></url>`);
    return reply
      .header("Cache-Control", HOUR)
      .type("application/xml; charset=utf-8")
      .send(document("urlset", urls));
  });
}

async function creatorPaths(db: Database, from: string): Promise<string[]> {
  if (!/^\d{1,15}$/.test(from)) return [];
  const handles = await listCreatorsFrom(db, { id: Number(from), most: PAGES_IN_A_MAP });
  return handles.map((handle) => paths.creator(handle));
}

function document(name: string, entries: string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${name} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join("\n")}\n</${name}>\n`;
}
