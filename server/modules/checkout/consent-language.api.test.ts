import { afterAll, beforeAll, expect, test } from "vitest";
import { type Language, TRANSLATED } from "../../../contract/rules/languages.ts";
import { LEGAL_TEXTS } from "../../../contract/rules/legal-texts/index.ts";
import { modelOf, offerFile } from "../../testing/factories.ts";
import { buyerOf, completeAtSandbox, saveSeller, signUpSeller, startPaid } from "../../testing/payers.ts";
import { prepare } from "../../testing/prepare.ts";
import { testSite } from "../../testing/test-site.ts";

const site = testSite();
const anna = prepare(() => signUpSeller(site));
const notes = prepare(() => offerFile(site, anna));
const { pay, rowOf } = buyerOf(() => site);
const translated = TRANSLATED as Language[];
const before = [...translated];
beforeAll(async () => {
  translated.push(...LEGAL_TEXTS.map(({ language }) => language));
  await saveSeller(anna);
});
afterAll(() => void translated.splice(0, translated.length, ...before));

test.for(LEGAL_TEXTS)("stores the consent in $language as the page shows it", async (texts) => {
  const { language } = texts;
  await site.sql`update creators set language = ${language} where id = ${anna.creator.id}`;
  const token = await startPaid(site, notes.tile.id);
  const { order, pageLanguage } = modelOf((await site.call("GET", `/checkout/pay/${token}`)).text);
  expect(order).toMatchObject({ consent_text: texts.digital.text, consent_language: language });
  expect(pageLanguage).toBe(language);
  const { body } = await pay(token, { consent: true, marketingConsent: true });
  await completeAtSandbox(site, body.returnUrl, "pay");
  const { id, seed } = await rowOf(token);
  const [stored] = await site.sql`select consent_id, consent_text, consent_language, marketing_consent_text
    from orders where id = ${id}`;
  expect(stored).toEqual({
    consent_id: texts.digital.id,
    consent_text: order.consent_text,
    consent_language: language,
    marketing_consent_text: texts.news.text,
  });
  const { body: shown } = await site.call("GET", `/api/public/orders/${site.tokens.order(seed)}`);
  expect(shown.order.consent).toMatchObject({ text: texts.digital.text, language });
});
