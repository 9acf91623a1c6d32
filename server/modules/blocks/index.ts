import { linksIn } from "../../../contract/rules/formatting.ts";
import { UNVERIFIED_LINKS } from "../../../contract/rules/limits.ts";
import type { Queries } from "../../platform/database/index.ts";
import { type RateLimiter, tryConsume } from "../../platform/http/rate-limiter.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import { errors } from "./errors.ts";
import { findBlockedHandles, findBlockedLink, isEmailBlocked } from "./repository.ts";

export { errors as blockErrors } from "./errors.ts";
export {
  type BlockRow,
  countBlocks,
  deleteBlock,
  findBlockedHandles,
  insertBlock,
  listBlocks,
} from "./repository.ts";

/** Throws 400 when the domain of an email is blocked. */
export async function requireEmailAllowed(db: Queries, email: string): Promise<void> {
  if (!(await isEmailBlocked(db, email))) return;
  throw errors.emailBlocked({ domain: email.slice(email.lastIndexOf("@") + 1) });
}

/** Throws 400 when a handle is blocked. */
export async function requireHandleAllowed(db: Queries, handle: string): Promise<void> {
  if ((await findBlockedHandles(db, [handle])).size > 0) throw errors.handleBlocked();
}

/** Throws 400, at the link's field, if a link leads to a blocked target. */
export async function requireLinksAllowed(
  db: Queries,
  links: readonly { field: string; url: string | null | undefined }[],
): Promise<void> {
  const given = links.flatMap(({ field, url }) => (url ? [{ field, url }] : []));
  const found = await findBlockedLink(db, given);
  if (found) throw errors.linkBlocked({ domain: new URL(found.url).hostname, field: found.field });
}

/** Throws 400, at the text's field, if the text links to a blocked target. */
export function requireTextAllowed(db: Queries, { field, text }: { field: string; text: string | null }) {
  const links = linksIn(text ?? "").map((url) => ({ field, url }));
  return requireLinksAllowed(db, links);
}

export const hasLinks = (text: string | null | undefined): boolean => linksIn(text ?? "").length > 0;

/**
 * Counts a saved link of an unverified account. Throws 429 above the daily limit, which all unverified
 * accounts of one client share.
 */
export async function consumeUnverifiedLink(
  limits: RateLimiter,
  { viewer, ip }: { viewer: Pick<Viewer, "userId" | "emailVerifiedAt">; ip: string },
): Promise<void> {
  if (viewer.emailVerifiedAt) return;
  const use = { name: "links of unverified accounts", key: ip, ...UNVERIFIED_LINKS };
  if (!(await tryConsume(limits, use))) throw errors.unverifiedLinks();
}
