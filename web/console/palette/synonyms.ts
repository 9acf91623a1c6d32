import type { PageId, SectionId } from "../sections/sections.ts";

/** Other names of the places of the console. */
export const PLACE_SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  Page: ["dashboard", "home", "tiles", "links", "overview"],
  Appearance: ["theme", "look", "design", "dark mode", "light mode", "font", "background", "cover"],
  Products: ["shop", "goods", "stock", "price", "digital file", "download", "service", "call", "lesson"],
  Orders: ["sales", "buyers", "customers", "refund", "shipping", "ship", "tracking", "dispute", "receipt"],
  Discounts: ["code", "coupon", "voucher", "promotion"],
  Audience: ["readers", "subscribers", "newsletter", "people", "emails", "consent"],
  Analytics: ["statistics", "visits", "views", "clicks", "campaign links", "funnel", "traffic"],
  "Campaign links": ["qr code", "short link", "poster", "utm"],
  Books: ["invoice", "tax", "bookkeeping", "report", "fees", "accounting"],
};

export const SECTION_SYNONYMS: Readonly<Record<SectionId | PageId, readonly string[]>> = {
  profile: ["name", "handle", "username", "bio", "picture", "avatar", "address of the page"],
  "social-links": ["instagram", "youtube", "tiktok", "mastodon", "website"],
  announcement: ["banner", "notice", "news"],
  language: ["time zone", "region", "date"],
  plan: ["upgrade", "subscription", "billing", "free plan"],
  provider: ["stripe", "mollie", "payments", "sandbox", "test mode"],
  "get-paid": ["payout", "bank", "money", "onboarding"],
  seller: ["imprint", "legal", "company", "vat", "postal address", "shipping address", "withdrawal"],
  tips: ["support", "donation", "amounts"],
  address: ["domain", "dns", "own address", "hostname", "url", "website address", "custom domain"],
  security: ["password", "passkey", "two-factor", "second factor", "sessions", "sign in", "email address"],
  data: ["export", "import", "archive", "backup", "delete account", "privacy"],
  import: ["linktree", "beacons", "linkstack", "bookmarks", "csv", "bring links", "move", "a page elsewhere"],
  api: ["api key", "token", "developer", "program", "script", "automation", "integration"],
};
