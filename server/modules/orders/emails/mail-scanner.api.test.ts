import { expect, test } from "vitest";
import { buy, mailsTo, offerFile, readOrder, rejection, submitForm } from "../../../testing/factories.ts";
import { SELLER } from "../../../testing/sales.ts";
import { testSite, testUser } from "../../../testing/test-site.ts";

const site = testSite();
const anna = testUser(site, { verified: true });
const BUYER = "buyer@example.org";

/** Creates a business's paid order of a file, with consent to immediate delivery and a second receipt. */
async function sell() {
  const order = await buy(site, (await offerFile(site, anna, "The notes.")).tile.id, BUYER);
  await site.sql`update orders set provider = 'stripe', mode = 'sandbox', seller = ${SELLER}, buyer_email = ${BUYER},
     consent_text = 'Deliver it now.', consent_at = now() where id = ${order.id}`;
  await site.call("POST", `/api/public/orders/${order.orderToken}/mail`);
  const download = (headers?: Record<string, string>) =>
    submitForm(site, `/orders/${order.orderToken}/download`, {}, headers);
  return { ...order, download };
}

async function evidenceOf({ id, orderToken }: Awaited<ReturnType<typeof sell>>) {
  const { order } = (await anna.call("GET", `/api/orders/${id}`)).body;
  return {
    downloads: order.downloads,
    recorded: order.history.filter(({ what }: { what: string }) => what === "downloaded").length,
    withdrawal: (await readOrder(site, orderToken)).withdrawal.reason,
  };
}

test("downloads nothing and keeps the right of withdrawal if a mail scanner opens every link of a receipt", async () => {
  const order = await sell();
  const mails = await mailsTo(site, BUYER, "receipt");
  const links = new Set(mails.flatMap(({ html }) => html.match(/https?:\/\/[^"\s\\]+/g) ?? []));
  expect([...links].filter((link) => link.endsWith(`/orders/${order.orderToken}`))).toHaveLength(1);
  for (const link of links)
    for (const method of ["HEAD", "GET", "GET"] as const) {
      const { pathname, search } = new URL(link);
      expect((await site.call(method, pathname + search)).status).toBe(200);
    }
  expect(await evidenceOf(order)).toEqual({ downloads: 0, recorded: 0, withdrawal: "open" });
});

test("counts a download by the button of the order page as the buyer's act", async () => {
  const order = await sell();
  const { status, headers } = await order.download();
  expect([status, headers.location]).toEqual([303, `/api/orders/download/${order.downloadToken}`]);
  expect(await evidenceOf(order)).toMatchObject({ downloads: 0, withdrawal: "open" });
  expect((await site.call("GET", String(headers.location))).text).toBe("The notes.");
  expect(await evidenceOf(order)).toEqual({ downloads: 1, recorded: 1, withdrawal: "delivered" });
});

test("rejects a download that another site starts", async () => {
  const order = await sell();
  const foreign = { "content-type": "application/x-www-form-urlencoded", origin: "https://evil.tld" };
  expect(await order.download(foreign)).toMatchObject(rejection(403, "foreign_origin"));
});

test("leads from an ended download back to the order page, and returns 404 for an unknown order", async () => {
  const order = await sell();
  await site.sql`update orders set status = 'refunded' where id = ${order.id}`;
  expect(await order.download()).toMatchObject({
    status: 303,
    headers: { location: `/orders/${order.orderToken}` },
  });
  expect((await submitForm(site, "/orders/x/download", {})).status).toBe(404);
});
