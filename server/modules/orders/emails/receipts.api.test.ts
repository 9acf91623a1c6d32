import { describe, expect, test } from "vitest";
import { concurrently } from "../../../testing/concurrently.ts";
import {
  ADDRESS,
  addProduct,
  addTile,
  mailsTo,
  offer,
  offerFile,
  payFree,
  signUpVerified,
  startCheckout,
  submitForm,
  type TestUser,
} from "../../../testing/factories.ts";
import type { TestApp } from "../../../testing/harness.ts";
import { openSite, testSite, testUser } from "../../../testing/test-site.ts";

const site = testSite();
const anna = testUser(site, { verified: true, displayName: "Anna Maker" });

const pay = (token: string, email?: string) =>
  site.call("POST", `/api/public/checkout/${token}/pay`, email === undefined ? {} : { email });

const receiptsTo = async (email: string) => (await site.sentMails()).filter((mail) => mail.to === email);

test("sends one receipt, which leads to the download, to a buyer who enters an email", async () => {
  const token = await startCheckout(site, (await offerFile(site, anna, "bytes for the buyer")).tile.id);
  await Promise.all([pay(token, "buyer@example.org"), pay(token, "buyer@example.org")]);
  await pay(token, "buyer@example.org");

  const receipts = await receiptsTo("buyer@example.org");
  expect(receipts).toHaveLength(1);
  const { links } = JSON.parse(receipts[0]?.html ?? "{}");
  const orderPage = new URL(links.main).pathname;
  expect((await site.call("GET", orderPage)).status).toBe(200);
  const started = await submitForm(site, `${orderPage}/download`, {});
  expect(started.status).toBe(303);
  const download = await site.call("GET", String(started.headers.location));
  expect(download).toMatchObject({ status: 200, text: "bytes for the buyer" });
});

test("sends no receipt to a buyer who enters no email", async () => {
  const { tile } = await offerFile(site, anna);
  const receipts = async () => (await site.sentMails()).filter((mail) => mail.subject === "receipt").length;
  const before = await receipts();
  await pay(await startCheckout(site, tile.id));
  expect(await receipts()).toBe(before);
});

test("links the order page in a receipt without a download", async () => {
  const { tile } = await offer(anna, { type: "physical", name: "A cup" });
  await pay(await startCheckout(site, tile.id), "cup@example.org");
  const [receipt] = await receiptsTo("cup@example.org");
  const model = JSON.parse(receipt?.html ?? "{}");
  expect(model).toMatchObject({
    mail: "receipt",
    product: "A cup",
    creator: "Anna Maker",
  });
  expect(model).not.toHaveProperty("order");
  expect(new URL(model.links.main).pathname).toMatch(/^\/orders\//);
});

test("sends nothing for a cancelled checkout", async () => {
  const token = await startCheckout(site, (await offerFile(site, anna)).tile.id);
  await site.call("POST", `/api/public/checkout/${token}/cancel`);
  const before = (await site.sentMails()).length;
  expect((await pay(token, "late@example.org")).status).toBe(409);
  expect(await site.sentMails()).toHaveLength(before);
});

describe("the email to the creator about a sale", () => {
  const salesTo = (user: TestUser) => mailsTo(site, user.email, "sale");

  test("contains product, buyer and remaining stock", async () => {
    const berta = await signUpVerified(site);
    const { tile } = await offerFile(site, berta);
    await pay(await startCheckout(site, tile.id), "buyer@example.org");
    const [mail, ...others] = await salesTo(berta);
    expect(others).toEqual([]);
    expect(JSON.parse(mail?.html ?? "{}")).toEqual({
      mail: "sale",
      language: "en",
      order: expect.any(Number),
      number: expect.stringMatching(/^MOCK-\d+-\d+$/),
      product: "Notes",
      amountCents: 2500,
      currency: "eur",
      discountCents: 0,
      discountCode: null,
      shippingCents: 0,
      refundedCents: 0,
      disputedCents: 0,
      feeCents: 125,
      feeReturnedCents: 0,
      providerFeeCents: 0,
      unknownProviderFees: 0,
      mock: true,
      buyerEmail: "buyer@example.org",
      paidAt: expect.stringMatching(/Z$/),
      goesTo: null,
      links: { main: expect.stringMatching(/\/dashboard\/orders\/\d+$/) },
    });
  });

  test("is sent for a tip, a free product and a buyer without an email", async () => {
    const models = [];
    for (const [type, priceCents] of [
      ["tip", 300],
      ["physical", 0],
    ] as const) {
      const berta = await signUpVerified(site);
      const product = await addProduct(berta, { name: type, type, priceCents });
      const tile = await addTile(berta, { type: type === "tip" ? "tip" : "product", productId: product.id });
      if (type === "tip") await pay(await startCheckout(site, tile.id));
      else await payFree(site, tile.id, { address: ADDRESS });
      models.push(...(await salesTo(berta)).map((mail) => JSON.parse(mail.html)));
    }
    expect(models.map(({ product, amountCents, buyerEmail }) => [product, amountCents, buyerEmail])).toEqual([
      ["tip", 300, null],
      ["physical", 0, "buyer@example.org"],
    ]);
  });

  test("is sent once, like the receipt, after repeated payments on all nodes", async () => {
    const openNode = () => openSite({ databaseUrl: site.databaseUrl, jobs: "database" });
    const [one, other] = [await openNode(), await openNode()];
    const berta = await signUpVerified(site);
    const token = await startCheckout(site, (await offerFile(site, berta)).tile.id);
    // All requests wait for one order's lock. The last may not get it within 3 seconds: it receives 503 and asks again, as a buyer does.
    const payOn = async (node: TestApp): ReturnType<TestApp["call"]> => {
      const response = await node.call("POST", `/api/public/checkout/${token}/pay`, {
        email: "once@example.org",
      });
      return response.status === 503 ? payOn(node) : response;
    };
    const responses = await concurrently(20, (index) => payOn(index % 2 ? one : other));
    expect(new Set(responses.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    const sent = async () => [...(await one.sentMails()), ...(await other.sentMails())];
    await expect.poll(async () => (await sent()).length).toBe(2);
    const queued = await site.query("select data->>'to' as to from pgboss.job where name = 'mail.deliver'");
    expect(queued.map((job) => job.to).sort()).toEqual(["once@example.org", berta.email].sort());
    expect((await sent()).map(({ subject }) => subject).sort()).toEqual(["receipt", "sale"]);
  });

  test("is not sent to a demo creator or to a deleted one", async () => {
    const berta = await signUpVerified(site);
    const { tile } = await offerFile(site, berta);
    await site.sql`update users set email = ${"demo2@tessera.invalid"} where id = ${berta.creator.user_id}`;
    await pay(await startCheckout(site, tile.id));
    expect(await mailsTo(site, "demo2@tessera.invalid")).toEqual([]);
    const pending = await startCheckout(site, tile.id);
    const before = (await site.sentMails()).length;
    await site.sql`delete from users where id = ${berta.creator.user_id}`;
    expect((await pay(pending)).status).toBe(409);
    expect(await site.sentMails()).toHaveLength(before);
  });
});
