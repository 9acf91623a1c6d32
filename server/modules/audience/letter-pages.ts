import type { LetterModel } from "../../../contract/pages/letter-models.ts";
import { letterPages } from "../../../contract/pages/letter-pages.ts";
import { linksIn } from "../../../contract/rules/formatting.ts";
import { SUSPENSION_STATUS } from "../../../contract/rules/moderation.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { AppError } from "../../platform/http/app-error.ts";
import { tryConsume } from "../../platform/http/rate-limiter.ts";
import type { PageContext, RegisterPage } from "../../platform/http/register-page.ts";
import { asksNotToBeTracked, isHuman } from "../analytics/index.ts";
import { requireLinksAllowed } from "../blocks/index.ts";
import {
  type CreatorRow,
  findCreatorById,
  findCurrentHandle,
  findShownCreator,
  visibleBranding,
} from "../creators/index.ts";
import { findImageDimensions, imageUrl } from "../files/index.ts";
import type { EmailPageRow } from "../marketing/index.ts";
import type { AudienceDeps } from "./deps.ts";

const LETTERS_PER_PAGE = 50;
/** Limits the counted clicks of one client: enough for a household, but too few for a bot to inflate the numbers. */
const COUNTED_CLICKS = { points: 30, seconds: 60 };

type PageDeps = Pick<AudienceDeps, "db" | "limits" | "log" | "marketing" | "publicUrl">;

/** Registers the pages of sent emails and the redirects of their links. */
export function registerLetterPages(registerPage: RegisterPage, deps: PageDeps): void {
  const { db } = deps;

  registerPage(letterPages.letters, async (context) => {
    const { params, query, sendPage, sendNotFound, reply } = context;
    const creator = await findShownCreator(db, params.handle);
    if (!creator) {
      const current = await findCurrentHandle(db, params.handle);
      return current ? redirect(reply, paths.letters(current)) : sendNotFound();
    }
    if (creator.suspension !== null) return sendPage(...suspendedPage(creator));
    return sendPage({
      ...(await listModel(deps, creator, query.after)),
      ...visibleBranding(creator, deps.publicUrl),
    });
  });

  registerPage(letterPages.letter, async ({ params, sendPage, sendNotFound, reply }) => {
    const found = await findLetterPage(deps, params.key);
    if (!found) return sendNotFound();
    const { creator, email } = found;
    // The key alone identifies the email, so a link with a former handle is redirected.
    if (params.handle.toLowerCase() !== creator.handle)
      return redirect(reply, paths.letter(creator.handle, params.key));
    if (creator.suspension !== null) return sendPage(...suspendedPage(creator));
    if (!(await areAllowed(deps, [...linksIn(email.body), email.ctaUrl]))) return sendNotFound();
    return sendPage({
      ...(await letterModel(deps, { creator, email })),
      ...visibleBranding(creator, deps.publicUrl),
    });
  });

  registerPage(letterPages.letterLink, async ({ params, request, reply, sendNotFound }) => {
    const found = await findLetterPage(deps, params.key);
    if (!found || found.creator.suspension !== null) return sendNotFound();
    const link = { campaignId: found.email.id, place: Number(params.place) };
    const url = await deps.marketing.findLink(link);
    if (url === undefined || !(await areAllowed(deps, [url]))) return sendNotFound();
    if (await countsAsClick(deps, request)) await deps.marketing.countClick(link);
    return reply
      .header("Cache-Control", "no-store")
      .header("X-Robots-Tag", "noindex, nofollow")
      .redirect(url, 302);
  });
}

const redirect = (reply: PageContext<typeof letterPages.letter>["reply"], path: string) =>
  reply.header("Cache-Control", "no-store").redirect(path, 302);

function suspendedPage({ suspendedFor }: CreatorRow) {
  const ground = suspendedFor ?? "rules";
  return [{ page: "creator-suspended", ground }, { status: SUSPENSION_STATUS[ground] }] as const;
}

/** Returns a sent email with its creator, if the page is online. */
export async function findLetterPage({ db, marketing }: Pick<PageDeps, "db" | "marketing">, key: string) {
  const email = await marketing.findEmailPage(key);
  const creator = email?.creatorId ? await findCreatorById(db, email.creatorId) : undefined;
  return email && creator && creator.offlineSince === null ? { email, creator } : undefined;
}

const presentCreator = ({ handle, displayName, language }: CreatorRow) => ({
  handle,
  display_name: displayName,
  language,
});

async function listModel({ marketing }: PageDeps, creator: CreatorRow, after: string | undefined) {
  const rows = await marketing.listPublished({ creatorId: creator.id, after, limit: LETTERS_PER_PAGE + 1 });
  const letters = rows
    .slice(0, LETTERS_PER_PAGE)
    .map(({ key, subject, createdAt }) => ({ key: key ?? "", subject, sentAt: createdAt.toISOString() }));
  const next = rows.length > LETTERS_PER_PAGE ? (letters.at(-1)?.key ?? null) : null;
  return {
    page: "letters" as const,
    creator: presentCreator(creator),
    letters,
    next,
    isFirst: after === undefined,
  };
}

/** Returns the newest published emails that still have a page, newest first. */
export async function listPublicLetters(
  deps: Pick<PageDeps, "db" | "marketing">,
  query: { creatorId: number; limit: number },
): Promise<EmailPageRow[]> {
  const rows = await deps.marketing.listNewestPublished(query);
  const linksOf = ({ body, ctaUrl }: EmailPageRow) => [...linksIn(body), ctaUrl];
  // Usually one query covers all emails.
  if (await areAllowed(deps, rows.flatMap(linksOf))) return rows;
  const allowed = await Promise.all(rows.map((row) => areAllowed(deps, linksOf(row))));
  return rows.filter((_, index) => allowed[index]);
}

/** Returns the page of a sent email, without its recipients. */
export async function letterModel(
  { db, publicUrl }: Pick<PageDeps, "db" | "publicUrl">,
  { creator, email }: { creator: CreatorRow; email: EmailPageRow },
): Promise<Extract<LetterModel, { page: "letter" }>> {
  const { subject, body, ctaLabel, ctaUrl, imageId, imageAlt, pageKey, publishedAt, createdAt } = email;
  const url = imageId ? imageUrl(publicUrl, imageId) : null;
  const dimensions = url ? (await findImageDimensions(db, { publicUrl, urls: [url] })).get(url) : undefined;
  return {
    page: "letter",
    creator: presentCreator(creator),
    letter: {
      key: pageKey ?? "",
      subject,
      body,
      cta: ctaLabel && ctaUrl ? { label: ctaLabel, url: ctaUrl } : null,
      image: url ? { url, alt: imageAlt, ...(dimensions && { dimensions }) } : null,
      sentAt: createdAt.toISOString(),
      published: publishedAt !== null,
    },
  };
}

/** Returns whether all URLs are still allowed. One may have been blocked since the email was sent. */
async function areAllowed({ db }: Pick<PageDeps, "db">, urls: readonly (string | null)[]): Promise<boolean> {
  try {
    await requireLinksAllowed(
      db,
      urls.map((url) => ({ field: "url", url })),
    );
    return true;
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return false;
    throw error;
  }
}

/** Returns whether a click is counted. Excludes known link checkers and people who opt out of tracking. */
async function countsAsClick(
  { limits }: PageDeps,
  { method, headers, ip }: PageContext<typeof letterPages.letterLink>["request"],
): Promise<boolean> {
  if (method !== "GET" || asksNotToBeTracked(headers) || !isHuman(headers)) return false;
  return tryConsume(limits, { name: "clicks in emails", key: ip, ...COUNTED_CLICKS });
}
