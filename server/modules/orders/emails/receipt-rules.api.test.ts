import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { RECEIPT_CAPS } from "../../../../contract/rules/limits.ts";
import {
  ADDRESS,
  buy,
  mailsTo,
  modelOf,
  offer,
  offerFile,
  payFree,
  signUpVerified,
  startCheckout,
  verifyEmail,
} from "../../../testing/factories.ts";
import type { TestApp } from "../../../testing/harness.ts";
import {
  acceptLatePayments,
  buyerOf,
  completeAtSandbox,
  signUpSeller,
  startPaid,
} from "../../../testing/payers.ts";
import { addRateLimitPoints, deleteRateLimits } from "../../../testing/rate-limit-points.ts";
import { SELLER } from "../../../testing/sales.ts";
import { testSite } from "../../../testing/test-site.ts";

const pay = (site: TestApp, token: string, email: string, ip = "203.0.113.1") =>
  site.call("POST", `/api/public/checkout/${token}/pay`, { email }, { "x-forwarded-for": ip });

describe("orders of a creator whose email is not verified", () => {
  const site = testSite();

  test("are paid and downloaded without any email", async () => {
    const mallory = await site.signUp();
    const token = await startCheckout(site, (await offerFile(site, mallory, "the file")).tile.id);
    expect(modelOf((await site.call("GET", `/checkout/mock/${token}`)).text).sendsReceipts).toBe(false);
    const { status, body } = await pay(site, token, "victim@example.org");
    expect(status).toBe(200);
    const returned = modelOf((await site.call("GET", body.returnUrl)).text);
    expect(returned).toMatchObject({ status: "success", isReceiptSent: false });
    const order = await site.call("GET", `/orders/${returned.orderToken}`);
    expect(modelOf(order.text)).toMatchObject({ sendsReceipts: false, order: { status: "paid" } });
    expect((await site.call("GET", `/api/orders/download/${returned.downloadToken}`)).text).toBe("the file");
    expect(await mailsTo(site, "victim@example.org")).toEqual([]);
    expect(await mailsTo(site, mallory.email, "sale")).toEqual([]);
  });

  test("are not emailed on request until the email is verified", async () => {
    const mallory = await site.signUp();
    const { id, orderToken } = await buy(site, (await offerFile(site, mallory)).tile.id);
    await site.sql`update orders set buyer_email = 'later@example.org' where id = ${id}`;
    const byBuyer = () => site.call("POST", `/api/public/orders/${orderToken}/mail`);
    const byCreator = () => mallory.call("POST", `/api/orders/${id}/resend`);
    const rejected = { status: 409, body: { code: "checkout.creator_unverified" } };
    expect(await byBuyer()).toMatchObject(rejected);
    expect(await byCreator()).toMatchObject(rejected);
    expect(await mailsTo(site, "later@example.org")).toEqual([]);
    await verifyEmail(site, mallory);
    expect((await byBuyer()).status).toBe(204);
    expect(await mailsTo(site, "later@example.org")).toHaveLength(1);
  });

  test("are not emailed once that creator is deleted", async () => {
    const mallory = await site.signUp();
    const { orderToken } = await buy(site, (await offerFile(site, mallory)).tile.id);
    await site.sql`delete from users where id = ${mallory.creator.user_id}`;
    const response = await site.call("POST", `/api/public/orders/${orderToken}/mail`);
    expect(response).toMatchObject({ status: 409, body: { code: "checkout.creator_unverified" } });
  });
});

