import { PAGE_CHANGES } from "../../contract/api/funnel.ts";
import type { MailModel } from "../../contract/mails/mails.ts";
import { DEFAULT_SITE } from "../../contract/rules/site.ts";

export const MAIL_SITE = { ...DEFAULT_SITE, publicUrl: "https://tiles.example" };
const site = MAIL_SITE;
const main = `${site.publicUrl}/auth/reset?token=${"x".repeat(43)}&a=b`;
const order = `${site.publicUrl}/orders/${"y".repeat(43)}`;
const at = "2026-11-21T14:05:00Z";

/** A text of users that tries to be code. */
export const HOSTILE = `</style><script>alert(1)</script><img src=x onerror=alert(1)> {{x}} & "quotes" \u2028`;
const hostile = HOSTILE;
const sale = { order: 17, product: hostile, amountCents: 1250, currency: "eur", paidAt: at };
const week = {
  ...{ from: "2026-11-16", to: "2026-11-22", views: 0, viewsBefore: 3, clicks: 0, clicksBefore: 1 },
  ...{
    signups: 0,
    paid: 0,
    paidBefore: 1,
    kept: [],
    bestTile: null,
    bestSource: null,
    mover: null,
    changes: [],
  },
};

/** Emails of every kind that the product writes, in their variants. */
export const EVERY_MAIL: readonly MailModel[] = [
  { mail: "verify-email", handle: "mira", validHours: 24, links: { main } },
  { mail: "verify-email", handle: "", validHours: 24, links: { main } },
  { mail: "reset-password", validMinutes: 60, links: { main } },
  { mail: "reset-password", validMinutes: 60, forAdmin: true, links: { main } },
  { mail: "password-changed", at, links: { main } },
  { mail: "confirm-email", validHours: 48, links: { main } },
  { mail: "email-changed", at, validHours: 72, links: { main } },
  { mail: "account-linked", provider: "Google", at, links: { main } },
  { mail: "passkey-changed", change: "added", at, links: { main } },
  { mail: "passkey-changed", change: "removed", at, links: { main } },
  { mail: "webhook-disabled", host: "hooks.example:8443", reason: "failing", links: { main } },
  { mail: "webhook-disabled", host: "hooks.example", reason: "gone", links: { main } },
  { mail: "api-key-made", name: hostile, at, links: { main } },
  { mail: "api-keys-revoked", names: [hostile, "Till"], at, links: { main } },
  { mail: "webhook-changed", change: "added", host: "hooks.example", at, links: { main } },
  { mail: "webhook-changed", change: "moved", host: "hooks.example:8443", at, links: { main } },
  { mail: "domain-problem", name: "shop.example.org", state: "failing", pausesAt: at, links: { main } },
  { mail: "domain-problem", name: "shop.example.org", state: "removed", links: { main } },
  { mail: "payout-changed", change: "connected", provider: "stripe", account: "1a2b", at, links: { main } },
  {
    mail: "payout-changed",
    change: "disconnected",
    provider: "mollie",
    account: "1a2b",
    at,
    links: { main },
  },
  { mail: "payout-changed", change: "profile", at, links: { main } },
  { mail: "second-factor-changed", change: "enabled", at, links: { main } },
  { mail: "second-factor-changed", change: "disabled", at, links: { main } },
  { mail: "second-factor-changed", change: "codes-renewed", at, links: { main } },
  { mail: "second-factor-changed", change: "code-used", codesLeft: 1, at, links: { main } },
  { mail: "second-factor-changed", change: "removed", at, links: { main } },
  { mail: "second-factor-removal", removedAt: at, links: { main } },
  { mail: "sale-refused", reason: `No valid payment method types. ${hostile}`, links: { main } },
  { mail: "sales-stopped", mockCheckout: true, provider: "mollie", links: { main } },
  { mail: "sales-stopped", mockCheckout: false, links: { main } },
  { mail: "plan-ended", links: { main } },
  { mail: "sales-mode-changed", mode: "live", links: { main } },
  { mail: "sales-mode-changed", mode: "test", links: { main } },
  { mail: "letter-not-sent", subject: hostile, reason: hostile, reached: null, links: { main } },
  {
    mail: "letter-not-sent",
    ...{ subject: hostile, reason: hostile, reached: { sent: 3, total: 1000 }, links: { main } },
  },
  { mail: "invitation", displayName: hostile, handle: "mira", validHours: 72, links: { main } },
  { mail: "receipt", ...sale, creator: hostile, hasDownload: true, links: { main: order } },
  { mail: "receipt", ...sale, creator: hostile, hasDownload: false, links: { main: order } },
  { mail: "receipt", ...sale, creator: "", again: { until: at }, hasDownload: true, links: { main: order } },
  {
    mail: "receipt",
    ...sale,
    creator: hostile,
    again: { until: null },
    hasDownload: false,
    links: { main: order },
  },
  {
    mail: "gift",
    ...{ product: sale.product, creator: hostile, from: hostile, line: hostile, links: { main: order } },
  },
  { mail: "gift", product: sale.product, creator: "", from: null, line: null, links: { main: order } },
  {
    mail: "gift-planned",
    ...{ number: "12-3", product: hostile, receiver: hostile, sendAt: at, stopHours: 72, links: { main } },
  },
  {
    mail: "gift-planned",
    ...{ number: null, product: hostile, receiver: null, sendAt: at, stopHours: 72, links: { main } },
  },
  {
    mail: "new-version",
    ...{
      product: sale.product,
      creator: hostile,
      number: 3,
      note: hostile,
      links: { main: order, end: order },
    },
  },
  {
    mail: "new-version",
    ...{ product: sale.product, creator: "", number: 2, note: null, links: { main: order, end: order } },
  },
  { mail: "payment-notice", notice: "processing", isBuyer: true, ...sale, links: { main: order } },
  { mail: "payment-notice", notice: "held", isBuyer: false, ...sale, links: { main } },
  { mail: "refund", ...sale, creator: hostile, note: hostile, mock: false, links: { main: order } },
  { mail: "refund", ...sale, creator: "", note: null, mock: true, links: { main: order } },
  { mail: "shipped", ...sale, creator: hostile, tracking: hostile, shippedAt: at, links: { main: order } },
  { mail: "shipped", ...sale, creator: "", tracking: null, shippedAt: at, links: { main: order } },
  { mail: "refund-notice", ...sale, source: "provider", failure: null, links: { main } },
  { mail: "refund-notice", ...sale, source: "creator", failure: "declined", links: { main } },
  { mail: "refund-notice", ...sale, source: "creator", failure: "unheard_of", links: { main } },
  { mail: "dispute", ...sale, status: "open", respondBy: at, links: { main } },
  { mail: "dispute", ...sale, status: "warning", respondBy: null, links: { main } },
  { mail: "dispute", ...sale, status: "won", respondBy: at, links: { main } },
  { mail: "dispute", ...sale, status: "lost", respondBy: null, links: { main } },
  { mail: "dispute", ...sale, status: "closed", respondBy: null, links: { main } },
  { mail: "dispute", ...sale, status: "lost", provider: "mollie", respondBy: null, links: { main } },
  { mail: "dispute", ...sale, status: "won", provider: "mollie", respondBy: null, links: { main } },
  { mail: "sale", ...sale, feeCents: 63, buyerEmail: "buyer@example.org", links: { main } },
  { mail: "sale", ...sale, feeCents: 0, buyerEmail: null, links: { main } },
  { mail: "orders-export", count: 3, isComplete: true, links: { main } },
  { mail: "orders-export", count: 20_000, isComplete: false, links: { main } },
  {
    mail: "sales",
    count: 7,
    totals: [
      { currency: "eur", count: 5, amountCents: 5000, feeCents: 250 },
      { currency: "usd", count: 2, amountCents: 900, feeCents: 0 },
    ],
    mock: true,
    links: { main },
  },
  ...[true, false].flatMap((isRefunded): MailModel[] => {
    const withdrawn = { ...sale, number: "12-3", name: hostile, at, isRefunded };
    return [
      { mail: "withdrawal", ...withdrawn, seller: hostile, links: { main } },
      { mail: "withdrawal-notice", ...withdrawn, refundBy: at, links: { main } },
    ];
  }),
  { mail: "confirm-signup", creator: hostile, validDays: 7, links: { main } },
  { mail: "order-link", number: "12-3", links: { main } },
  { mail: "library-link", validMinutes: 20, links: { main } },
  { mail: "confirm-order-email", number: "12-3", validHours: 24, links: { main } },
  { mail: "order-email-changed", number: null, validHours: 72, links: { main } },
  { mail: "export-ready", until: at, links: { main } },
  { mail: "deletion-scheduled", at, links: { main } },
  { mail: "weekly-digest", ...week, links: { main, end: main } },
  {
    mail: "weekly-digest",
    ...{ ...week, views: 1, clicks: 1, paid: 1, signups: 2, bestTile: hostile, bestSource: "google" },
    kept: [
      { currency: "eur", cents: 4750 },
      { currency: "usd", cents: 900 },
    ],
    mover: { source: "direct", difference: -3 },
    changes: PAGE_CHANGES.flatMap((kind) => [
      { kind, title: null },
      { kind, title: hostile },
    ]),
    links: { main, end: main },
  },
  ...(["made", "upheld", "lifted", "ended"] as const).flatMap((news): MailModel[] =>
    (["tile", "page", "account"] as const).map((scope) => ({
      mail: "decision",
      ...{ news, scope, handle: "mira", tile: scope === "tile" ? hostile : null },
      ...{ ground: scope === "page" ? "rules" : "law", rule: hostile, reason: hostile },
      ...{ until: scope === "page" ? at : null, links: { main } },
    })),
  ),
  { mail: "report-received", number: 7, links: { main } },
  { mail: "report-decided", number: 7, hasAction: true, links: { main } },
  { mail: "report-decided", number: 7, hasAction: false, links: { main } },
  { mail: "reports-waiting", reports: 2, objections: 1, days: 3, links: { main } },
];
