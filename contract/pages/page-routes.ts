import { z } from "zod";
import { ThemeName } from "../api/appearance.ts";
import { LocalTimeParam } from "../rules/local-time.ts";
import { checkoutPageRoutes } from "./checkout-page-routes.ts";
import { consolePageRoutes } from "./console-page-routes.ts";
import { giftPages } from "./gift-pages.ts";
import { letterPages } from "./letter-pages.ts";
import { libraryPages } from "./library-pages.ts";
import { orderEmailPages, orderPages } from "./order-pages.ts";
import { field, PRIVATE, pageRoute, SECRET_URL, TokenParams as Token, textOrNone } from "./page-route.ts";
import type { PageName } from "./pages.ts";
import { reportPages } from "./report-pages.ts";
import { signupPages } from "./signup-pages.ts";
import { withdrawalPages } from "./withdrawal-pages.ts";

const SandboxBack = z.object({ back: z.string().optional().catch(undefined) });
const ofSandbox = <P extends PageName>(page: P) =>
  ({
    renders: [page, "sandbox-missing"],
    notFound: { page: "sandbox-missing" },
    params: z.object({ id: z.string() }),
    ...SECRET_URL,
  }) as const;
const ofUnsubscribing = {
  renders: ["unsubscribe"],
  notFound: { page: "unsubscribe", state: "unknown", token: "", creator: null },
  params: Token,
  ...PRIVATE,
  referrerPolicy: "no-referrer",
} as const;

const OPERATORS_DOCUMENT = { renders: ["site-document"], caching: "shared", redirectsSlash: true } as const;

/** Low, because a sitemap of 25,000 pages takes about 60 ms of one core. Search engines read each sitemap only once a day. */
const SITEMAP_LIMIT = { name: "sitemaps", points: 60, seconds: 60 } as const;

