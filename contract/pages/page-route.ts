import { z } from "zod";
import type { PageModel, PageName } from "./pages.ts";

/** A page, or a form of a page: its input, its rate limit and its responses. */
export type PageRoute = {
  readonly method: "GET" | "POST";
  /** Parameters as `:name`. */
  readonly path: `/${string}`;
  /** The server-rendered pages that it may return. `console`: the console's document, rendered by the browser; `file`: not a page. */
  readonly renders: readonly PageName[] | "console" | "file";
  /** The page to render for an invalid parameter. */
  readonly notFound?: PageModel;
  readonly params?: z.ZodObject;
  /** Never fails: an invalid value counts as absent. */
  readonly query?: z.ZodObject;
  /** Never fails: a missing or unstorable field is empty. The handler validates the values and shows the page again. */
  readonly form?: z.ZodObject;
  /** In addition to the limit shared by all pages of a client. A form shares the counter of the equivalent API route. */
  readonly limit?: { readonly name: string; readonly points: number; readonly seconds: number };
  /** A form that is accepted from other sites and in any content type; its body is not read. */
  readonly anyOrigin?: true;
  /** `shared`: the same for every visitor who is not signed in. */
  readonly caching: "shared" | "private";
  /** Excluded from search engines. */
  readonly private?: true;
  /** A path with a slash at the end redirects to the one without, because users type or copy the URL. */
  readonly redirectsSlash?: true;
  /** For URLs with tokens. `no-referrer` makes browsers send `Origin: null` with the page's forms, so only a page whose forms need no origin can have it. */
  readonly referrerPolicy?: "same-origin" | "no-referrer";
  /** Pages of this site may show it in a frame. */
  readonly allowsOwnFrames?: true;
  /** `get`: users sign in or confirm with a passkey there; `create`: they also add one. */
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

/** A field of a form; empty when it is missing. */
export const field = z.string().default("");
/** For files, whose unknown paths have a different response. */
export const textOrNone = z.string().catch("");
export const TokenParams = z.object({ token: z.string() });
/** The limit of a form: it shares the counter of the equivalent API route. */
export const limitOf = ({ path, limit }: { path: string; limit: { points: number; seconds: number } }) => ({
  name: path,
  ...limit,
});

export const PRIVATE = { caching: "private", private: true } as const;
/** Pages and forms whose URL is the only key to what they show. */
export const SECRET_URL = { ...PRIVATE, referrerPolicy: "same-origin" } as const;
