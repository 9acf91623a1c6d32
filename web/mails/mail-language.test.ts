import { afterEach, beforeEach, expect, test } from "vitest";
import type { MailModel } from "../../contract/mails/mails.ts";
import { LANGUAGES, type Language, TRANSLATED, textLanguage } from "../../contract/rules/languages.ts";
import { DEFAULT_SITE } from "../../contract/rules/site.ts";
import { defineMessages } from "../../contract/texts.ts";
import { setDictionaries } from "../../contract/translation.ts";
import { renderMail } from "../app/entry-mails.tsx";

const site = { ...DEFAULT_SITE, publicUrl: "https://tiles.example" };
const main = `${site.publicUrl}/orders/${"y".repeat(43)}`;
const receipt = {
  mail: "receipt",
  number: "7-1",
  product: "Bol",
  amountCents: 2990,
  currency: "eur",
  creator: "Mira",
  paidAt: "2026-11-21T14:05:00Z",
  hasDownload: false,
  links: { main },
} as const satisfies MailModel;

const dictionary = new Map([
  ["Thank you", "Merci"],
  [
    "The link works for {days, plural, one {# day} other {# days}}.",
    "Le lien reste valable {days, plural, one {# jour} many {# jours} other {# jours}}.",
  ],
  [
    "{number, select, none {Refund for your order at {host}} other {Refund for order {number} at {host}}}",
    "{number, select, none {Remboursement de votre commande} other {Remboursement de la commande {number}}}",
  ],
  ["Your receipt: {product}", "Votre reçu : {product}"],
]);
const translated = TRANSLATED as Language[];
const before = [...translated];
beforeEach(() => {
  translated.push("fr", "ar");
  setDictionaries((language) => (language === "en" ? undefined : dictionary));
});
afterEach(() => {
  translated.splice(0, translated.length, ...before);
  setDictionaries(() => undefined);
});

test("is that of the reader, for words, prices and dates", () => {
  const { subject, html, text } = renderMail({ ...receipt, language: "fr-BE" }, site);
  expect(subject).toBe("Votre reçu : Bol");
  expect(html).toContain('<html dir="ltr" lang="fr">');
  expect(html).toContain("Merci");
  expect(text).toContain("29,90\u00a0€");
  expect(text).toContain("21 novembre 2026");
});

test("has sentences of its own with and without a count or a number", () => {
  const signup = { mail: "confirm-signup", creator: "Mira", language: "fr", links: { main } } as const;
  for (const [validDays, words] of [
    [1, "Le lien reste valable 1 jour."],
    [7, "Le lien reste valable 7 jours."],
  ] as const)
    expect(renderMail({ ...signup, validDays }, site).text).toContain(words);
  const { mail: _, ...sale } = receipt;
  const refund = { ...sale, mail: "refund", note: null, mock: false, language: "fr" } as const;
  expect(renderMail(refund, site).subject).toBe("Remboursement de la commande 7-1");
  expect(renderMail({ ...refund, number: null }, site).subject).toBe("Remboursement de votre commande");
});

test("is English for an email of an earlier release, an untranslated language, and an email to the creator", () => {
  const { mail: _, ...sale } = receipt;
  for (const model of [
    receipt,
    { ...receipt, language: LANGUAGES.find((language) => textLanguage(language) === "en") },
    { ...receipt, language: "a language of another release" },
    { mail: "sale", ...sale, feeCents: 0, buyerEmail: null } as const,
  ]) {
    const { html, text } = renderMail(model, site);
    expect(html, model.mail).toContain('<html dir="ltr" lang="en">');
    expect(html, model.mail).not.toContain("Merci");
    expect(text, model.mail).toContain("€29.90");
  }
});

test("is written from right to left in Arabic, with the amounts at the other side", () => {
  const { html } = renderMail({ ...receipt, language: "ar" }, site);
  expect(html).toContain('<html dir="rtl" lang="ar">');
  expect(html).toMatch(/<table[^>]* dir="rtl"/);
  expect(html).not.toContain("text-align:right");
  expect(html).toContain("padding:10px 0px 10px 16px");
});

test("gives the product's reason of an unsent email in that language, and a mail server's in its words", () => {
  const letter = {
    mail: "letter-not-sent",
    subject: "News",
    reached: null,
    language: "fr",
    links: { main },
  } as const;
  dictionary.set("Your audience is still empty.", "Votre audience est encore vide.");
  dictionary.set("Choose at most {count}.", "{count} au maximum.");
  const { tooMany } = defineMessages("letters_of_test", { tooMany: "Choose at most {count}." });
  for (const [reason, shown] of [
    ["Your audience is still empty.", "Votre audience est encore vide."],
    [tooMany({ count: 3 }), "3 au maximum."],
    ["550 <mira> rejected {x}", "550 <mira> rejected {x}"],
  ] as const)
    expect(renderMail({ ...letter, reason }, site).text).toContain(shown);
});