/** All pages and forms, and the files for search engines and link previews. */
export const pageRoutes = {
  landing: pageRoute("GET", "/", { renders: ["landing"], caching: "shared" }),
  siteLogo: pageRoute("GET", "/site-logo-:version.png", {
    renders: "file",
    params: z.object({ version: textOrNone }),
    caching: "shared",
  }),
  imprint: pageRoute("GET", "/imprint", OPERATORS_DOCUMENT),
  privacy: pageRoute("GET", "/privacy", OPERATORS_DOCUMENT),
  terms: pageRoute("GET", "/terms", OPERATORS_DOCUMENT),
  themeSample: pageRoute("GET", "/themes/:theme", {
    renders: ["theme-sample"],
    params: z.object({ theme: ThemeName }),
    caching: "shared",
    allowsOwnFrames: true,
  }),
  creator: pageRoute("GET", "/@:handle", {
    renders: ["creator", "creator-missing", "creator-suspended", "creator-unavailable"],
    notFound: { page: "creator-missing" },
    params: z.object({ handle: z.string() }),
    query: z.object({
      /** The id of the open tile. */
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
      /** The time of a preview in the creator's time zone, only for its owner. */
      at: LocalTimeParam,
    }),
    caching: "shared",
    redirectsSlash: true,
  }),
  /** The seller details of a creator. Not marked as `private`, because its prefix would exclude all creators' pages from search engines. */
  legal: pageRoute("GET", "/@:handle/legal", {
    renders: ["legal", "legal-missing", "creator-suspended"],
    notFound: { page: "legal-missing" },
    params: z.object({ handle: z.string() }),
    caching: "private",
    redirectsSlash: true,
  }),
  /** A product of a creator. `slugs.ts` reserves paths with routes of their own. */
  product: pageRoute("GET", "/@:handle/:slug", {
    renders: ["product", "product-missing", "creator-suspended", "creator-unavailable"],
    notFound: { page: "product-missing" },
    params: z.object({ handle: z.string(), slug: z.string() }),
    caching: "shared",
    redirectsSlash: true,
  }),
  /** Redirects to the page, or to a product, with the source and the name of a campaign link in the URL. */
  campaign: pageRoute("GET", "/@:handle/go/:name", {
    renders: ["creator-missing"],
    notFound: { page: "creator-missing" },
    params: z.object({ handle: z.string(), name: z.string() }),
    caching: "private",
    redirectsSlash: true,
  }),
  creatorPreview: pageRoute("GET", "/@:handle/preview.jpg", {
    renders: "file",
    params: z.object({ handle: textOrNone }),
    query: z.object({ v: z.string().optional().catch(undefined) }),
    caching: "shared",
  }),
  productPreview: pageRoute("GET", "/@:handle/:slug/preview.jpg", {
    renders: "file",
    params: z.object({ handle: textOrNone, slug: textOrNone }),
    query: z.object({ v: z.string().optional().catch(undefined) }),
    caching: "shared",
  }),
  /** The calendar file of an event on a creator's page. */
  eventCalendar: pageRoute("GET", "/@:handle/events/:id.ics", {
    renders: "file",
    params: z.object({ handle: textOrNone, id: textOrNone }),
    caching: "shared",
  }),
  /** The vCard of a contact block on a creator's page. */
  contactCard: pageRoute("GET", "/@:handle/contacts/:id.vcf", {
    renders: "file",
    params: z.object({ handle: textOrNone, id: textOrNone }),
    caching: "shared",
  }),
  /** The target of "Change password" in a password manager (W3C, "A Well-Known URL for Changing Passwords"). */
  changePassword: pageRoute("GET", "/.well-known/change-password", { renders: "file", caching: "private" }),
  robots: pageRoute("GET", "/robots.txt", { renders: "file", caching: "shared" }),
  sitemapIndex: pageRoute("GET", "/sitemap.xml", {
    renders: "file",
    limit: SITEMAP_LIMIT,
    caching: "shared",
  }),
  sitemap: pageRoute("GET", "/sitemaps/:from.xml", {
    renders: "file",
    limit: SITEMAP_LIMIT,
    params: z.object({ from: textOrNone }),
    caching: "shared",
  }),
  ...consolePageRoutes,
  ...checkoutPageRoutes,
  ...orderPages,
  ...orderEmailPages,
  ...giftPages,
  ...libraryPages,
  ...withdrawalPages,
  ...signupPages,
  ...reportPages,
  ...letterPages,
  askToUnsubscribe: pageRoute("GET", "/unsubscribe/:token", ofUnsubscribing),
  /** Mail clients send this form without session and origin, in any content type (RFC 8058). */
  unsubscribe: pageRoute("POST", "/unsubscribe/:token", {
    ...ofUnsubscribing,
    anyOrigin: true,
    // High, because all users of a company may share one IP.
    limit: { name: "unsubscribing", points: 120, seconds: 60 },
  }),
  sandboxCheckout: pageRoute("GET", "/sandbox/checkout/:id", ofSandbox("sandbox-checkout")),
  paySandboxCheckout: pageRoute("POST", "/sandbox/checkout/:id", {
    ...ofSandbox("sandbox-checkout"),
    form: z.object({ action: field }),
  }),
  sandboxPortal: pageRoute("GET", "/sandbox/portal/:id", {
    ...ofSandbox("sandbox-portal"),
    query: SandboxBack,
  }),
  actOnSandboxPortal: pageRoute("POST", "/sandbox/portal/:id", {
    ...ofSandbox("sandbox-portal"),
    query: SandboxBack,
    form: z.object({ action: field }),
    limit: { name: "sandbox portal", points: 60, seconds: 60 },
  }),
  sandboxPayment: pageRoute("GET", "/sandbox/payments/:id", ofSandbox("sandbox-payment")),
  actOnSandboxPayment: pageRoute("POST", "/sandbox/payments/:id", {
    ...ofSandbox("sandbox-payment"),
    form: z.object({ action: field, amount: field }),
    // Low, because each action is stored and sends an event.
    limit: { name: "sandbox payments", points: 60, seconds: 60 },
  }),
  sandboxOnboarding: pageRoute("GET", "/sandbox/onboarding/:id", ofSandbox("sandbox-onboarding")),
  answerSandboxOnboarding: pageRoute("POST", "/sandbox/onboarding/:id", {
    ...ofSandbox("sandbox-onboarding"),
    form: z.object({ action: field, step: field }),
  }),
};
