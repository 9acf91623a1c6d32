import { CAMPAIGN_NAME_LENGTH, DISCOUNT_CODE_LENGTH, SOURCE_LENGTH, URL_LENGTH } from "./script-limits.ts";

/** All limits of the product, for schemas, forms and tests. */
export const limits = {
  handle: { min: 3, max: 32 },
  displayName: { max: 100 },
  bio: { max: 500 },
  email: { max: 254 },
  password: { min: 8, max: 256 },
  url: { max: URL_LENGTH },
  socials: { max: 20 },
  providerId: { max: 255 },
  timeZone: { max: 64 },
  /** A date and time, with seconds and offset. */
  time: { max: 40 },
  paymentAccountId: { max: 255 },
  tileTitle: { max: 200 },
  tileDescription: { max: 5000 },
  signupButton: { max: 40 },
  signupConsent: { max: 500 },
  productName: { max: 200 },
  productDescription: { max: 5000 },
  announcement: { max: 160 },
  imageAlt: { max: 300 },
  /** Images of a product in addition to its main image. */
  moreImages: { max: 7 },
  /** Pictures of a gallery. */
  galleryImages: { max: 12 },
  /** The last part of a product's URL. */
  productSlug: { max: 60 },
  /** The card providers' maximum for one charge in cents. */
  priceCents: { max: 99_999_999 },
  orderNumber: { max: 40 },
  legalName: { max: 200 },
  postalAddress: { max: 500, lines: 8 },
  phone: { max: 40 },
  vatId: { max: 30 },
  company: { max: 200 },
  register: { max: 200 },
  taxNote: { max: 300 },
  deliveryTime: { max: 120 },
  withdrawalNote: { max: 2000, lines: 40 },
  /** Stock of a product. */
  stock: { max: 1_000_000 },
  /** A discount code. */
  code: { min: 4, max: DISCOUNT_CODE_LENGTH },
  discountUses: { max: 1_000_000 },
  discountProducts: { max: 100 },
  source: { max: SOURCE_LENGTH },
  /** The last part of the URL of a campaign link. */
  campaignName: { max: CAMPAIGN_NAME_LENGTH },
  campaignTitle: { max: 100 },
  feedbackTitle: { max: 200 },
  feedbackMessage: { max: 4000 },
  feedbackPage: { max: 300 },
  marketingSubject: { min: 3, max: 200 },
  marketingBody: { min: 10, max: 20_000 },
  marketingCtaLabel: { max: 100 },
  marketingRecipients: { max: 5000 },
  search: { max: 200 },
  /** The white space that a text may have in addition to its maximum. */
  surroundingSpace: { max: 1000 },
  /** Long enough for every URL of this site. */
  qrData: { max: 300 },
  qrPixels: { min: 10, max: 2048 },
  token: { max: 512 },
  /** A credential's id in base64url. The standard's maximum is 1,023 bytes. */
  passkeyId: { max: 1364 },
  /** A part of the browser's response, in base64url. */
  passkeyPart: { max: 3072 },
  passkeyName: { max: 60 },
  passkeys: { max: 20 },
  apiKeyName: { max: 60 },
  /** Active API keys of one creator. */
  apiKeys: { max: 20 },
  /** A recovery code with its hyphens, and some spaces. */
  secondFactorCode: { max: 40 },
  addressLine: { max: 200 },
  postalCode: { max: 20 },
  buyerNote: { max: 280 },
  refundNote: { max: 500 },
  tracking: { max: 200 },
  /** Longer than a colour, so that the error of a short text explains the format instead of the length. */
  color: { max: 40 },
  imageBytes: 10 * 1024 * 1024,
  /** The total size of a creator's files until the account's email is verified. */
  unverifiedBytes: 50 * 1024 * 1024,
  analyticsDays: { min: 1, max: 365 },
  /** Administrators' notes about a block. */
  moderationNote: { max: 300 },
  /** Short, because a page's form has at most 16 KB, of which a letter of some scripts takes nine bytes. */
  reportMessage: { max: 1500 },
  decisionRule: { max: 300 },
  decisionReason: { max: 4000 },
  objection: { max: 4000 },
} as const;

