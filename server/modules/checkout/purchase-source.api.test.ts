import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { inTransaction } from "../../platform/database/index.ts";
import { FORM, offer, signUpVerified, submitForm, type TestUser } from "../../testing/factories.ts";
import { buyerOf, completeAtSandbox, signUpSeller } from "../../testing/payers.ts";
import { prepareEach } from "../../testing/prepare.ts";
import { testSite } from "../../testing/test-site.ts";
import { anonymizeBuyer } from "../orders/index.ts";

const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1";
const PAGE = "http://localhost:3000/@anna";
const NOTHING = { device: null, country: null, source: null };

const site = testSite({ findCountry: () => "AT" });
const seller = prepareEach(() => signUpSeller(site));

const { pay, rowOf } = buyerOf(() => site);
const sell = async (user: TestUser, priceCents: number) =>
  (await offer(user, { name: randomUUID(), type: "digital", priceCents })).tile.id;
type Visit = { source?: string | null; headers?: Record<string, string> };
const start = async (tileId: number, { source, headers = {} }: Visit) => {
  const body = { tileId, ...(source === undefined ? {} : { source }) };
  const agent = { "user-agent": IPHONE, ...headers };
  const { text, body: started } = await site.call("POST", "/api/public/checkout", body, agent);
  if (!started.mockCheckoutUrl) throw new Error(text);
  return started.mockCheckoutUrl.split("/").at(-1);
};
/** Sends the form of a page whose scripts do not run. */
async function sendForm(tileId: number, headers: Record<string, string>) {
  const form = { tileId: String(tileId), productId: "" };
  const given = { ...FORM, "user-agent": IPHONE, ...headers };
  const { status, headers: sent } = await submitForm(site, "/checkout/start", form, given);
  if (status !== 303) throw new Error(`not started: ${status}`);
  return new URL(String(sent.location), PAGE).pathname.split("/").at(-1) ?? "";
}
const purchaseOf = async ({ creator }: TestUser) =>
  (
    await site.sql`select device, country, source from events
      where creator_id = ${creator.id} and event = 'purchase'`
  )[0];

test.each([
  { way: "in the mock checkout", user: () => signUpVerified(site), priceCents: 2500, atProvider: false },
  { way: "for nothing", user: () => signUpVerified(site), priceCents: 0, atProvider: false },
  { way: "at a provider", user: () => signUpSeller(site), priceCents: 2500, atProvider: true },
])(
  "a purchase $way is recorded with the source, device and country of the visit that started it",
  async (given) => {
    const user = await given.user();
    const token = await start(await sell(user, given.priceCents), { source: "IG" });
    const paid = await pay(token, { totalCents: given.priceCents, consent: true });
    expect(paid.status, paid.text).toBe(200);
    if (given.atProvider) await completeAtSandbox(site, paid.body.returnUrl, "pay");
    const found = { device: "mobile", country: "AT", source: "instagram" };
    expect(await purchaseOf(user)).toEqual(found);
    const { id } = await rowOf(token);
    await user.call("POST", `/api/orders/${id}/refund`, { requestId: randomUUID(), reason: "requested" });
    expect(await purchaseOf(user), "after a refund").toEqual(found);
    expect(await rowOf(token)).toMatchObject({
      visit_source: "instagram",
      visit_device: "mobile",
      visit_country: "AT",
    });
  },
);

test.each<{ name: string; headers: Record<string, string> }>([
  { name: "DNT", headers: { dnt: "1" } },
  { name: "Sec-GPC", headers: { "sec-gpc": "1" } },
  { name: "a program", headers: { "user-agent": "curl/8.0" } },
])("nothing is stored of a visit with $name", async ({ headers }) => {
  const token = await start(await sell(seller, 2500), { source: "instagram", headers });
  const { visit_source: source, visit_device: device, visit_country: country } = await rowOf(token);
  expect({ source, device, country }).toEqual(NOTHING);
  const { returnUrl } = (await pay(token, { consent: true })).body;
  await completeAtSandbox(site, returnUrl, "pay");
  expect(await purchaseOf(seller)).toEqual(NOTHING);
});

test.each([
  { name: "a page with ?source=", referer: `${PAGE}?source=TikTok`, source: "tiktok" },
  { name: "a page with utm_source", referer: `${PAGE}/mug?utm_source=newsletter&x=1`, source: "email" },
  { name: "a page that says nothing", referer: PAGE, source: "unknown" },
  { name: "another site", referer: "https://l.instagram.com/?u=1", source: "instagram" },
  { name: "no page", referer: "", source: "unknown" },
  { name: "a broken header", referer: "::", source: "unknown" },
])("without scripts, the source is named by the referring page: $name", async ({ referer, source }) => {
  const token = await sendForm(await sell(seller, 2500), referer ? { referer } : {});
  expect(await rowOf(token)).toMatchObject({
    visit_source: source,
    visit_device: "mobile",
    visit_country: "AT",
  });
});

test("rejects a source longer than a URL, and normalises the source of a client", async () => {
  const tileId = await sell(seller, 2500);
  const tooLong = await site.call("POST", "/api/public/checkout", { tileId, source: "x".repeat(2049) });
  expect(tooLong.status).toBe(400);
  const token = await start(tileId, { source: "  My <b>Club</b> 🎉 ".repeat(20) });
  expect((await rowOf(token)).visit_source).toMatch(/^[a-z0-9-]{1,40}$/);
});

test.each([
  { mode: "sandbox", kept: "only its amounts" },
  { mode: "live", kept: "for the seller's books" },
])(
  "a buyer's deleted account takes the visit from its $mode order, which is kept $kept, but not from the statistics",
  async ({ mode }) => {
    const buyer = await signUpVerified(site);
    const token = await start(await sell(seller, 2500), { source: "ig" });
    const { returnUrl } = (await pay(token, { consent: true, email: buyer.email })).body;
    await completeAtSandbox(site, returnUrl, "pay");
    await site.sql`update orders set mode = ${mode} where id = ${(await rowOf(token)).id}`;
    await inTransaction(site.db, (tx) => anonymizeBuyer(tx, buyer.email));
    expect((await rowOf(token)).buyer_email === null).toBe(mode === "sandbox");
    expect(await rowOf(token)).toMatchObject({ visit_source: null, visit_device: null, visit_country: null });
    expect(await purchaseOf(seller)).toMatchObject({ source: "instagram" });
  },
);
