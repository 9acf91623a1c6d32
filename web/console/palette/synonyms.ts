import { t } from "../../../contract/texts.ts";
import type { PageId, SectionId } from "../sections/sections.ts";

/** Other names of the places of the console. */
export const PLACE_SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  Page: ["dashboard", "home", "tiles", "links", "overview"],
  Appearance: ["theme", "look", "design", t("dark mode"), t("light mode"), "font", "background", "cover"],
  Products: ["shop", "goods", "stock", "price", t("digital file"), "download", "service", "call", "lesson"],
  Orders: ["sales", "buyers", "customers", "refund", "shipping", "ship", "tracking", "dispute", "receipt"],
  Discounts: ["code", "coupon", "voucher", "promotion"],
  Audience: ["readers", "subscribers", "newsletter", "people", "emails", "consent"],
  Analytics: ["statistics", "visits", "views", "clicks", t("campaign links"), "funnel", "traffic"],
  "Campaign links": [t("qr code"), t("short link"), "poster", "utm"],
  Books: ["invoice", "tax", "bookkeeping", "report", "fees", "accounting"],
};

export const SECTION_SYNONYMS: Readonly<Record<SectionId | PageId, readonly string[]>> = {
  profile: ["name", "handle", "username", "bio", "picture", "avatar", t("address of the page")],
  "social-links": ["instagram", "youtube", "tiktok", "mastodon", "website"],
  announcement: ["banner", "notice", "news"],
  language: [t("time zone"), "region", "date"],
  plan: ["upgrade", "subscription", "billing", t("free plan")],
  provider: ["stripe", "mollie", "payments", "sandbox", t("test mode")],
  "get-paid": ["payout", "bank", "money", "onboarding"],
  seller: ["imprint", "legal", "company", "vat", t("postal address"), t("shipping address"), "withdrawal"],
  tips: ["support", "donation", "amounts"],
  address: ["domain", "dns", t("own address"), "hostname", "url", t("website address"), t("custom domain")],
  security: [
    "password",
    "passkey",
    "two-factor",
    t("second factor"),
    "sessions",
    t("sign in"),
    t("email address"),
  ],
  data: ["export", "import", "archive", "backup", t("delete account"), "privacy"],
  import: [
    "linktree",
    "beacons",
    "linkstack",
    "bookmarks",
    "csv",
    t("bring links"),
    "move",
    t("a page elsewhere"),
  ],
  api: [t("api key"), "token", "developer", "program", "script", "automation", "integration"],
};
