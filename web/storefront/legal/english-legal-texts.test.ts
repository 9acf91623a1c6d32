import { afterAll, beforeAll, expect, test } from "vitest";
import type { PageModel } from "../../../contract/pages/pages.ts";
import { newsConsent } from "../../../contract/rules/consent.ts";
import { type Language, TRANSLATED } from "../../../contract/rules/languages.ts";
import { en } from "../../../contract/rules/legal-texts/en.ts";
import { setDictionaries } from "../../../contract/translation.ts";
import { withdrawalForm, withdrawalTerms } from "../../lib/withdrawal-terms.ts";
import { aPayPage, aSeller } from "../../testing/buyer-entities.ts";
import { readPage } from "../../testing/read-page.ts";

const translated = TRANSLATED as Language[];
const before = [...translated];
beforeAll(() => {
  translated.push("sv");
  setDictionaries((language) => (language === "sv" ? new Map([["Checkout", "Kassan"]]) : undefined));
});
afterAll(() => {
  translated.splice(0, translated.length, ...before);
  setDictionaries(() => undefined);
});

const seller = aSeller({ withdrawal_note: "Slå in skålar väl." });
const creator = {
  handle: "lea",
  display_name: "Lea",
  language: "sv",
  time_zone: "Europe/Stockholm",
} as const;
const checkout = (changes: object): PageModel => {
  const model = aPayPage({}, { seller, withdrawal: "file", withdrawals: ["file"], ...changes });
  return { ...model, order: { ...model.order, creator: { ...model.order.creator, ...creator } } };
};

const isEnglish = ({ attributes }: { attributes: Record<string, unknown> }) => attributes.lang === "en";
function markOf(model: PageModel, wanted: string) {
  const { whole } = readPage(model);
  const found = whole.pieces.find(({ text }) => text.includes(wanted));
  if (!found) throw new Error(`“${wanted}” is not on the page`);
  return found.around.closest(isEnglish)?.attributes;
}
const ENGLISH = { lang: "en", dir: "ltr" };

test("marks English legal texts on a page in a language without legal texts", () => {
  const pay = checkout({ consent_text: en.digital.text });
  expect(readPage(pay).shown.names("h1")).toEqual(["Kassan"]);
  const legal: PageModel = { page: "legal", pageLanguage: "sv", creator, seller };
  const [terms = ""] = withdrawalTerms({ of: "file", seller });
  const [form = ""] = withdrawalForm(seller);
  for (const [model, text] of [
    [pay, en.digital.text],
    [pay, terms],
    [pay, form],
    [legal, terms],
    [legal, form],
    [{ page: "signup", pageLanguage: "sv", creator, form: signup(newsConsent("sv").text) }, en.news.text],
  ] as const)
    expect(markOf(model, text), text).toMatchObject(ENGLISH);
});

test("marks neither the seller's own terms nor the creator's own consent", () => {
  expect(markOf(checkout({}), "Slå in skålar väl.")).toBeUndefined();
  expect(
    markOf({ page: "legal", pageLanguage: "sv", creator, seller }, "Slå in skålar väl."),
  ).toBeUndefined();
  const own: PageModel = { page: "signup", pageLanguage: "sv", creator, form: signup("Skicka mig brev.") };
  expect(markOf(own, "Skicka mig brev.")).toBeUndefined();
});

const signup = (consent: string) => ({
  ...{ tileId: 7, title: "Brev", button: "Ja", consent, token: "1.x", email: "", problem: null },
});
