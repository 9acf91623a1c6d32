import { Parser } from "htmlparser2";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isToUser, type MailModel, QueuedMail } from "../../contract/mails/mails.ts";
import { rewriteWords } from "../../contract/pseudo-language.ts";
import { nameOf } from "../../contract/rules/formats.ts";
import { LEGAL_TEXTS } from "../../contract/rules/legal-texts/index.ts";
import { type Dictionary, setDictionaries } from "../../contract/translation.ts";
import { renderMail } from "../app/entry-mails.tsx";
import { aSeller } from "../testing/buyer-entities.ts";
import { notRequired } from "../testing/buyers-texts.ts";
import { EVERY_MAIL, MAIL_SITE } from "../testing/every-mail.ts";
import { ADDRESS } from "../testing/order-entities.ts";

const site = {
  ...MAIL_SITE,
  contact: "hello@atelier.example",
  documents: { imprint: "/imprint", privacy: "/privacy", terms: "/terms" },
};
const at = "2026-11-21T14:05:00Z";
const main = `${site.publicUrl}/orders/key`;
const bought = { number: "7-1", product: "Bol", amountCents: 2990, currency: "eur", creator: "Mira" };
const facts = { ...bought, isTest: true, links: { main } };
const seller = aSeller({
  ...{ vat_id: "DE123456789", register: "HRB 1", tax_note: "§ 19", delivery_time: "3", pays_return: true },
});
const receipt = {
  mail: "receipt",
  ...{ ...bought, paidAt: at, hasDownload: true, seller, contact: seller.email },
  ...{ links: { main }, timeZone: "Europe/Berlin" },
} as const;
const withdrawn = { ...facts, order: 17, name: "Vera", at, seller: "Mira", paidAt: at, refundBy: at };
const OUTCOMES: { isDisputed?: boolean; hasService?: boolean; hasFile?: boolean }[] = [
  { isDisputed: true },
  { hasService: true },
  { hasFile: false },
];
const total = { currency: "eur", amountCents: 1000, feeCents: 50, count: 1 };

/** Variants that depend on the order, its payment or its seller. */
const VARIANTS: MailModel[] = [
  ...(["file", "goods", "service"] as const).map(
    (withdrawal): MailModel => ({ ...receipt, withdrawal, address: ADDRESS }),
  ),
  {
    ...receipt,
    ...{ discountCents: 100, discountCode: "AVRIL", shippingCents: 490, hasMessages: true, contacts: true },
    consent: { text: "Oui.", at },
    company: { name: "Weber", vat_id: "DE123456789" },
    lines: [
      { name: "Bol", amountCents: 0 },
      { name: "Vase", amountCents: 2990 },
    ],
    messages: [{ name: null, text: "Bonjour", link: { label: "Salut", url: "https://mira.example/" } }],
  },
  { ...receipt, hasDownload: false, mock: true },
  { ...receipt, hasDownload: false, isTest: true },
  { ...receipt, amountCents: 0, isFreeCopy: true },
  { ...receipt, number: null, again: { until: null }, hasDownload: false },
  { ...receipt, brand: { handle: "mira", display_name: "Mira" } },
  ...(["processing", "failed", "duplicate", "oversold", "held"] as const).flatMap((notice): MailModel[] => {
    const keptFee = { feeCents: 50, provider: "mollie" };
    const notices = { mail: "payment-notice", notice, ...facts, keptFee } as const;
    return [
      { ...notices, isBuyer: true },
      { ...notices, isBuyer: false },
    ];
  }),
  ...[
    ...["waiting_for_balance", "too_much", "too_old", "balance", "insufficient_funds"],
    ...["charge_for_pending_refund_disputed", "expired_or_canceled_card", "lost_or_stolen_card"],
  ].map((failure): MailModel => ({ mail: "refund-notice", ...facts, source: "creator", failure })),
  ...(["refunded", "seller"] as const).map(
    (withdrawal): MailModel => ({ mail: "dispute", ...facts, status: "won", respondBy: null, withdrawal }),
  ),
  ...OUTCOMES.flatMap((more): MailModel[] => [
    { mail: "withdrawal", ...withdrawn, isRefunded: false, ...more },
    { mail: "withdrawal-notice", ...withdrawn, isRefunded: false, ...more },
  ]),
  {
    mail: "sale",
    ...{ ...facts, feeCents: 50, buyerEmail: null, paidAt: at },
    ...{ refundedCents: 10, disputedCents: 10, discountCents: 10, shippingCents: 10, unknownProviderFees: 1 },
    goesTo: { city: "Lyon", country: "FR" },
  },
  { mail: "sale", ...facts, amountCents: 0, feeCents: 0, buyerEmail: null, mock: true, paidAt: at },
  ...[["mock", "live"], ["test"], ["test", "live"]].map((kinds): MailModel => {
    const totals = kinds.map((kind) => ({ ...total, kind: kind as "mock" | "test" | "live" }));
    return { mail: "sales", count: 2, totals, mock: false, isTest: true, links: { main } };
  }),
  ...(["paused", "taken"] as const).map(
    (state): MailModel => ({ mail: "domain-problem", name: "mira.example", state, links: { main } }),
  ),
  ...[1, 24, 168, 336].flatMap((validHours): MailModel[] => [
    { mail: "verify-email", handle: "", validHours, links: { main } },
    { mail: "email-changed", at, validHours, links: { main } },
  ]),
  {
    mail: "invitation",
    ...{ displayName: "Mira", handle: "mira", validHours: 72, signInWith: "Google" },
    links: { main },
  },
  {
    mail: "creator-news",
    ...{ creator: "Mira", subject: "Bol", body: "Bonjour", cta: null },
    ...{ contact: seller.email, archive: main, links: { main } },
  },
];
const MODELS = [...EVERY_MAIL, ...VARIANTS];

