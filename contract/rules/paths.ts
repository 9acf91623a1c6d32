import type { OrderProvider } from "./order-states.ts";
import type { SignInProvider } from "./sign-in-providers.ts";
import type { SiteDocument } from "./site.ts";
import { parseUrl } from "./urls.ts";

/** The prefixes of paths without pages: API requests, uploaded files and the assets of pages. */
export const NON_PAGE_PREFIXES = ["/api", "/uploads", "/assets"] as const;

/** An action that a link to a creator's order can begin. */
export type OrderAction = "refund" | "ship" | "resend";

/** The paths of all pages. Server and browser build all links with them. */
export const paths = {
  landing: () => "/",
  /** The operator's logo. Its version changes with the file. */
  siteLogo: (version: string) => `/site-logo-${version}.png`,
  /** The operator's imprint, privacy notice or terms. */
  siteDocument: (name: SiteDocument) => `/${name}`,
  creator: (handle: string) => `/@${encodeURIComponent(handle)}`,
  /** The creator's page with one tile open. The link works before any script runs. */
  creatorTile: (handle: string, tileId: number) => `/@${encodeURIComponent(handle)}?tile=${tileId}`,
  /** The creator's page, beginning with the tile at this index. */
  creatorFrom: (handle: string, from: number) =>
    `/@${encodeURIComponent(handle)}${from > 0 ? `?from=${from}` : ""}#tiles`,
  /** The preview image for links to the page. */
  creatorPreview: (handle: string, version: string) =>
    `/@${encodeURIComponent(handle)}/preview.jpg?v=${version}`,
  /** The calendar file of an event tile. */
  contactCard: (handle: string, tileId: number) => `/@${encodeURIComponent(handle)}/contacts/${tileId}.vcf`,
  eventCalendar: (handle: string, tileId: number) => `/@${encodeURIComponent(handle)}/events/${tileId}.ics`,
  /** The Atom feed of the creator's published emails and products. */
  feed: (handle: string) => `/@${encodeURIComponent(handle)}/feed`,
  /** The page of a product. */
  product: (handle: string, slug: string) => `/@${encodeURIComponent(handle)}/${encodeURIComponent(slug)}`,
  /** The preview image for links to a product's page. */
  productPreview: (handle: string, slug: string, version: string) =>
    `/@${encodeURIComponent(handle)}/${encodeURIComponent(slug)}/preview.jpg?v=${version}`,
  /** The seller of the creator's page. */
  legal: (handle: string) => `/@${encodeURIComponent(handle)}/legal`,
  /** The creator's published emails. */
  letters: (handle: string) => `/@${encodeURIComponent(handle)}/letters`,
  /** The page of an email to the audience. */
  letter: (handle: string, key: string) => `/@${encodeURIComponent(handle)}/letters/${key}`,
  /** Counts a click on an email's link, and redirects to its target. */
  letterLink: (handle: string, key: string, place: number) =>
    `/@${encodeURIComponent(handle)}/letters/${key}/to/${place}`,
  /** The short URL of a campaign link, which redirects to the page or a product. */
  campaign: (handle: string, name: string) =>
    `/@${encodeURIComponent(handle)}/go/${encodeURIComponent(name)}`,
  /** The creator's page with a discount code for purchases there. */
  creatorWithCode: (handle: string, code: string) => withQuery(`/@${encodeURIComponent(handle)}`, { code }),
  demo: () => "/@demo",
  /** The sample page in a theme. */
  themeSample: (theme: string) => `/themes/${theme}`,
  demoAnalytics: () => "/demo/analytics",
  auth: (options: { redirect?: string; tab?: "register"; error?: string } = {}) =>
    withQuery("/auth", options),
  completeProfile: () => "/auth/complete",
  forgotPassword: () => "/auth/forgot",
  /** The page that sets a new password. `purpose` only selects its texts. */
  resetPassword: (token?: string, purpose?: "invitation") =>
    withQuery("/auth/reset", { token, for: purpose }),
  /** Confirms a new email of the signed-in account with a form. */
  confirmEmail: (token?: string) => withQuery("/auth/email", { token }),
  /** Undoes the change of an email with a form. */
  undoEmail: (token?: string) => withQuery("/auth/email/undo", { token }),
  /** Verifies the email of an account with the token of the emailed link. */
  undoDeletion: (token?: string) => withQuery("/auth/keep-account", { token }),
  /** The page on which the owner of an email keeps or deletes the contents of a prepared account. */
  preparedAccount: () => "/auth/prepared-account",
  /** Asks to accept the operator's documents that are new or have changed. */
  acceptDocuments: (redirect?: string) => withQuery("/auth/accept", { redirect }),
  verified: (status: "success" | "expired" | "invalid") => withQuery("/auth/verify", { status }),
  /** The return URL after a user has confirmed their identity at a provider. It notifies the waiting page. */
  confirmed: (status: "success" | "failed") => withQuery("/auth/confirmed", { status }),
  /** Asks for the code that completes a sign-in. */
  secondFactor: (redirect?: string) => withQuery("/auth/code", { redirect }),
  /** Stops an administrator's removal of the second factor. */
  keepSecondFactor: (token?: string) => withQuery("/auth/keep-second-factor", { token }),
  dashboard: () => "/dashboard",
  /** Opens the form of a tile or of a new tile. */
  editTile: (id: number | "new") => withQuery("/dashboard", { tile: `${id}` }),
  /** The analytics of the Creator plan. */
  fullAnalytics: () => "/dashboard/analytics",
  /** The creator's campaign links, on the page of the analytics. */
  campaignLinks: () => "/dashboard/analytics?view=links",
  /** The dashboard's section about visits. */
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
  /** An order of the creator, optionally with an action begun. */
  creatorOrder: (id: number, action?: OrderAction) =>
    `/dashboard/orders/${id}${action === undefined ? "" : `#${action}`}`,
  /** All orders with the email of an order of the creator. */
  orderBuyer: (id: number) => `/dashboard/orders/${id}/buyer`,
  /** The creator's discount codes, on the page of the products. */
  discounts: () => "/dashboard/products?view=discounts",
  audience: () => "/dashboard/audience",
  /** The details of an email in the audience. */
  audienceOf: (email: string) => withQuery("/dashboard/audience", { search: email }),
  /** The creator's emails to the audience, on the page of the audience. */
  audienceEmails: () => "/dashboard/audience?view=emails",
  /** The form of a draft or scheduled email. */
  editLetter: (id: number) => `/dashboard/audience?view=emails&letter=${id}`,
  readerImport: () => "/dashboard/audience?view=import",
  appearance: () => "/dashboard/appearance",
  settings: () => "/dashboard/settings",
  /** The settings of the page's own domains. */
  ownAddress: () => "/dashboard/settings/address",
  /** The settings' section about the payout account. */
  getPaid: () => "/dashboard/settings#get-paid",
  /** Sign-in methods and protection of the account. */
  security: () => "/dashboard/settings/security",
  /** Keys with which programs use the API. */
  apiKeys: () => "/dashboard/settings/api",
  /** Endpoints of programs that receive events. */
  webhooks: () => "/dashboard/settings/api#webhooks",
  pageImport: () => "/dashboard/settings/import",
  /** Export, import and deletion of an account. */
  accountData: () => "/dashboard/settings/data",
  /** The provider's own components for the payout account. */
  stripeAccount: () => "/dashboard/settings/stripe",
  adminUsers: () => "/admin/users",
  /** An area of the admin console by the name of its tab. */
  adminTab: (tab: string) => (tab === "users" ? "/admin/users" : withQuery("/admin/users", { tab })),
  /** All details of a user. */
  adminUser: (id: string) => `/admin/users/${encodeURIComponent(id)}`,
  /** The open reports of pages. */
  adminReports: () => "/admin/reports",
  adminReport: (id: number) => `/admin/reports/${id}`,
  /** Administrators' decisions about the creator's page. */
  decisions: () => "/dashboard/decisions",
  /** The form to report a page. */
  report: (page?: string) => withQuery("/report", { url: page }),
  reportSent: () => "/report?sent=1",
  adminPayments: () => "/admin/users?tab=payments",
  /** Takes a plain form with `tileId` or `productId`, for buying without scripts. */
  startCheckout: () => "/checkout/start",
  /** The page of a checkout. The mock checkout has its own URL. */
  checkout: (provider: OrderProvider, checkoutToken: string) =>
    `/checkout/${provider === "mock" ? "mock" : "pay"}/${encodeURIComponent(checkoutToken)}`,
  /** The page before paying of a real or free order. Takes a plain form. */
  pay: (checkoutToken: string) => `/checkout/pay/${encodeURIComponent(checkoutToken)}`,
  /** The payment provider's return URL after a payment or an unsuccessful attempt. */
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
  /** The buyer's permanent page. A plain form posted to this path renews the download link. */
  order: (orderToken: string) => `/orders/${encodeURIComponent(orderToken)}`,
  /** The page of an order in the library of its buyer. */
  libraryOrder: (id: number) => `/library/orders/${id}`,
  /** A path below an order's page, which takes a plain form without fields and starts the download. */
  orderDownload: (orderPath: string) => `${orderPath}/download`,
  /** Takes a plain form with `email`, which may be empty, and emails the order's links. */
  orderMail: (orderPath: string) => `${orderPath}/mail`,
  /** The order's page after an email was queued. */
  orderMailed: (orderPath: string) => `${orderPath}?mailed=1`,
  /** Takes a plain form with `email` and sends a confirmation link to this corrected email. */
  orderEmail: (orderPath: string) => `${orderPath}/email`,
  /** The order's page after an email was queued. */
  orderCorrected: (orderPath: string) => `${orderPath}?corrected=1`,
  /** Confirms the corrected email of an order with a form. */
  confirmOrderEmail: (token: string) => `/library/email/${encodeURIComponent(token)}`,
  /** Undoes the correction of an order's email with a form. */
  undoOrderEmail: (token: string) => `/library/undo/${encodeURIComponent(token)}`,
  /** Takes a gift back with a form, by the link of an email to its payer. */
  stopGift: (token: string) => `/library/stop-gift/${encodeURIComponent(token)}`,
  /** Takes a plain form with `email`, `name`, `line` and `day`, and sends the order as a gift. */
  orderGift: (orderPath: string) => `${orderPath}/gift`,
  cancelGift: (orderPath: string) => `${orderPath}/gift/cancel`,
  /** The page of a gift for its receiver. A plain form posted to this path renews the download links. */
  gift: (token: string) => `/gift/${encodeURIComponent(token)}`,
  /** The page of a gift in the library of its receiver. */
  libraryGift: (id: number) => `/library/gifts/${id}`,
  /** The form to withdraw from the contract. */
  withdraw: (orderPath: string) => `${orderPath}/withdraw`,
  /** All purchases of an email. A plain form with `email` requests the link. */
  library: ({ search = "", from = 0 } = {}) =>
    withQuery("/library", { search: search || undefined, from: from > 0 ? `${from}` : undefined }),
  /** Takes a plain form, which signs this browser in to the library. */
  enterLibrary: (token: string) => `/library/enter/${encodeURIComponent(token)}`,
  leaveLibrary: () => "/library/leave",
  /** The page to withdraw from a contract without the order's link. */
  findOrder: () => "/withdraw",
  /** Takes a plain form with `tileId` and `email`, for signing up without scripts. */
  signUp: () => "/signup",
  /** Confirms a signup with a form. */
  confirmSignup: (token: string) => `/signup/${encodeURIComponent(token)}`,
  /** Unsubscribes an email from marketing emails with a form. */
  unsubscribe: (token: string) => `/unsubscribe/${encodeURIComponent(token)}`,
  upgrade: () => "/checkout/stripe",
  /** The built-in payment sandbox, in which no money moves. */
  sandboxCheckout: (sessionId: string) => `/sandbox/checkout/${encodeURIComponent(sessionId)}`,
  /** The card and invoices of a subscription. `back` is a path of this site. */
  sandboxPortal: (sessionId: string, back: string) =>
    withQuery(`/sandbox/portal/${encodeURIComponent(sessionId)}`, { back }),
  /** Takes a plain form with `action`. */
  sandboxPayment: (id: string) => `/sandbox/payments/${encodeURIComponent(id)}`,
  sandboxOnboarding: (token: string) => `/sandbox/onboarding/${encodeURIComponent(token)}`,
  /** Converts the path of the newest bytes to the path of the bytes that were bought. */
  boughtVersion: (downloadPath: string) => `${downloadPath}?version=bought`,
  download: (downloadToken: string) => `/api/orders/download/${encodeURIComponent(downloadToken)}`,
  /** A URL of this site. Its length is checked without escapes, because an escaped letter of most scripts takes six or more characters. */
  qr: (url: string) => withQuery("/api/public/qr", { size: "320x320", data: decodeURI(url) }),
  signInWith: (provider: SignInProvider, redirect?: string) =>
    withQuery(`/api/auth/${provider}`, { redirect }),
  confirmWith: (provider: SignInProvider) => `/api/auth/${provider}?confirm=1`,
} as const;

function withQuery(path: string, query: Record<string, string | undefined>): string {
  const entries = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return entries.length === 0 ? path : `${path}?${new URLSearchParams(entries)}`;
}

/** Returns the requested path if it stays on this site, otherwise the fallback. Never returns another origin or scheme, or control characters. */
export function safePath(requested: string | null | undefined, fallback: string): string {
  if (!requested || requested.length > 2048 || !/^\/(?![/\\])/.test(requested)) return fallback;
  // Browsers drop control characters, which can turn "/<tab>/host" into "//host".
  if (/[\p{Cc}\\]/u.test(requested) || /^\/(%09|%0a|%0d|%5c|%2f)/i.test(requested)) return fallback;
  const base = "http://site.invalid";
  const url = parseUrl(requested, base);
  // Resolved dots can turn "/..//host" into "//host".
  if (!url || url.origin !== base || url.pathname.startsWith("//")) return fallback;
  return `${url.pathname}${url.search}${url.hash}`;
}
