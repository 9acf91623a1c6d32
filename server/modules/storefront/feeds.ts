import { and, desc, eq } from "drizzle-orm";
import { letterPages } from "../../../contract/pages/letter-pages.ts";
import { visitorUrl } from "../../../contract/pages/own-paths.ts";
import { plainText } from "../../../contract/rules/formatting.ts";
import { isPossibleHandle } from "../../../contract/rules/handles.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { encodeHtml, sendHtml } from "../../platform/http/html.ts";
import type { RegisterPage } from "../../platform/http/register-page.ts";
import { listPublicLetters } from "../audience/index.ts";
import { type CreatorRow, findCurrentHandle } from "../creators/index.ts";
import { products } from "../products/index.ts";
import { errors } from "./errors.ts";
import { type Feed, feedDocument } from "./feed-document.ts";
import type { PageDeps } from "./page-deps.ts";
import { hasProductPage } from "./product-model.ts";
import { readPageCreator } from "./read-creator.ts";
import { rejectSuspended } from "./suspended.ts";

/** The number of entries of a feed. Readers ask for it often, and keep older entries themselves. */
const ENTRIES = 30;
const SUMMARY_LENGTH = 500;

type FeedDeps = Pick<PageDeps, "db" | "hosts" | "marketing" | "publicUrl">;

/** Registers the feeds of creators' published emails and products. */
export function registerFeeds(registerPage: RegisterPage, deps: FeedDeps): void {
  const { db } = deps;
  registerPage(letterPages.feed, async ({ params: { handle }, request, reply }) => {
    if (!isPossibleHandle(handle)) throw errors.creatorNotFound();
    const found = await readPageCreator(db, handle);
    await rejectSuspended(db, handle);
    if (!found) {
      const current = await findCurrentHandle(db, handle);
      if (!current) throw errors.creatorNotFound();
      return reply.header("Cache-Control", "no-store").redirect(paths.feed(current), 302);
    }
    const document = encodeHtml(feedDocument(await feedOf(deps, found.row)));
    return sendHtml(request, reply, document, { shared: true, type: "application/atom+xml; charset=utf-8" });
  });
}

async function feedOf(deps: FeedDeps, creator: CreatorRow): Promise<Feed> {
  const { publicUrl } = deps;
  const { handle, displayName, language, createdAt } = creator;
  const urlOf = (path: string) => visitorUrl({ publicUrl, own: deps.hosts.mainOf(creator.id) }, path);
  const id = (name: string, since: Date) => tagUri(publicUrl, name, since);
  const [letters, goods] = await Promise.all([
    listPublicLetters(deps, { creatorId: creator.id, limit: ENTRIES }),
    listNewestProducts(deps, creator.id),
  ]);
  const entries = [
    ...letters.map((letter) => ({
      id: id(`letters/${letter.pageKey}`, letter.createdAt),
      title: letter.subject,
      url: urlOf(paths.letter(handle, letter.pageKey ?? "")),
      summary: summaryOf(letter.body),
      publishedAt: letter.createdAt,
      updatedAt: letter.publishedAt ?? letter.createdAt,
    })),
    ...goods.map((product) => ({
      id: id(`products/${product.id}`, product.createdAt),
      title: product.name,
      url: urlOf(paths.product(handle, product.slug)),
      summary: summaryOf(product.description ?? ""),
      publishedAt: product.createdAt,
      updatedAt: product.createdAt,
    })),
  ]
    .sort((one, other) => other.updatedAt.getTime() - one.updatedAt.getTime())
    .slice(0, ENTRIES);
  return {
    id: id(`creators/${creator.id}`, createdAt),
    title: displayName,
    url: urlOf(paths.feed(handle)),
    pageUrl: urlOf(paths.creator(handle)),
    author: displayName,
    language,
    updatedAt: entries[0]?.updatedAt ?? createdAt,
    entries,
  };
}

const listNewestProducts = ({ db }: FeedDeps, creatorId: number) =>
  db
    .select({
      id: products.id,
      slug: products.slug,
      name: products.name,
      description: products.description,
      createdAt: products.createdAt,
    })
    .from(products)
    .where(and(eq(products.creatorId, creatorId), hasProductPage(db)))
    .orderBy(desc(products.createdAt), desc(products.id))
    .limit(ENTRIES);

/** Returns an identifier that stays when handle and URL change (RFC 4151). */
const tagUri = (publicUrl: string, name: string, since: Date) =>
  `tag:${new URL(publicUrl).hostname},${since.toISOString().slice(0, 10)}:${name}`;

function summaryOf(source: string): string {
  const characters = Array.from(plainText(source).trim());
  if (characters.length <= SUMMARY_LENGTH) return characters.join("");
  return `${characters.slice(0, SUMMARY_LENGTH).join("").trimEnd()}…`;
}
