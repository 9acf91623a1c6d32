import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, brotliDecompress, constants } from "node:zlib";
import { eq } from "drizzle-orm";
import { firstOrThrow, type Queries, type Transaction } from "../../platform/database/index.ts";
import { pageSiteOf } from "../../platform/render/page-site.ts";
import { letterModel } from "../audience/index.ts";
import { visibleBranding } from "../creators/index.ts";
import { findSeller } from "../sellers/index.ts";
import type { ModerationDeps } from "./deps.ts";
import { LEGAL, LETTERS, type ReportedPage } from "./reported-page.ts";
import { reportSnapshots } from "./tables.ts";

/** The maximum size of a stored page, several times the size of the longest page that Tessera renders. */
const MAX_BYTES = 2 * 1024 * 1024;
const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/**
 * Matches the scripts and preloads of a page. A snapshot omits them, because the browser would report each as blocked
 * in its console.
 */
const SCRIPTS_AND_PRELOADS =
  /<script\b[^>]*\ssrc=[^>]*><\/script>|<link\b[^>]*\srel="?(?:modulepreload|preload)"?[^>]*>/gi;

type SnapshotDeps = Pick<
  ModerationDeps,
  "db" | "findLetterPage" | "renderer" | "renderPublicPage" | "settings"
>;

export type Snapshot = { hash: Buffer; html: Buffer };

/** Renders a page as visitors see it now. Returns null if there is none. */
export async function takeSnapshot(deps: SnapshotDeps, page: ReportedPage): Promise<Snapshot | null> {
  const html = await render(deps, page);
  if (html === undefined) return null;
  const bytes = Buffer.from(html);
  if (bytes.length > MAX_BYTES) return null;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  return { hash: createHash("sha256").update(bytes).digest(), html: await compress(bytes, { params }) };
}

async function render(
  { db, findLetterPage, renderer, renderPublicPage, settings }: SnapshotDeps,
  { creator, slug, tileId, letterKey }: ReportedPage,
): Promise<string | undefined> {
  const { handle, displayName, language } = creator;
  const { publicUrl } = settings;
  if (slug === LETTERS) {
    // Render this email's own page, because the list shows only subjects.
    const page = letterKey && creator.suspension === null ? await findLetterPage(letterKey) : undefined;
    return page?.creator.id === creator.id
      ? renderer.renderPage(
          { ...(await letterModel({ db, publicUrl }, page)), ...visibleBranding(creator, publicUrl) },
          pageSiteOf(settings),
        )
      : undefined;
  }
  if (slug !== LEGAL) return renderPublicPage({ handle, slug, tileId });
  const seller = creator.suspension === null ? await findSeller(db, creator.id) : null;
  if (!seller) return undefined;
  const model = { page: "legal", creator: { handle, display_name: displayName }, seller } as const;
  return renderer.renderPage(
    { ...model, pageLanguage: language, ...visibleBranding(creator, publicUrl) },
    pageSiteOf(settings),
  );
}

/** Stores a snapshot, or finds an equal one, and returns its id. */
export async function storeSnapshot(tx: Transaction, { hash, html }: Snapshot): Promise<number> {
  const row = await tx
    .insert(reportSnapshots)
    .values({ hash, html })
    // A no-op update, because `returning` needs one to return the existing row.
    .onConflictDoUpdate({ target: reportSnapshots.hash, set: { hash } })
    .returning({ id: reportSnapshots.id })
    .then(firstOrThrow("insert returned no snapshot"));
  return row.id;
}

/**
 * Returns the HTML of a snapshot, or undefined if it is deleted. Nothing in it can be clicked. The whole page
 * is one tab stop, so that it can be scrolled by keyboard.
 */
export async function readSnapshot(db: Queries, id: number): Promise<string | undefined> {
  const [row] = await db
    .select({ html: reportSnapshots.html })
    .from(reportSnapshots)
    .where(eq(reportSnapshots.id, id));
  const html = row && (await decompress(row.html, { maxOutputLength: MAX_BYTES })).toString();
  return html
    ?.replace(SCRIPTS_AND_PRELOADS, "")
    .replace(/<body\b/, "<body inert")
    .replace(/<html\b/, '<html tabindex="0" style="outline-offset: -2px"');
}

/**
 * The Content Security Policy of a snapshot. Images load only from this site, so that no other site learns who
 * views it.
 */
export const SNAPSHOT_POLICY = [
  "sandbox",
  "default-src 'none'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join(";");