/** A language without words. */
const wordless: Pick<Dictionary, "get"> = {
  get(english) {
    used.add(english);
    return rewriteWords(english, () => "◊");
  },
};
/** The English texts of the email. */
const used = new Set<string>();
beforeAll(() => setDictionaries((language) => (language === "fr" ? (wordless as Dictionary) : undefined)));
afterAll(() => setDictionaries(() => undefined));

/** The host, names of providers, and currencies, months, time zones and countries, which the platform writes in the language. */
const WRITTEN_BY_PLATFORM = `tiles.example novembre UTC CET US Stripe Mollie EUR USD ${["DE", "FR"].map((code) => nameOf(code, "region", "fr"))}`;
const URLS = /\b(https?:\/\/|mailto:)\S+/g;
const wordsOf = (text: string) => text.replace(URLS, "").match(/\p{L}{2,}/gu) ?? [];

/** Returns the texts of a document that a person reads or hears, outside elements in another language. */
function textsOf(html: string): string[] {
  const texts: string[] = [];
  const skipped: string[] = [];
  const parser = new Parser({
    onopentag(name, { alt = "", title = "", lang }) {
      if (skipped.length > 0 || name === "style" || (lang !== undefined && name !== "html"))
        skipped.push(name);
      else texts.push(alt, title);
    },
    onclosetag: () => skipped.pop(),
    ontext: (text) => skipped.length === 0 && texts.push(text),
  });
  parser.end(html);
  return texts;
}

/** Returns all values of a model, which people wrote, and not its keys. */
function valuesOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(valuesOf) : [];
}

test("has each kind of email of the product", () => {
  const kinds = QueuedMail.options.map(({ shape }) => shape.mail.value);
  expect(new Set(EVERY_MAIL.map(({ mail }) => mail))).toEqual(new Set(kinds));
});

test.for(MODELS.map((model) => [model.mail, model] as const))(
  "writes only translated words in %s",
  ([, model]) => {
    used.clear();
    const { subject, html, text } = renderMail({ ...model, language: "fr" } as MailModel, site);
    const { mail: _, ...given } = model;
    // Legal texts have translations of their own.
    const known = new Set(wordsOf([...valuesOf([given, site, LEGAL_TEXTS]), WRITTEN_BY_PLATFORM].join(" ")));
    const untranslated = wordsOf([subject, ...textsOf(html), text].join(" ")).filter(
      (word) => !known.has(word),
    );
    expect(untranslated).toEqual([]);
    // Emails to users are in the languages of the console only.
    if (model.mail === "creator-news" || !isToUser(model as unknown as QueuedMail))
      expect(notRequired(used)).toEqual([]);
  },
);