/** The maximum number of tiles of a creator on any plan. It bounds the cost of their list. */
export const MAX_TILES = 1_000;
/** The maximum number of products of a creator. It bounds the cost of their list. */
export const MAX_PRODUCTS = 1_000;
/** The maximum number of drafts and scheduled emails of a creator. It bounds the cost of their list. */
export const MAX_LETTERS = 100;
/** The maximum days that an email can be scheduled ahead. */
export const LETTER_DAYS_AHEAD = 366;
/** A scheduled email delayed by more than these hours is not sent, because its content may be out of date. */
export const LETTER_LATE_HOURS = 12;
/** Repeating an email to the same recipients within this time needs a confirmation. */
export const DOUBLE_HOURS = 24;
/** The maximum number of discount codes of a creator. It bounds the cost of their list. */
export const MAX_DISCOUNTS = 200;
/** Limits of emails that confirm an account's new email, by client IP, by account and for the installation. `UNVERIFIED_EMAILS` limits those to one mailbox. */
export const EMAIL_CHANGES = {
  ip: { points: 10, seconds: 3600 },
  account: { points: 5, seconds: 86_400 },
  installation: { points: 200, seconds: 3600 },
  undoHours: 72,
} as const;
/** The default daily refunds, in minor units, above which creators must confirm their identity. */
export const REFUND_LIMIT_CENTS = 10_000;
/** Days for which users see their sign-ins. */
export const SIGN_IN_HISTORY_DAYS = 90;
/** Days for which a deleted tile, product or code can be restored. */
export const RESTORE_DAYS = 30;
/** Restorable deleted rows of one creator and table. Older rows are purged. */
export const MAX_DELETED = 1_000;
/** Tiles in one HTML response of a public page. A link leads to the rest. */
export const TILES_PER_RESPONSE = 60;
/** Requests of one client IP (IPv6: /64) to the public API for longer pages, because a response can be 11 MB for a client without gzip. */
export const LONG_PAGE_LIMIT = { points: 60, seconds: 60, localPoints: 60 } as const;
/** Characters of a tile's description on a public page. The page with the tile open has the whole text. */
export const PAGE_DESCRIPTION_LENGTH = 300;
/** Former URLs of one creator's products, which redirect to the current URL or report a deletion. Older URLs are removed. */
export const MAX_FORMER_SLUGS = 1_000;
/** Days for which a download link is valid after payment or renewal. */
export const DOWNLOAD_DAYS = 3;
/** The displayed maximum duration of a slow payment in days. */
export const PROCESSING_DAYS = 10;
/** Traffic sources counted for one creator in a day, because anyone can send any name. Further sources are counted together. */
export const MAX_SOURCES_PER_DAY = 100;
/** The maximum number of campaign links of a creator. It bounds the cost of their list. */
export const MAX_CAMPAIGN_LINKS = 200;
/** Hours in which an open checkout can be paid. */
export const CHECKOUT_HOURS = 24;
/** Minutes after the payment in which the return page links the order page in any browser. Later it does so only in the buyer's browser. */
export const ORDER_LINK_MINUTES = 60;
/** Minutes between two sale emails to a creator. A summary covers the sales in between. */
export const SALE_EMAIL_MINUTES = 10;
/** Starts of payments with real money. The mock checkout and the sandbox have only the limits of their routes. */
export const REAL_PAYMENT_LIMITS = {
  ip: { points: 10, seconds: 60 },
  tile: { points: 20, seconds: 3600 },
} as const;
/** Tries of discount codes by one client IP. */
export const CODE_LIMIT = { points: 30, seconds: 60 } as const;
/** Minutes in which a started payment can be completed at the provider and keeps its reservations. Stripe requires at least 30 when it receives a request or its repetition. */
export const PAYMENT_MINUTES = 35;
/** The maximum number of units of a product, or uses of a code, that unpaid payments of one client IP (IPv6: /64) may hold: `min`, or a `share` of all that are left if that is more, so that many buyers behind one IP can buy. */
export const OPEN_RESERVATIONS = { min: 2, share: 0.2 } as const;
/** The limit of unpaid holds of the last two units or uses by one client IP (IPv6: /64), so that a client cannot block other buyers. A payment resets the count. */
export const UNPAID_HOLDS = {
  points: 5,
  seconds: 12 * 3600,
  /** Repeated starts of an order within this time count once, because a buyer may go back to correct something. */
  order: { points: 1, seconds: 600 },
} as const;
/** Daily uploads of one client IP (IPv6: /64) with unverified accounts, of which it can register many: 100 files or 500 MB. */
export const UNVERIFIED_UPLOADS = { points: 100, seconds: 86_400, bytesPerPoint: 5 * 1024 * 1024 } as const;
/** Daily saved links of one client IP (IPv6: /64) with unverified accounts, of which it can register many. */
export const UNVERIFIED_LINKS = { points: 60, seconds: 86_400 } as const;
/** Emails to unverified accounts of one mailbox with all its aliases, because anyone can register `name+1@…`, `name+2@…` and so on. */
export const UNVERIFIED_EMAILS = {
  points: 20,
  seconds: 3600,
  /** The share of one client IP (IPv6: /64), so that no single client can use up the limit of a mailbox. A registration, three resends and three resets fit in this share. */
  client: { points: 8, seconds: 3600 },
} as const;
/** Hourly caps on receipt emails, first and repeated. The buyer chooses their recipient and the creator their product name. A sale over a cap is paid without a receipt; an explicit request is rejected with 429. */
export const RECEIPT_CAPS = {
  /** Per creator. A launch with 1000 paid orders in an hour fits in this cap. */
  creator: { points: 1000, seconds: 3600 },
  /** Per email address, over all creators. */
  recipient: { points: 10, seconds: 3600 },
  /** The share of one client IP (IPv6: /64) in a recipient's cap. */
  client: { points: 6, seconds: 3600 },
  /** Per client IP (IPv6: /64), which a class or an office may share. */
  ip: { points: 30, seconds: 3600 },
  /** Per order. */
  order: { points: 6, seconds: 3600 },
  /** A seller's emails about test orders, which can go to any recipient: shipping, refunds and repeated receipts. */
  sellerWithoutMoney: { points: 20, seconds: 3600 },
  /** All emails about a creator's orders in the sandbox or with test keys, because such orders are free. */
  testOrders: { points: 100, seconds: 3600 },
} as const;
/** Caps on signups and their confirmation emails. Above the cap of a visitor or creator, a signup is rejected. Above an email's cap it is accepted without an email, because the response must not reveal anything about that email. */
export const SIGNUP_CAPS = {
  /** Per client IP (IPv6: /64), which a class or the guests of an event may share. */
  ip: { points: 30, seconds: 3600 },
  /** All signup tiles of one creator. */
  creator: { points: 1000, seconds: 3600 },
  /** Per email address, over all creators. */
  recipient: { points: 5, seconds: 86_400 },
  /** The share of one client IP (IPv6: /64) in a recipient's cap, which equals the number of emails for one signup. */
  client: { points: 3, seconds: 86_400 },
} as const;
/** Confirmation emails for one signup, and the seconds between two emails. */
export const SIGNUP_EMAILS = { max: 3, gapSeconds: 60 } as const;
/** Emails to the audience within 24 hours. The operator's setting limits the number of recipients. */
export const CREATOR_EMAILS_PER_DAY = 5;
/** Days to confirm a signup, after which it is deleted. */
export const SIGNUP_DAYS = 7;
/** Days to download an archive of an account, and the maximum archives of an account within a day. */
export const EXPORT_DAYS = 3;
export const EXPORTS_PER_DAY = 3;
/** Days to undo the deletion of an account. */
export const DELETION_DAYS = 14;
/** Days for which a deleted user's handle stays reserved. */
export const HANDLE_QUARANTINE_DAYS = 30;
/** Handles that one creator may reserve by renaming. A further rename releases the oldest handle. */
export const MAX_FORMER_HANDLES = 10;
/** Caps on reports of pages, which anyone can send, and on their confirmation emails. */
export const REPORT_CAPS = {
  /** Per client IP (IPv6: /64), and per network (/24, IPv6: /48). */
  ip: { points: 5, seconds: 86_400 },
  network: { points: 10, seconds: 86_400 },
  /** All reports, so that administrators can still read them after a flood from many networks. */
  all: { points: 1000, seconds: 86_400 },
  /** Confirmations to one email address. `client` is the share of one client IP. */
  recipient: { points: 3, seconds: 86_400 },
  client: { points: 2, seconds: 86_400 },
  /** All confirmations. */
  emails: { points: 300, seconds: 86_400 },
} as const;
/** Open reports about one creator. Further reports are rejected until an administrator has decided. */
export const MAX_WAITING_REPORTS = 20;
/** Days to object to a decision. */
export const OBJECTION_DAYS = 183;
/** Days after a decision for which the report's text and snapshot are retained. */
export const REPORT_RETENTION_DAYS = 183;
/** The maximum number of blocked email domains, handles and link targets. It bounds the cost of comparing with patterns. */
export const MAX_BLOCKS = 5_000;
export const ADMIN_PAGE_SIZE = 25;
export const ORDERS_PAGE_SIZE = 25 as const;
export const RECENT_EVENTS = 20;
export const DEFAULT_CURRENCY = "eur";
export const PRODUCT_DEFAULTS = { priceCents: 1000, type: "digital", active: true } as const;

/** How often the return page reloads to find a payment: every five seconds for a minute. */
export const RETURN_POLLS = 12;
export const RETURN_POLL_SECONDS = 5;
