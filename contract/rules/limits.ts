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
  /** Images of a product in addition to its main one. */
  moreImages: { max: 7 },
  /** The last part of a product's URL. */
  productSlug: { max: 60 },
  /** In cents; the maximum of card providers for one charge. */
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
  /** Pieces of a product. */
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
  /** White space that a text may have in addition to its own limit. */
  surroundingSpace: { max: 1000 },
  /** Long enough for every URL of this site. */
  qrData: { max: 300 },
  qrPixels: { min: 10, max: 2048 },
  token: { max: 512 },
  /** A credential's id of 1,023 bytes, the maximum of the standard, in base64url. */
  passkeyId: { max: 1364 },
  /** A part of a browser's answer, in base64url. */
  passkeyPart: { max: 3072 },
  passkeyName: { max: 60 },
  passkeys: { max: 20 },
  /** A recovery code with its hyphens, and some spaces. */
  secondFactorCode: { max: 40 },
  addressLine: { max: 200 },
  postalCode: { max: 20 },
  buyerNote: { max: 280 },
  refundNote: { max: 500 },
  tracking: { max: 200 },
  /** Longer than any colour, so that the error explains the format instead of the length. */
  color: { max: 40 },
  imageBytes: 10 * 1024 * 1024,
  /** All files of a creator until the email of the account is verified. */
  unverifiedBytes: 50 * 1024 * 1024,
  analyticsDays: { min: 1, max: 365 },
  /** Of administrators about a block, for themselves. */
  moderationNote: { max: 300 },
  /** A form of a page has at most 16 KB, and a letter of some scripts takes nine bytes of it. */
  reportMessage: { max: 1500 },
  decisionRule: { max: 300 },
  decisionReason: { max: 4000 },
  objection: { max: 4000 },
} as const;

