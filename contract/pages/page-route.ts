import { z } from "zod";
import type { PageModel, PageName } from "./pages.ts";

/** A page or a form of a page, with its input, rate limit and responses. */
export type PageRoute = {
  readonly method: "GET" | "POST";
  /** The path, with parameters as `:name`. */
  readonly path: `/${string}`;
  /** The server-rendered pages that the route may return. `console`: the console's document, rendered by the browser. `file`: not a page. */
  readonly renders: readonly PageName[] | "console" | "file";
  /** The page to render for an invalid parameter. */
  readonly notFound?: PageModel;
  readonly params?: z.ZodObject;
  /** The query. Parsing never fails, because an invalid value counts as missing. */
  readonly query?: z.ZodObject;
  /** The fields of the form. Parsing never fails, because a missing or unstorable field becomes empty. The handler validates the values and shows the page again. */
  readonly form?: z.ZodObject;
  /** A rate limit in addition to the limit of all pages together. A form shares the counter of the equivalent API route. */
  readonly limit?: { readonly name: string; readonly points: number; readonly seconds: number };
  /** A form that is accepted from other sites and in any content type. Its body is not read. */
  readonly anyOrigin?: true;
  /** `shared`: the response is the same for every visitor who is not signed in. */
  readonly caching: "shared" | "private";
  /** True for a page that search engines must not index. */
  readonly private?: true;
  /** Redirects a path with a slash at the end to the path without it, because users type or copy the URL. */
  readonly redirectsSlash?: true;
  /** The referrer policy of pages with a token in the URL. Forms of a `no-referrer` page are sent with `Origin: null`, so they must need no origin. */
  readonly referrerPolicy?: "same-origin" | "no-referrer";
  /** Pages of this site may show it in a frame. */
  readonly allowsOwnFrames?: true;
  /** `get`: users sign in or confirm with a passkey on this page. `create`: they can also add a passkey. */
  readonly usesPasskeys?: "get" | "create";
  /** Uses the scripts and frames of payment providers for payout accounts. */
  readonly embedsProviders?: true;
  /** Sends large files straight to the bucket, if the installation does. */
  readonly uploadsDirectly?: true;
  /** A form on it starts a download, which the bucket sends if the installation uses one. */
  readonly startsDownloads?: true;
};

/** Keeps a route's exact type. */
// This lets browser builds leave out unused routes.
/* @__NO_SIDE_EFFECTS__ */
export function pageRoute<
  const M extends PageRoute["method"],
  const P extends PageRoute["path"],
  const R extends Omit<PageRoute, "method" | "path">,
>(method: M, path: P, definition: R) {
  return { method, path, ...definition };
}

/** A field of a form. A missing field is empty. */
export const field = z.string().default("");
/** The route of a file, whose unknown paths have a different response. */
export const textOrNone = z.string().catch("");
export const TokenParams = z.object({ token: z.string() });
/** Returns the limit of a form, which shares the counter of the equivalent API route. */
export const limitOf = ({ path, limit }: { path: string; limit: { points: number; seconds: number } }) => ({
  name: path,
  ...limit,
});

export const PRIVATE = { caching: "private", private: true } as const;
/** Properties of pages and forms that anyone with their secret URL can open. */
export const SECRET_URL = { ...PRIVATE, referrerPolicy: "same-origin" } as const;