describe("caps on other emails to buyers", () => {
  const site = testSite({ limits: "database", trustProxy: ["127.0.0.1"] });

  test("without real money, emails about payments count against the cap of a mailbox", async () => {
    const seller = await signUpSeller(site);
    await acceptLatePayments(site, seller);
    const { tile } = await offerFile(site, seller);
    for (const index of [0, 1]) {
      if (index === 1)
        await addRateLimitPoints(site, "receipts by recipient", RECEIPT_CAPS.recipient.points - 3);
      const token = await startPaid(site, tile.id);
      const email = `notices+${index}@example.org`;
      const { returnUrl } = (await buyerOf(() => site).pay(token, { email })).body;
      for (const action of ["pay-late", "reject"]) {
        await completeAtSandbox(site, returnUrl, action);
      }
    }
    const sent = (await site.sentMails()).filter(({ to }) => to.startsWith("notices+"));
    expect(sent).toHaveLength(3);
    expect(new Set(sent.map(({ subject }) => subject))).toEqual(new Set(["payment-notice"]));
  });

  test.for([
    ["a free product keeps to the cap of a mailbox", 0, "receipts by recipient", RECEIPT_CAPS.recipient],
    [
      "one order is emailed six times an hour, also for real money",
      2500,
      "shipping-mail",
      RECEIPT_CAPS.order,
    ],
  ] as const)("shipping: %s", async ([name, amountCents, limit, { points }]) => {
    await deleteRateLimits(site);
    const anna = await signUpVerified(site);
    const { tile } = await offer(anna, { priceCents: 0 });
    const email = `${amountCents}.ships@example.org`;
    await payFree(site, tile.id, { email, address: ADDRESS });
    const [{ id }] = await site.query("select max(id) as id from orders");
    await site.sql`update orders set amount_cents = ${amountCents}, item_cents = ${amountCents} where id = ${id}`;
    const ship = async (change: number) => {
      const shipped = await anna.call("POST", `/api/orders/${id}/ship`, { tracking: `${name} ${change}` });
      expect(shipped.status).toBe(200);
      await site.settled();
    };
    await ship(0);
    // The receipt of an order without money counts against the mailbox as well.
    await addRateLimitPoints(site, limit, points - (amountCents === 0 ? 3 : 2));
    for (const change of [1, 2, 3]) await ship(change);
    expect(await mailsTo(site, email, "shipped")).toHaveLength(2);
  });
});

describe("emails of a seller about orders without money", () => {
  const site = testSite({ limits: "database", trustProxy: ["127.0.0.1"] });

  /** Orders a free bowl for each email, as a visitor. */
  async function give(emails: string[]) {
    const seller = await signUpVerified(site);
    const { tile } = await offer(seller, { priceCents: 0 });
    for (const email of emails) await payFree(site, tile.id, { email, address: ADDRESS });
    const ids = await site.sql`select id from orders where creator_id = ${seller.creator.id} order by id`;
    return { seller, ids: ids.map(({ id }) => Number(id)) };
  }
  const RECIPIENTS = (count: number) =>
    Array.from({ length: count }, (_, index) => `${randomUUID()}-${index}@example.org`);

  test("reach no buyer whose receipt was not sent", async () => {
    const emails = RECIPIENTS(2);
    const { seller, ids } = await give(emails);
    await site.sql`update orders set receipt_queued_at = null where id = ${ids[0]}`;
    for (const id of ids)
      expect((await seller.call("POST", `/api/orders/${id}/ship`, { tracking: "My words" })).status).toBe(
        200,
      );
    await site.settled();
    expect(await Promise.all(emails.map((to) => mailsTo(site, to, "shipped")))).toMatchObject([[], [{}]]);
  });

  test("reach twenty buyers an hour, receipts sent again included", async () => {
    const { points } = RECEIPT_CAPS.sellerWithoutMoney;
    await deleteRateLimits(site);
    const emails = RECIPIENTS(4);
    const { seller, ids } = await give(emails);
    await site.sql`update orders set receipt_queued_at = now() where creator_id = ${seller.creator.id}`;
    expect((await seller.call("POST", `/api/orders/${ids[0]}/resend`)).status).toBe(204);
    await addRateLimitPoints(site, "seller emails without money", points - 3);
    for (const id of ids) await seller.call("POST", `/api/orders/${id}/ship`, { tracking: "My words" });
    await site.settled();
    const shipped = (await site.sentMails()).filter(
      ({ to, subject }) => emails.includes(to) && subject === "shipped",
    );
    expect(shipped).toHaveLength(2);
    expect((await seller.call("POST", `/api/orders/${ids[1]}/resend`)).status).toBe(429);
  });
});

