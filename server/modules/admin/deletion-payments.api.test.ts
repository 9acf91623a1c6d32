import { beforeEach, expect, test } from "vitest";
import { ProviderUnavailable } from "../../platform/payments/port.ts";
import { offerFile } from "../../testing/factories.ts";
import {
  acceptLatePayments,
  atSandbox,
  buyerOf,
  completeAtSandbox,
  saveSeller,
  signUpSeller,
  startPaid,
} from "../../testing/payers.ts";
import { prepareEach } from "../../testing/prepare.ts";
import { testSite, testUser } from "../../testing/test-site.ts";

let token: string;
const site = testSite();
const admin = testUser(site, { admin: true });
const seller = prepareEach(() => signUpSeller(site));
beforeEach(async () => {
  await acceptLatePayments(site, seller);
  token = await startPaid(site, (await offerFile(site, seller)).tile.id);
});

const { pay, back, rowOf } = buyerOf(() => site);
const remove = () => admin.call("DELETE", `/api/admin/users/${seller.creator.user_id}`);
const sweep = async () => {
  await site.runMaintenance();
  await site.settled();
};
/** Downloads the purchase from the return page. */
async function download() {
  const returned = await back(token);
  return (await site.call("GET", `/api/orders/download/${returned.searchParams.get("downloadToken")}`)).text;
}

test("closes an open payment when its seller is deleted", async () => {
  const { returnUrl } = (await pay(token)).body;
  expect((await remove()).status).toBe(204);
  await atSandbox(site, returnUrl, "pay");
  const [payment] = await site.query("select status from sandbox_payments order by created_at desc limit 1");
  expect(payment.status).toBe("expired");
  expect(await rowOf(token)).toBeUndefined();
});

test("deletes nothing while the provider cannot close an open payment", async () => {
  await pay(token);
  const { stripe: provider } = site.sales;
  site.sales.stripe = {
    ...provider,
    closePayment: async () => {
      throw new ProviderUnavailable("test");
    },
  };
  expect(await remove()).toMatchObject({ status: 503, headers: { "retry-after": expect.any(String) } });
  site.sales.stripe = provider;
  expect((await seller.call("GET", "/api/creators/me")).status).toBe(200);
  expect((await remove()).status).toBe(204);
});

test("delivers a payment that starts while its seller is deleted", async () => {
  const { stripe: provider } = site.sales;
  // Simulates a payment that started just after the open ones were closed.
  const { returnUrl } = (await pay(token)).body;
  await site.sql`update order_payments set status = 'cancelled' where url = ${returnUrl}`;
  const reopen = site.query.bind(null, "update order_payments set status = 'open' where url = $1", [
    returnUrl,
  ]);
  const second = await startPaid(site, (await offerFile(site, seller)).tile.id);
  await pay(second);
  site.sales.stripe = {
    ...provider,
    closePayment: async (ref) => {
      await reopen();
      return provider.closePayment(ref);
    },
  };
  expect((await remove()).status).toBe(204);
  site.sales.stripe = provider;
  await sweep();
  await completeAtSandbox(site, returnUrl, "pay");
  expect(await rowOf(token)).toMatchObject({ status: "paid", creator_id: null });
  expect(await download()).toBe("The notes.");
});

test("delivers a slow payment after its seller was deleted, and names the seller", async () => {
  await saveSeller(seller);
  const { returnUrl } = (await pay(token, { consent: true })).body;
  await completeAtSandbox(site, returnUrl, "pay-late");
  expect((await remove()).status).toBe(204);
  await sweep();
  await completeAtSandbox(site, returnUrl, "confirm");
  expect(await rowOf(token)).toMatchObject({
    status: "paid",
    creator_id: null,
    seller: { legal_name: "Anna Weber" },
  });
  expect(await download()).toBe("The notes.");
});

test("removes the file of a payment that failed after its seller was deleted", async () => {
  const { returnUrl } = (await pay(token)).body;
  await completeAtSandbox(site, returnUrl, "pay-late");
  const { id } = await rowOf(token);
  const [{ file_id: fileId }] = await site.sql`select file_id from access where order_id = ${id}`;
  await remove();
  await completeAtSandbox(site, returnUrl, "reject");
  await sweep();
  expect(await site.sql`select 1 from files where id = ${fileId}`).toEqual([]);
});
