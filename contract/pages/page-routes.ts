import { z } from "zod";
import { ThemeName } from "../api/appearance.ts";
import { LocalTimeParam } from "../rules/local-time.ts";
import { checkoutPageRoutes } from "./checkout-page-routes.ts";
import { consolePageRoutes } from "./console-page-routes.ts";
import { letterPages } from "./letter-pages.ts";
import { field, PRIVATE, pageRoute, SECRET_URL, TokenParams as Token, textOrNone } from "./page-route.ts";
import { reportPages } from "./report-pages.ts";
import { signupPages } from "./signup-pages.ts";
import { withdrawalPages } from "./withdrawal-pages.ts";

const SandboxId = z.object({ id: z.string() });
const SandboxBack = z.object({ back: z.string().optional().catch(undefined) });
const SANDBOX_MISSING = { page: "sandbox-missing" } as const;
const UNSUBSCRIBE_UNKNOWN = { page: "unsubscribe", state: "unknown", token: "", creator: null } as const;

/** A map of 25,000 pages takes some 60 ms of one core, and search engines read each once a day. */
const SITEMAP_LIMIT = { name: "sitemaps", points: 60, seconds: 60 } as const;

/** Everything that browsers open, and the files that search engines and link previews request. */
export const pageRoutes = {
  landing: pageRoute({ method: "GET", path: "/", renders: ["landing"], caching: "shared" }),
  themeSample: pageRoute({
    method: "GET",
    path: "/themes/:theme",
    renders: ["theme-sample"],
    params: z.object({ theme: ThemeName }),
    caching: "shared",
    allowsOwnFrames: true,
  }),
  creator: pageRoute({
    method: "GET",
    path: "/@:handle",
    renders: ["creator", "creator-missing", "creator-suspended", "creator-unavailable"],
    notFound: { page: "creator-missing" },
    params: z.object({ handle: z.string() }),
    query: z.object({
      /** The tile that is open. */
      tile: z
        .string()
        .transform(Number)
        .pipe(z.number().int().positive().max(Number.MAX_SAFE_INTEGER))
        .nullable()
        .catch(null),
      /** The index of the first tile. */
      from: z
        .string()
        .regex(/^\d{1,6}$/)
        .transform(Number)
        .catch(0),
      /** The time of a preview in the creator's time zone; for its owner alone. */
      at: LocalTimeParam,
    }),
    caching: "shared",
    redirectsSlash: true,
  }),
  /** The seller details of a creator. Not `private`, whose prefix would exclude all creators' pages from search engines. */
  legal: pageRoute({
    method: "GET",
    path: "/@:handle/legal",
    renders: ["legal", "legal-missing", "creator-suspended"],
    notFound: { page: "legal-missing" },
    params: z.object({ handle: z.string() }),
    caching: "private",
    redirectsSlash: true,
  }),
  /** A product of a creator. Paths that have a route of their own are reserved in `slugs.ts`. */
  product: pageRoute({
    method: "GET",
    path: "/@:handle/:slug",
    renders: ["product", "product-missing", "creator-suspended", "creator-unavailable"],
    notFound: { page: "product-missing" },
    params: z.object({ handle: z.string(), slug: z.string() }),
    caching: "shared",
    redirectsSlash: true,
  }),
  /** Redirects to the page, or to a product, with the source and the name of a campaign link in the URL. */
  campaign: pageRoute({
    method: "GET",
    path: "/@:handle/go/:name",
    renders: ["creator-missing"],
    notFound: { page: "creator-missing" },
    params: z.object({ handle: z.string(), name: z.string() }),
    caching: "private",
    redirectsSlash: true,
  }),
  creatorPreview: pageRoute({
    method: "GET",
    path: "/@:handle/preview.jpg",
    renders: "file",
    params: z.object({ handle: textOrNone }),
    query: z.object({ v: z.string().optional().catch(undefined) }),
    caching: "shared",
  }),
  productPreview: pageRoute({
    method: "GET",
    path: "/@:handle/:slug/preview.jpg",
    renders: "file",
    params: z.object({ handle: textOrNone, slug: textOrNone }),
    query: z.object({ v: z.string().optional().catch(undefined) }),
    caching: "shared",
  }),
  robots: pageRoute({ method: "GET", path: "/robots.txt", renders: "file", caching: "shared" }),
  sitemapIndex: pageRoute({
    method: "GET",
    path: "/sitemap.xml",
    renders: "file",
    limit: SITEMAP_LIMIT,
    caching: "shared",
  }),
  sitemap: pageRoute({
    method: "GET",
    path: "/sitemaps/:from.xml",
    renders: "file",
    limit: SITEMAP_LIMIT,
    params: z.object({ from: textOrNone }),
    caching: "shared",
  }),
  ...consolePageRoutes,
  ...checkoutPageRoutes,
  ...withdrawalPages,
  ...signupPages,
  ...reportPages,
  ...letterPages,
  askToUnsubscribe: pageRoute({
    method: "GET",
    path: "/unsubscribe/:token",
    renders: ["unsubscribe"],
    notFound: UNSUBSCRIBE_UNKNOWN,
    params: Token,
    ...PRIVATE,
    referrerPolicy: "no-referrer",
  }),
  /** Mail programs send it with neither session nor origin, and may wrap its one field in any kind of form (RFC 8058). */
  unsubscribe: pageRoute({
    method: "POST",
    path: "/unsubscribe/:token",
    renders: ["unsubscribe"],
    notFound: UNSUBSCRIBE_UNKNOWN,
    params: Token,
    anyOrigin: true,
    // All users of a company may share one IP.
    limit: { name: "unsubscribing", points: 120, seconds: 60 },
    ...PRIVATE,
    referrerPolicy: "no-referrer",
  }),
  sandboxCheckout: pageRoute({
    method: "GET",
    path: "/sandbox/checkout/:id",
    renders: ["sandbox-checkout", "sandbox-missing"],
    notFound: SANDBOX_MISSING,
    params: SandboxId,
    ...SECRET_URL,
  }),
  paySandboxCheckout: pageRoute({
    method: "POST",
    path: "/sandbox/checkout/:id",
    renders: ["sandbox-checkout", "sandbox-missing"],
    notFound: SANDBOX_MISSING,
    params: SandboxId,
    form: z.object({ action: field }),
    ...SECRET_URL,
  }),
  sandboxPortal: pageRoute({
    method: "GET",
    path: "/sandbox/portal/:id",
    renders: ["sandbox-portal", "sandbox-missing"],
    notFound: SANDBOX_MISSING,
    params: SandboxId,
    query: SandboxBack,
    ...SECRET_URL,
  }),
  actOnSandboxPortal: pageRoute({
    method: "POST",
    path: "/sandbox/portal/:id",
    renders: ["sandbox-portal", "sandbox-missing"],
    notFound: SANDBOX_MISSING,
    params: SandboxId,
    query: SandboxBack,
    form: z.object({ action: field }),
    limit: { name: "sandbox portal", points: 60, seconds: 60 },
    ...SECRET_URL,
  }),
  sandboxPayment: pageRoute({
    method: "GET",
    path: "/sandbox/payments/:id",
    renders: ["sandbox-payment", "sandbox-missing"],
    notFound: SANDBOX_MISSING,
    params: SandboxId,
    ...SECRET_URL,
  }),
  actOnSandboxPayment: pageRoute({
    method: "POST",
    path: "/sandbox/payments/:id",
    renders: ["sandbox-payment", "sandbox-missing"],
    notFound: SANDBOX_MISSING,
    params: SandboxId,
    form: z.object({ action: field, amount: field }),
    // Each action is stored and sends an event.
    limit: { name: "sandbox payments", points: 60, seconds: 60 },
    ...SECRET_URL,
  }),
  sandboxOnboarding: pageRoute({
    method: "GET",
    path: "/sandbox/onboarding/:id",
    renders: ["sandbox-onboarding", "sandbox-missing"],
    notFound: SANDBOX_MISSING,
    params: SandboxId,
    ...SECRET_URL,
  }),
  answerSandboxOnboarding: pageRoute({
    method: "POST",
    path: "/sandbox/onboarding/:id",
    renders: ["sandbox-onboarding", "sandbox-missing"],
    notFound: SANDBOX_MISSING,
    params: SandboxId,
    form: z.object({ action: field, step: field }),
    ...SECRET_URL,
  }),
};
