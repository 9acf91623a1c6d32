import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { offerFile, signUpVerified, startCheckout } from "../../testing/factories.ts";
import { onboard, readMe } from "../../testing/payers.ts";
import { newPayment } from "../../testing/sales.ts";
import { testSite } from "../../testing/test-site.ts";

const site = testSite();

/** Creates a seller with an open payment at the provider. */
async function sellerWithOpenPayment() {
  const anna = await signUpVerified(site);
  await onboard(site, anna);
  const account = (await readMe(anna)).stripe_account_id as string;
  await startCheckout(site, (await offerFile(site, anna)).tile.id);
  const [{ id: orderId }] = await site.sql`select id from orders
    where creator_id = ${anna.creator.id} order by id desc limit 1`;
  const id = randomUUID();
  const started = await site.sales.stripe.startPayment(newPayment({ id, account }));
  await site.sql`insert into order_payments
       (id, order_id, provider, mode, account, provider_id, amount_cents, currency, fee_cents)
     values (${id}, ${orderId}, 'stripe', 'sandbox', ${account}, ${started.id}, ${started.amount}, ${started.currency}, ${50})`;
  return { anna, payment: { id, account, providerId: started.id } };
}
const stored = async (id: string) =>
  (await site.sql`select status from order_payments where id = ${id}`)[0].status;

test("closes the creator's open payments, and no others", async () => {
  const [seller, other] = [await sellerWithOpenPayment(), await sellerWithOpenPayment()];
  expect((await seller.anna.call("POST", "/api/connect/disconnect")).body.connected).toBe(false);
  const read = ({ payment: { account, providerId } }: typeof seller) =>
    site.sales.stripe.readPayment({ account, id: providerId });
  expect(await read(seller)).toMatchObject({ status: "expired", url: null });
  expect(["expired", "cancelled"]).toContain(await stored(seller.payment.id));
  expect(await read(other)).toMatchObject({ status: "open" });
  expect(await stored(other.payment.id)).toBe("open");
});

test("requires a session, and changes nothing without an account", async () => {
  expect((await site.call("POST", "/api/connect/disconnect")).status).toBe(401);
  const anna = await signUpVerified(site);
  expect(await anna.call("POST", "/api/connect/disconnect")).toMatchObject({
    status: 200,
    body: { connected: false, kind: null },
  });
});
