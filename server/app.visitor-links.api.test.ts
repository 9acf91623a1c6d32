import { describe, expect, test, vi } from "vitest";
import { giftDays } from "../contract/rules/gift-rules.ts";
import {
  addTile,
  buy,
  FORM,
  mailedLink,
  offer,
  offerFile,
  submitForm,
  upgrade,
} from "./testing/factories.ts";
import { createTestDns, OWN_DOMAINS, proveDomain } from "./testing/own-domains.ts";
import { prepare } from "./testing/prepare.ts";
import { openSite, testSite, testUser } from "./testing/test-site.ts";

const MAIN = "https://studio.example";
const dns = createTestDns();
/** Shows in place of a page which site it is rendered for. */
const renderer = {
  renderPage: async (model: { page: string }, site: { own?: { origin: string } }) =>
    `${model.page} for ${site.own?.origin ?? MAIN}`,
};
const options = { dns, publicUrl: MAIN, settings: { ownDomains: OWN_DOMAINS }, renderer };
const site = testSite(options);
const anna = testUser(site, { handle: "anna", displayName: "Anna Ton", verified: true });
const bert = testUser(site, { handle: "bert", displayName: "Bert Holz", verified: true });

const shop = prepare(async () => {
  const { tile, product } = await offer(anna, { name: "Mug", priceCents: 1000 });
  await addTile(bert, { title: "Wood" });
  const domain = await proveDomain(dns, anna, "anna.example.org");
  await vi.waitFor(() => expect(site.hosts.find("anna.example.org")).toBeDefined());
  return { tile, product, domain };
});
const OWN = "https://anna.example.org";
const get = async (path: string) => (await site.call("GET", path)).text;

describe("links that visitors get", () => {
  test("begin with the creator's own domain on the pages of that creator alone", async () => {
    expect(await get("/@anna")).toBe(`creator for ${OWN}`);
    expect(await get("/@bert")).toBe(`creator for ${MAIN}`);
    expect(await get("/")).toBe(`landing for ${MAIN}`);
    expect(await get(`/@anna/${shop.product.slug}`)).toBe(`product for ${OWN}`);
    expect(await get("/@anna/letters")).toBe(`letters for ${OWN}`);
    expect(await get("/@bert/letters")).toBe(`letters for ${MAIN}`);
  });

  test("begin with it in the feed and in QR codes", async () => {
    const feed = await get("/@anna/feed");
    expect(feed).toContain(`href="${OWN}/feed"`);
    expect(feed).toContain(`href="${OWN}/${shop.product.slug}"`);
    expect(feed).not.toContain(`href="${MAIN}`);
    const qrOf = (url: string) =>
      site.call("GET", `/api/public/qr?size=100x100&data=${encodeURIComponent(url)}`);
    expect((await qrOf(`${OWN}/`)).status).toBe(200);
    expect((await qrOf(`${MAIN}/@anna`)).status).toBe(200);
    expect((await qrOf("https://foreign.example.org/")).status).toBe(400);
    expect((await qrOf("http://anna.example.org/")).status).toBe(400);
  });

  test("begin with it in a buyer's emails, and not in the seller's", async () => {
    const to = "buyer@example.org";
    await buy(site, shop.tile.id, to);
    const linkOf = async (recipient: string, mail: "receipt" | "sale") =>
      new URL((await mailedLink(site, recipient, mail)).href);
    expect(await linkOf(to, "receipt")).toMatchObject({
      origin: OWN,
      pathname: expect.stringMatching(/^\/orders\//),
    });
    expect((await linkOf(anna.email, "sale")).origin).toBe(MAIN);
  });

  test("begin with it in the email of a gift, whose page is there", async () => {
    const { tile } = await offerFile(site, anna);
    const { orderToken } = await buy(site, tile.id, "payer@example.org");
    const to = "receiver@example.org";
    const form = { email: to, name: "Vera", line: "Enjoy", day: giftDays(new Date(), "UTC").first };
    const sent = await submitForm(site, `/orders/${orderToken}/gift`, form, { ...FORM, origin: MAIN });
    expect(sent.status, sent.text).toBe(303);
    await site.sql`update gifts set send_at = send_at - interval '1 hour'`;
    await site.runNow("orders.gifts");
    const { href } = await mailedLink(site, to, "gift");
    expect(new URL(href)).toMatchObject({ origin: OWN, pathname: expect.stringMatching(/^\/gift\//) });
  });

  test("begin with it in campaign links", async () => {
    await upgrade(site, anna);
    await upgrade(site, bert);
    const urlOf = async (user: typeof anna) => {
      const given = { title: "Flyer", name: "flyer", source: "print" };
      const { body, text } = await user.call("POST", "/api/campaign-links", given);
      expect(body.link, text).toBeDefined();
      return body.link.url;
    };
    expect(await urlOf(anna)).toBe(`${OWN}/go/flyer`);
    expect(await urlOf(bert)).toBe(`${MAIN}/@bert/go/flyer`);
  });

  test("begin with it in the console's links to share: the page, codes and emails", async () => {
    const pageUrlOf = async (user: typeof anna) =>
      (await user.call("GET", "/api/creators/me")).body.creator.page_url;
    expect([await pageUrlOf(anna), await pageUrlOf(bert)]).toEqual([`${OWN}/`, undefined]);
    const { handle, displayName } = anna;
    const saved = await anna.call("POST", "/api/creators/me", { handle, displayName });
    expect(saved.body.creator.page_url).toBe(`${OWN}/`);
    const given = { name: "Fair", percentOff: 10, count: 1 };
    const { series } = (await anna.call("POST", "/api/discounts/series", given)).body;
    expect((await anna.call("GET", `/api/discounts/series/${series.id}/codes.csv`)).text).toContain(
      `,${OWN}/?code=`,
    );
    await site.sql`insert into campaigns (created_by, creator_id, subject, body, page_key, fingerprint)
      values (gen_random_uuid(), ${anna.creator.id}, 'News', 'Hello', 'abcdefghijklmnop', sha256('x'))`;
    const { campaigns } = (await anna.call("GET", "/api/audience/campaigns")).body;
    const email = await anna.call("GET", `/api/audience/campaigns/${campaigns[0].id}`);
    expect(email.body.campaign.url).toBe(`${OWN}/letters/abcdefghijklmnop`);
  });

  test("change on every node within a second when the domain is removed, and when it is proven again", async () => {
    const other = await openSite({ ...options, databaseUrl: site.databaseUrl });
    await other.prepare();
    const pages = async () =>
      Promise.all([site, other].map(async (node) => (await node.call("GET", "/@anna")).text));
    expect(await pages()).toEqual([`creator for ${OWN}`, `creator for ${OWN}`]);
    await anna.call("DELETE", `/api/domains/${shop.domain.id}`);
    await expect.poll(pages, { timeout: 1_000 }).toEqual([`creator for ${MAIN}`, `creator for ${MAIN}`]);
    await proveDomain(dns, anna, "anna.example.org");
    await expect.poll(pages, { timeout: 1_000 }).toEqual([`creator for ${OWN}`, `creator for ${OWN}`]);
  });
});
