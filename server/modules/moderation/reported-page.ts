import { paths } from "../../../contract/rules/paths.ts";
import { parseSlug } from "../../../contract/rules/slugs.ts";
import { parseUrl } from "../../../contract/rules/urls.ts";
import type { Queries } from "../../platform/database/index.ts";
import { readOwnPath } from "../../platform/http/host-paths.ts";
import type { Hosts } from "../../platform/http/hosts.ts";
import { type CreatorRow, findCreatorByHandle, findCurrentHandle } from "../creators/index.ts";
import { findAnyTile } from "../tiles/index.ts";

/** The last part of the path of a creator's seller details. */
export const LEGAL = "legal";
/** The path of the emails to a creator's audience. */
export const LETTERS = "letters";

/** A page of a creator that can be reported. */
export type ReportedPage = {
  creator: CreatorRow;
  /** The path with the creator's current handle. */
  path: string;
  tileId: number | null;
  /** The last part of a product's URL, `legal` or `letters`, or null for the creator's page. */
  slug: string | null;
  /** The key of an email to the audience, or null for every other page. */
  letterKey: string | null;
};

const PAGE = /^\/@([A-Za-z0-9_-]{3,32})(?:\/([^/]*)(?:\/([\w-]{16}))?)?\/?$/;

/**
 * Returns the creator's page that a URL or path of this site, or a URL of an own domain, leads to, or undefined. Drops a tile that is not
 * on the page.
 */
export async function findReportedPage(
  { db, hosts, publicUrl }: { db: Queries; hosts: Pick<Hosts, "find">; publicUrl: string },
  text: string,
): Promise<ReportedPage | undefined> {
  const given = parseUrl(text.startsWith("@") ? `/${text}` : text, publicUrl);
  const url = given && /^https?:$/.test(given.protocol) ? onMainHost(given, { hosts, publicUrl }) : undefined;
  if (!url) return undefined;
  const [, handle, rest, key] = PAGE.exec(url.pathname.replace(/^\/%40/i, "/@")) ?? [];
  const creator = handle && (await findCreator(db, handle));
  if (!creator) return undefined;
  const slug = rest ? (rest === LEGAL || rest === LETTERS ? rest : (parseSlug(rest) ?? null)) : null;
  const letterKey = key ?? null;
  // Only emails have a third part.
  if (letterKey !== null && slug !== LETTERS) return undefined;
  if (slug === LETTERS) {
    const path = letterKey ? paths.letter(creator.handle, letterKey) : paths.letters(creator.handle);
    return { creator, path, tileId: null, slug, letterKey };
  }
  if (slug !== null) {
    const path = slug === LEGAL ? paths.legal(creator.handle) : paths.product(creator.handle, slug);
    return { creator, path, tileId: null, slug, letterKey };
  }
  const id = Number(/^\d{1,15}$/.exec(url.searchParams.get("tile") ?? "")?.[0] ?? 0);
  const tile = id > 0 ? await findAnyTile(db, id) : undefined;
  if (tile?.creatorId !== creator.id)
    return { creator, path: paths.creator(creator.handle), tileId: null, slug: null, letterKey };
  return {
    creator,
    path: paths.creatorTile(creator.handle, tile.id),
    tileId: tile.id,
    slug: null,
    letterKey,
  };
}

/** Returns the URL on the main host of a page there or on an own domain, or undefined for other hosts. */
function onMainHost(
  url: URL,
  { hosts, publicUrl }: { hosts: Pick<Hosts, "find">; publicUrl: string },
): URL | undefined {
  if (url.host === new URL(publicUrl).host) return url;
  const own = hosts.find(url.hostname);
  if (!own || url.host !== new URL(own.origin).host) return undefined;
  const meaning = readOwnPath(url.pathname, own.handle);
  const isServed = typeof meaning === "object" && "serve" in meaning;
  return new URL((isServed ? meaning.serve : url.pathname) + url.search, publicUrl);
}

async function findCreator(db: Queries, handle: string): Promise<CreatorRow | undefined> {
  const found = await findCreatorByHandle(db, handle);
  if (found) return found;
  const current = await findCurrentHandle(db, handle);
  return current === undefined ? undefined : findCreatorByHandle(db, current);
}