describe("caps on notices to creators", () => {
  const site = testSite({ limits: "database" });

  test("stores every withdrawal without real money and emails the creator about ten an hour", async () => {
    const anna = await signUpVerified(site);
    const { tile } = await offerFile(site, anna);
    const { points } = RECEIPT_CAPS.recipient;
    const sold = [await buy(site, tile.id), await buy(site, tile.id), await buy(site, tile.id)];
    await deleteRateLimits(site);
    for (const [index, { id, orderToken }] of sold.entries()) {
      // The creator's and the buyer's.
      if (index === 1) await addRateLimitPoints(site, "receipts by recipient", points - 2, 2);
      await site.sql`update orders set provider = 'stripe', mode = 'sandbox', seller = ${SELLER} where id = ${id}`;
      const withdrawal = { name: "Vera", confirm: true };
      const response = await site.call("POST", `/api/public/orders/${orderToken}/withdraw`, withdrawal);
      expect(response.status).toBe(202);
    }
    expect(await mailsTo(site, anna.email, "withdrawal-notice")).toHaveLength(2);
  });
});

describe("caps on receipts", () => {
  const site = testSite({ limits: "database", trustProxy: ["127.0.0.1"] });

  type Buyer = { email: string; ip: string };
  async function sell(buyers: readonly Buyer[]): Promise<void> {
    const { tile } = await offerFile(site, await signUpVerified(site));
    for (const { email, ip } of buyers) {
      const headers = { "x-forwarded-for": ip };
      const { body } = await site.call("POST", "/api/public/checkout", { tileId: tile.id }, headers);
      const token = body.mockCheckoutUrl.replace("/checkout/mock/", "");
      expect((await pay(site, token, email, ip)).status).toBe(200);
    }
  }
  const receiptsOf = async (start: string) =>
    (await site.sentMails()).filter(({ to, subject }) => subject === "receipt" && to.startsWith(start));

  test("reach one mailbox ten times an hour from all sellers and routes, and every sale is paid", async () => {
    const victim = (index: number) => ({ email: `victim+${index}@example.org`, ip: `198.51.100.${index}` });
    await sell([victim(1)]);
    await addRateLimitPoints(site, "receipts by recipient", RECEIPT_CAPS.recipient.points - 2);
    await sell([victim(2), victim(3)]);
    expect(await receiptsOf("victim+")).toHaveLength(2);
    const skipped = site.logLines.filter((line) => line.includes("sale without a receipt email"));
    expect(skipped).toHaveLength(1);
    expect(skipped.join("")).not.toContain("victim");
  });

  test("cannot be used up for a mailbox by one client, so that another client's receipt arrives", async () => {
    await deleteRateLimits(site);
    const target = (index: number, ip = "192.0.2.78") => ({ email: `target+${index}@example.org`, ip });
    await sell([target(1)]);
    await addRateLimitPoints(site, "receipts of a client by recipient", RECEIPT_CAPS.client.points - 2);
    await addRateLimitPoints(site, "receipts by recipient", RECEIPT_CAPS.recipient.points - 3);
    await sell([target(2), target(3), target(4)]);
    expect(await receiptsOf("target+")).toHaveLength(2);
    await sell([target(5, "192.0.2.79")]);
    expect(await receiptsOf("target+5@")).toHaveLength(1);
  });

  test("are sent thirty times an hour for one IP address", async () => {
    await deleteRateLimits(site);
    const stranger = (index: number) => ({ email: `stranger${index}@example.org`, ip: "192.0.2.77" });
    await sell([stranger(1)]);
    await addRateLimitPoints(site, "receipts by ip", RECEIPT_CAPS.ip.points - 2);
    await sell([stranger(2), stranger(3)]);
    expect(await receiptsOf("stranger")).toHaveLength(2);
  });

  test("return 429 for a request for the links over the cap", async () => {
    await deleteRateLimits(site);
    const anna = await signUpVerified(site);
    const { orderToken } = await buy(site, (await offerFile(site, anna)).tile.id);
    await addRateLimitPoints(site, "receipts by recipient", RECEIPT_CAPS.recipient.points - 1);
    const response = await site.call("POST", `/api/public/orders/${orderToken}/mail`);
    expect(response).toMatchObject({ status: 429, body: { code: "too_often" } });
  });
});
