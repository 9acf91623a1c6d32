import { z } from "zod";
import { pageRoute } from "./page-route.ts";

const MISSING = { page: "letter-missing" } as const;

const handle = z.object({ handle: z.string() });

export const letterPages = {
  letters: pageRoute("GET", "/@:handle/letters", {
    renders: ["letters", "letter-missing", "creator-suspended"],
    notFound: MISSING,
    params: handle,
    query: z.object({ after: z.string().max(64).optional().catch(undefined) }),
    caching: "shared",
    redirectsSlash: true,
  }),
  /** The Atom feed of published emails and products (RFC 4287). */
  feed: pageRoute("GET", "/@:handle/feed", {
    renders: "file",
    params: handle,
    caching: "shared",
    redirectsSlash: true,
  }),
  /** The page of an email. Its key is known to the email's recipients. The page is unlisted until the creator publishes it. */
  letter: pageRoute("GET", "/@:handle/letters/:key", {
    renders: ["letter", "letter-missing", "creator-suspended"],
    notFound: MISSING,
    params: handle.extend({ key: z.string() }),
    caching: "shared",
    redirectsSlash: true,
  }),
  /** Redirects only to links that are stored with the email. */
  letterLink: pageRoute("GET", "/@:handle/letters/:key/to/:place", {
    renders: ["letter-missing"],
    notFound: MISSING,
    params: handle.extend({ key: z.string(), place: z.string().regex(/^\d{1,4}$/) }),
    caching: "private",
    referrerPolicy: "no-referrer",
  }),
};