export const FREE_PLAN_TILES = 5;
/** The maximum number of tiles on any plan, which bounds the cost of every list of tiles. */
export const MAX_TILES = 1_000;
/** Products of one creator, which bounds the cost of their list. */
export const MAX_PRODUCTS = 1_000;
/** Drafts and scheduled emails of one creator, which bounds the cost of their list. */
export const MAX_LETTERS = 100;
/** How far ahead an email can be scheduled, in days. */
export const LETTER_DAYS_AHEAD = 366;
/** A scheduled email that could not be sent within these hours, because the installation was down, is not sent: what it says may be over. */
export const LETTER_LATE_HOURS = 12;
/** The same email to the same recipients within this time is sent only to whoever confirms it. */
export const DOUBLE_HOURS = 24;
/** Discount codes of one creator, which bounds the cost of their list. */
export const MAX_DISCOUNTS = 200;
/** Emails that confirm another email of an account: by client IP, account, and the mailbox's of one client. The mailbox itself has the cap of unverified accounts. */
export const EMAIL_CHANGES = {
  ip: { points: 10, seconds: 3600 },
  account: { points: 5, seconds: 86_400 },
  installation: { points: 200, seconds: 3600 },
  undoHours: 72,
} as const;
/** In minor units: creators whose refunds of one day come to more are asked to prove who they are, unless they choose another limit. */
export const REFUND_LIMIT_CENTS = 10_000;
/** Days for which users see where and how they signed in. */
export const SIGN_IN_HISTORY_DAYS = 90;
/** Days in which a deleted tile, product or code can be restored. */
export const RESTORE_DAYS = 30;
/** Deleted rows of one creator and table that can be restored; older ones are deleted for good. */
export const MAX_DELETED = 1_000;
/** Tiles in one HTML response of a public page; a longer page continues behind a link. */
export const TILES_PER_RESPONSE = 60;
/** Requests of one client IP (IPv6: /64) to the public API for longer pages: one can be 11 MB for a client without gzip. */
export const LONG_PAGE_LIMIT = { points: 60, seconds: 60, localPoints: 60 } as const;
/** Characters of a description in such a response; the page with the tile open has the whole text. */
export const PAGE_DESCRIPTION_LENGTH = 300;
/** Former URLs of one creator's products that redirect to the current one, or report that it was deleted; older ones are deleted. */
export const MAX_FORMER_SLUGS = 1_000;
/** Basis points (hundredths of a percent) of a sale that the platform keeps, by plan. */
export const PLATFORM_FEE_BPS = { free: 500, creator: 0 } as const;
/** Cents of the default currency that a plan costs a month; the provider's product has the price that is charged. */
export const PLAN_PRICE_CENTS = { free: 0, creator: 900 } as const;
/** Days a download link works after payment or renewal. */
export const DOWNLOAD_DAYS = 3;
/** The maximum duration of a payment by a slow method in days, as buyers see it. */
export const PROCESSING_DAYS = 10;
/** Names of traffic sources that are counted for one creator in a day, because anyone can send any name; further ones are counted together. */
export const MAX_SOURCES_PER_DAY = 100;
/** Campaign links of one creator, which bounds the cost of their list. */
export const MAX_CAMPAIGN_LINKS = 200;
/** Hours in which an open checkout can be paid. */
export const CHECKOUT_HOURS = 24;
/** Minutes after payment in which the return page links the order page in any browser; later only in the one that paid. */
export const ORDER_LINK_MINUTES = 60;
/** Minutes between two sale emails to a creator; sales in between are counted in one summary. */
export const SALE_EMAIL_MINUTES = 10;
/** Starts of payments with real money; the mock checkout and the sandbox keep the limits of their routes. */
export const REAL_PAYMENT_LIMITS = {
  ip: { points: 10, seconds: 60 },
  tile: { points: 20, seconds: 3600 },
} as const;
/** Tries of discount codes by one client IP. */
export const CODE_LIMIT = { points: 30, seconds: 60 } as const;
/** Minutes in which a started payment can be completed at the provider, and holds what it has reserved; Stripe needs at least 30 when it receives the payment, also in a repeated request. */
export const PAYMENT_MINUTES = 35;
/** Unpaid payments of one client IP (IPv6: /64) that hold a piece of one product, or a use of one code: two, or a share of what is left, so that many buyers behind one IP can buy what there is much of. */
export const OPEN_RESERVATIONS = { min: 2, share: 0.2 } as const;
/** How often one client IP (IPv6: /64) may hold one of the last two pieces of a product, or of the last two uses of a code, without paying: it could hold them all, again and again. A payment gives all of it back. */
export const UNPAID_HOLDS = {
  points: 5,
  seconds: 12 * 3600,
  /** Starts of the same order in this time are one: a buyer goes back to correct something. */
  order: { points: 1, seconds: 600 },
} as const;
/** What one client IP (IPv6: /64) may upload in a day with accounts whose email is not verified, of which it can register many: 100 files or 500 MB. */
export const UNVERIFIED_UPLOADS = { points: 100, seconds: 86_400, bytesPerPoint: 5 * 1024 * 1024 } as const;
/** Links that one client IP (IPv6: /64) may save in a day with accounts whose email is not verified, of which it can register many. */
export const UNVERIFIED_LINKS = { points: 60, seconds: 86_400 } as const;
/** Emails to accounts whose email is not verified, for one mailbox with all its aliases: anyone can register `name+1@…`, `name+2@…` and so on. */
export const UNVERIFIED_EMAILS = {
  points: 20,
  seconds: 3600,
  /** What one client IP (IPv6: /64) may use of it, so that no client alone can keep such an email from its recipient: a registration, three resends and three resets stay below it. */
  client: { points: 8, seconds: 3600 },
} as const;
/** Caps on receipt emails, first and repeated, in an hour. Their recipient is chosen by the buyer and their product name by the creator. A sale over a cap is paid without a receipt; an explicit request is rejected with 429. */
export const RECEIPT_CAPS = {
  /** A launch of 1000 paid orders in an hour stays below it. */
  creator: { points: 1000, seconds: 3600 },
  /** One email address, whichever creator it buys from. */
  recipient: { points: 10, seconds: 3600 },
  /** What one client IP (IPv6: /64) may use of a recipient's cap. */
  client: { points: 6, seconds: 3600 },
  /** One client IP (IPv6: /64): a class or an office that buys together. */
  ip: { points: 30, seconds: 3600 },
  /** One order. */
  order: { points: 6, seconds: 3600 },
  /** What a seller sends about orders without money, whose buyers can be any recipient of the seller's choice: shipping, refunds and receipts sent again. */
  sellerWithoutMoney: { points: 20, seconds: 3600 },
  /** All emails about a creator's orders in the sandbox or with test keys, which anyone pays without money. */
  testOrders: { points: 100, seconds: 3600 },
} as const;
/** Caps on signups and on the emails that ask to confirm them. Above the cap of a visitor or a creator a signup is rejected; above that of an email it is accepted without an email, because the response must not reveal what happened to an email before. */
export const SIGNUP_CAPS = {
  /** One client IP (IPv6: /64): a class or the guests of an event. */
  ip: { points: 30, seconds: 3600 },
  /** All signup tiles of one creator. */
  creator: { points: 1000, seconds: 3600 },
  /** One email address, whichever creators it is entered for. */
  recipient: { points: 5, seconds: 86_400 },
  /** What one client IP (IPv6: /64) may use of a recipient's cap: as many as one signup has emails. */
  client: { points: 3, seconds: 86_400 },
} as const;
/** Emails that ask to confirm the same signup, and the seconds between two of them. */
export const SIGNUP_EMAILS = { max: 3, gapSeconds: 60 } as const;
/** Emails that a creator may send to the audience within 24 hours. The number of recipients is the operator's setting. */
export const CREATOR_EMAILS_PER_DAY = 5;
/** Days in which a signup can be confirmed; then it is deleted. */
export const SIGNUP_DAYS = 7;
/** Days for which an archive of an account can be downloaded, and how many an account may make within a day. */
export const EXPORT_DAYS = 3;
export const EXPORTS_PER_DAY = 3;
/** Days in which a user can undo the deletion of the own account. */
export const DELETION_DAYS = 14;
/** Days for which the handle of a deleted user stays reserved. */
export const HANDLE_QUARANTINE_DAYS = 30;
/** Handles that one creator may have reserved by renaming; a further one releases the oldest. */
export const MAX_FORMER_HANDLES = 10;
/** Caps on reports of pages, which anyone can send, and on the emails that confirm them. */
export const REPORT_CAPS = {
  /** One client IP (IPv6: /64), and its network (/24, IPv6: /48). */
  ip: { points: 5, seconds: 86_400 },
  network: { points: 10, seconds: 86_400 },
  /** The whole installation, so that a flood from many networks stays readable. */
  all: { points: 1000, seconds: 86_400 },
  /** Confirmations to one email address, and what one client IP may use of it. */
  recipient: { points: 3, seconds: 86_400 },
  client: { points: 2, seconds: 86_400 },
  /** All confirmations. */
  emails: { points: 300, seconds: 86_400 },
} as const;
/** Reports about one creator that wait; further ones are refused until an administrator has decided. */
export const MAX_WAITING_REPORTS = 20;
/** Days in which a creator may object to a decision. */
export const OBJECTION_DAYS = 183;
/** Days after a decision in which the text of a report and the page as it was are retained. */
export const REPORT_RETENTION_DAYS = 183;
/** Blocked email domains, handles and link targets, which bounds the cost of comparing with patterns. */
export const MAX_BLOCKS = 5_000;
export const ADMIN_PAGE_SIZE = 25;
export const ORDERS_PAGE_SIZE = 25 as const;
export const RECENT_EVENTS = 20;
export const DEFAULT_CURRENCY = "eur";
export const PRODUCT_DEFAULTS = { priceCents: 1000, type: "digital", active: true } as const;

/** How often the return page reloads to find a payment, every five seconds: for a minute. */
export const RETURN_POLLS = 12;
export const RETURN_POLL_SECONDS = 5;
