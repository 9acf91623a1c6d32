import { expect, test } from "vitest";
import { openBrowser } from "../../testing/buyers.ts";
import {
  buy,
  FORM,
  mailedLink,
  mailsTo,
  modelOf,
  offerFile,
  signUpVerified,
} from "../../testing/factories.ts";
import { prepare } from "../../testing/prepare.ts";
import { testSite } from "../../testing/test-site.ts";

const site = testSite({ settings: { creatorEmails: { free: 3, creator: 10 } } });
/** Sets the creator's language. */
const speak = (language: string) =>
  site.sql`update creators set language = ${language} where id = ${anna.creator.id}`;
const anna = prepare(() => signUpVerified(site, { displayName: "Anna" }));
const open = async (path: string) => modelOf((await site.call("GET", path)).text);
const languagesOf = async (to: string) =>
  (await mailsTo(site, to)).map(({ html }) => JSON.parse(html)).map(({ mail, language }) => [mail, language]);

test("keeps an order's pages and emails in the language of the purchase", async () => {
  const email = "buyer@example.org";
  await speak("fr");
  const { tile } = await offerFile(site, anna);
  const order = await buy(site, tile.id, email);
  await speak("de");
  const page = `/orders/${order.orderToken}`;
  expect(await open(page)).toMatchObject({ pageLanguage: "fr", order: { creator: { language: "de" } } });
  expect(await open(`/checkout/return?status=success&order=${order.orderToken}`)).toMatchObject({
    page: "checkout-return",
    pageLanguage: "fr",
  });
  expect((await site.call("POST", `/api/public/orders/${order.orderToken}/mail`)).status).toBe(204);
  await openBrowser(site).submit(`${page}/email`, { email: "new@example.org" });
  await openBrowser(site).submit("/library", { email });
  await site.settled();
  expect((await languagesOf(email)).toSorted()).toEqual([
    ["library-link", "fr"],
    ["receipt", "fr"],
    ["receipt", "fr"],
  ]);
  expect(await languagesOf("new@example.org")).toEqual([["confirm-order-email", "fr"]]);
  const { path } = await mailedLink(site, "new@example.org", "confirm-order-email");
  expect(await open(path)).toMatchObject({ page: "order-email", pageLanguage: "fr" });
  const next = await buy(site, tile.id, email);
  expect(await open(`/orders/${next.orderToken}`)).toMatchObject({ pageLanguage: "de" });
});

test("follows the creator's language in an order of an earlier release", async () => {
  const { tile } = await offerFile(site, anna);
  const { id, orderToken } = await buy(site, tile.id);
  await site.sql`update orders set language = null where id = ${id}`;
  await speak("pl");
  expect(await open(`/orders/${orderToken}`)).toMatchObject({ pageLanguage: "pl" });
});

test("shows pages and the console, and sends emails, if the release no longer has the language", async () => {
  const email = "later@example.org";
  const { tile } = await offerFile(site, anna);
  const { id, orderToken } = await buy(site, tile.id);
  await speak("xx");
  await site.sql`update orders set language = 'xx' where id = ${id}`;
  const next = await buy(site, tile.id, email);
  await site.settled();
  expect(await languagesOf(email)).toEqual([["receipt", "en"]]);
  const { handle } = anna.creator;
  const { mockCheckoutUrl } = (await site.call("POST", "/api/public/checkout", { tileId: tile.id })).body;
  const checkout = `/api/public${mockCheckoutUrl.replace("/mock", "")}`;
  for (const path of [`/@${handle}`, `/orders/${orderToken}`, `/orders/${next.orderToken}`, checkout])
    expect((await site.call("GET", path)).status, path).toBe(200);
  const own = await anna.call("GET", "/api/creators/me");
  expect(own).toMatchObject({ status: 200, body: { creator: { language: "en" } } });
});

test("keeps a reader's confirmation and the end of the news in the language of the signup", async () => {
  await speak("es");
  const email = "reader@example.org";
  const { tile } = await offerFile(site, anna);
  const token = (await site.call("POST", "/api/public/checkout", { tileId: tile.id })).body.mockCheckoutUrl;
  const pay = `/api/public${token.replace("/mock", "")}/pay`;
  expect((await site.call("POST", pay, { email, marketingConsent: true })).status).toBe(200);
  await site.settled();
  await speak("en");
  expect(await languagesOf(email)).toContainEqual(["confirm-signup", "es"]);
  const { path } = await mailedLink(site, email, "confirm-signup");
  expect(await open(path)).toMatchObject({ page: "signup-confirmation", pageLanguage: "es" });
  expect((await site.call("POST", path, "", FORM)).status).toBe(200);
  const sent = await anna.call("POST", "/api/audience/campaigns", {
    subject: "Two new glazes",
    body: "Both are food safe.",
  });
  expect([sent.status, sent.body]).toEqual([202, { queued: 1 }]);
  await site.settled();
  expect(await languagesOf(email)).toContainEqual(["creator-news", "es"]);
  const [news] = await mailsTo(site, email, "creator-news");
  const { links } = JSON.parse(news?.html ?? "{}");
  expect(await open(new URL(links.main).pathname)).toMatchObject({ page: "unsubscribe", pageLanguage: "es" });
});
