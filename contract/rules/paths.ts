import type { OrderProvider } from "./order-states.ts";
import type { SignInProvider } from "./sign-in-providers.ts";
import { parseUrl } from "./urls.ts";

/** Paths without pages: API requests, uploaded files and the assets of pages. */
export const NON_PAGE_PREFIXES = ["/api", "/uploads", "/assets"] as const;

/** The paths of all pages. Server and browser build all links with them. */
export const paths = {
  landing: () => "/",
  creator: (handle: string) => `/@${encodeURIComponent(handle)}`,
  /** The creator's page with one tile opened: works as a link before any script runs. */
  creatorTile: (handle: string, tileId: number) => `/@${encodeURIComponent(handle)}?tile=${tileId}`,
  /** The creator's page from the tile with this index on. */
  creatorFrom: (handle: string, from: number) =>
    `/@${encodeURIComponent(handle)}${from > 0 ? `?from=${from}` : ""}#tiles`,
  /** The preview image that other sites show with a link to the page. */
  creatorPreview: (handle: string, version: string) =>
    `/@${encodeURIComponent(handle)}/preview.jpg?v=${version}`,
  /** The page of a product. */
  product: (handle: string, slug: string) => `/@${encodeURIComponent(handle)}/${encodeURIComponent(slug)}`,
  /** The preview image that other sites show with a link to the page of a product. */
  productPreview: (handle: string, slug: string, version: string) =>
    `/@${encodeURIComponent(handle)}/${encodeURIComponent(slug)}/preview.jpg?v=${version}`,
  /** Who sells on the creator's page. */
  legal: (handle: string) => `/@${encodeURIComponent(handle)}/legal`,
  /** The emails to the audience that a creator has published. */
  letters: (handle: string) => `/@${encodeURIComponent(handle)}/letters`,
  /** The page of an email to the audience. */
  letter: (handle: string, key: string) => `/@${encodeURIComponent(handle)}/letters/${key}`,
  /** Counts that a link of an email was followed, and redirects to it. */
  letterLink: (handle: string, key: string, place: number) =>
    `/@${encodeURIComponent(handle)}/letters/${key}/to/${place}`,
  /** The short URL of a campaign link, which redirects to the page or to a product. */
  campaign: (handle: string, name: string) =>
    `/@${encodeURIComponent(handle)}/go/${encodeURIComponent(name)}`,
  /** The creator's page with a discount code for what is bought there. */
  creatorWithCode: (handle: string, code: string) => withQuery(`/@${encodeURIComponent(handle)}`, { code }),
  demo: () => "/@demo",
  /** The sample page in a theme. */
  themeSample: (theme: string) => `/themes/${theme}`,
  demoAnalytics: () => "/demo/analytics",
  auth: (options: { redirect?: string; tab?: "register"; error?: string } = {}) =>
    withQuery("/auth", options),
  completeProfile: () => "/auth/complete",
  forgotPassword: () => "/auth/forgot",
  /** `purpose` only chooses the texts of the page. */
  resetPassword: (token?: string, purpose?: "invitation") =>
    withQuery("/auth/reset", { token, for: purpose }),
  /** Confirms another email of the signed-in account with a form. */
  confirmEmail: (token?: string) => withQuery("/auth/email", { token }),
  /** Undoes the change of an email with a form. */
  undoEmail: (token?: string) => withQuery("/auth/email/undo", { token }),
  /** `token` of the emailed link. */
  undoDeletion: (token?: string) => withQuery("/auth/keep-account", { token }),
  /** Where the owner of an email chooses what becomes of what somebody had put into the account. */
  preparedAccount: () => "/auth/prepared-account",
  verified: (status: "success" | "expired" | "invalid") => withQuery("/auth/verify", { status }),
  /** Where the provider leads back to when a user has proved again who they are; it tells the page that waits. */
  confirmed: (status: "success" | "failed") => withQuery("/auth/confirmed", { status }),
  /** Asks for the code that finishes a sign-in. */
  secondFactor: (redirect?: string) => withQuery("/auth/code", { redirect }),
  /** Stops an administrator's removal of the second factor. */
  keepSecondFactor: (token?: string) => withQuery("/auth/keep-second-factor", { token }),
  dashboard: () => "/dashboard",
  /** Opens the form of a tile, or of a new one. */
  editTile: (id: number | "new") => withQuery("/dashboard", { tile: `${id}` }),
  /** The analytics of the Creator plan. */
  fullAnalytics: () => "/dashboard/analytics",
  /** The part of the dashboard about visits. */
  analytics: () => "/dashboard#analytics",
  /** Opens the feedback form about a page. */
  feedback: (page: string) => withQuery("/dashboard", { feedback: page }),
  products: () => "/dashboard/products",
  newProduct: () => "/dashboard/products/new",
  editProduct: (id: number) => `/dashboard/products/${id}`,
  /** The creator's orders, on the page of the products. */
  orders: (status?: "disputed" | "to_ship") => withQuery("/dashboard/products", { view: "orders", status }),
  /** The creator's money by month and quarter. */
  books: () => "/dashboard/orders/books",
  /** One of the creator's orders. */
  creatorOrder: (id: number) => `/dashboard/orders/${id}`,
  /** The creator's discount codes, on the page of the products. */
  discounts: () => "/dashboard/products?view=discounts",
  audience: () => "/dashboard/audience",
  /** What is known of an email in the audience. */
  audienceOf: (email: string) => withQuery("/dashboard/audience", { search: email }),
  /** The creator's emails to the audience, on the same page. */
  audienceEmails: () => "/dashboard/audience?view=emails",
  /** A draft or scheduled email in its editor. */
  editLetter: (id: number) => `/dashboard/audience?view=emails&letter=${id}`,
  appearance: () => "/dashboard/appearance",
  settings: () => "/dashboard/settings",
  /** The part of the settings about the payout account. */
  getPaid: () => "/dashboard/settings#get-paid",
  /** How the user signs in, and what protects it. */
  security: () => "/dashboard/settings/security",
  /** Taking along, bringing in and deleting all that an account has. */
  accountData: () => "/dashboard/settings/data",
  /** The provider's own components for the payout account. */
  stripeAccount: () => "/dashboard/settings/stripe",
  adminUsers: () => "/admin/users",
  /** An area of the admin console by the name of its tab. */
  adminTab: (tab: string) => (tab === "users" ? "/admin/users" : withQuery("/admin/users", { tab })),
  /** Everything that is known of a user. */
  adminUser: (id: string) => `/admin/users/${encodeURIComponent(id)}`,
  /** The reports of pages that wait. */
  adminReports: () => "/admin/reports",
  adminReport: (id: number) => `/admin/reports/${id}`,
  /** What administrators have decided about the creator's page. */
  decisions: () => "/dashboard/decisions",
  /** The form in which a page is reported. */
  report: (page?: string) => withQuery("/report", { url: page }),
  reportSent: () => "/report?sent=1",
  adminPayments: () => "/admin/users?tab=payments",
  /** Takes a plain form with `tileId` or `productId`: buying without scripts. */
  startCheckout: () => "/checkout/start",
  /** The page of a checkout, whose URL in the mock checkout is its own. */
  checkout: (provider: OrderProvider, checkoutToken: string) =>
    `/checkout/${provider === "mock" ? "mock" : "pay"}/${encodeURIComponent(checkoutToken)}`,
  /** The order page of what is paid with money or for free; takes a plain form. */
  pay: (checkoutToken: string) => `/checkout/pay/${encodeURIComponent(checkoutToken)}`,
  /** Where the payment provider leads back to, paid or not. */
  payReturn: (checkoutToken: string, look?: number) =>
    withQuery(`/checkout/pay/${encodeURIComponent(checkoutToken)}/return`, { look: look?.toString() }),
  checkoutReturn: (result: {
    status: string;
    downloadToken?: string | undefined;
    handle?: string | undefined;
    order?: string | undefined;
    /** The token of an unfinished checkout, to continue it or to read its result again. */
    checkout?: string | undefined;
    look?: string | undefined;
  }) => withQuery("/checkout/return", result),
  /** The buyer's lasting page; a plain form posted to it renews the download link. */
  order: (orderToken: string) => `/orders/${encodeURIComponent(orderToken)}`,
  /** Takes a plain form without fields: starts the download. */
  orderDownload: (orderToken: string) => `/orders/${encodeURIComponent(orderToken)}/download`,
  /** Takes a plain form with `email`, which may be empty: mails the links of the order. */
  orderMail: (orderToken: string) => `/orders/${encodeURIComponent(orderToken)}/mail`,
  /** The order's page once that mail is on its way. */
  orderMailed: (orderToken: string) => `/orders/${encodeURIComponent(orderToken)}?mailed=1`,
  /** The form in which the buyer withdraws from the contract. */
  withdraw: (orderToken: string) => `/orders/${encodeURIComponent(orderToken)}/withdraw`,
  /** Leads buyers without the link of their order to the right of withdrawal. */
  findOrder: () => "/withdraw",
  /** Takes a plain form with `tileId` and `email`: signing up without scripts. */
  signUp: () => "/signup",
  /** Confirms a signup for a creator's news with a form. */
  confirmSignup: (token: string) => `/signup/${encodeURIComponent(token)}`,
  /** Confirms unsubscribing an email from marketing emails with a form. */
  unsubscribe: (token: string) => `/unsubscribe/${encodeURIComponent(token)}`,
  upgrade: () => "/checkout/stripe",
  /** The built-in payment sandbox, in which no money moves. */
  sandboxCheckout: (sessionId: string) => `/sandbox/checkout/${encodeURIComponent(sessionId)}`,
  /** Card and invoices of a subscription; `back` is a path of this site. */
  sandboxPortal: (sessionId: string, back: string) =>
    withQuery(`/sandbox/portal/${encodeURIComponent(sessionId)}`, { back }),
  /** Takes a plain form with `action`. */
  sandboxPayment: (id: string) => `/sandbox/payments/${encodeURIComponent(id)}`,
  sandboxOnboarding: (token: string) => `/sandbox/onboarding/${encodeURIComponent(token)}`,
  download: (downloadToken: string) => `/api/orders/download/${encodeURIComponent(downloadToken)}`,
  /** The code of a URL of this site. Its length counts without escapes, of which a letter of most scripts takes six characters and more. */
  qr: (url: string) => withQuery("/api/public/qr", { size: "320x320", data: decodeURI(url) }),
  signInWith: (provider: SignInProvider, redirect?: string) =>
    withQuery(`/api/auth/${provider}`, { redirect }),
  confirmWith: (provider: SignInProvider) => `/api/auth/${provider}?confirm=1`,
} as const;

function withQuery(path: string, query: Record<string, string | undefined>): string {
  const entries = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return entries.length === 0 ? path : `${path}?${new URLSearchParams(entries)}`;
}

/** Returns the requested path if it stays on this site, otherwise the fallback: never another origin, scheme or a control character. */
export function safePath(requested: string | null | undefined, fallback: string): string {
  if (!requested || requested.length > 2048 || !/^\/(?![/\\])/.test(requested)) return fallback;
  // Browsers drop control characters, which can turn "/<tab>/host" into "//host".
  if (/[\p{Cc}\\]/u.test(requested) || /^\/(%09|%0a|%0d|%5c|%2f)/i.test(requested)) return fallback;
  const base = "http://site.invalid";
  const url = parseUrl(requested, base);
  // Once its dots are resolved, "/..//host" is "//host".
  if (!url || url.origin !== base || url.pathname.startsWith("//")) return fallback;
  return `${url.pathname}${url.search}${url.hash}`;
}
