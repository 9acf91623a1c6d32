import { describe, expect, test } from "vitest";
import {
  addProduct,
  addTile,
  buy,
  FORM,
  fieldRejection,
  mailsTo,
  modelOf,
  offerFile,
  readOrder,
  rejection,
  signUpVerified,
  startCheckout,
  submitForm,
} from "../../../testing/factories.ts";
import { prepare } from "../../../testing/prepare.ts";
import { openSite, testSite, testUser } from "../../../testing/test-site.ts";

let buyers = 0;
const site = testSite();
const anna = testUser(site, { plan: "creator", verified: true, handle: "anna", displayName: "Anna" });
const offered = prepare(() => offerFile(site, anna, "the notes"));

const mail = (token: string, body?: unknown, node = site) =>
  node.call("POST", `/api/public/orders/${token}/mail`, body);
const expire = (id: number) =>
  site.sql`update access set link_expires_at = now() - interval '1 second' where order_id = ${id}`;
const endCooldown = (id: number) =>
  site.sql`update orders set links_mailed_at = links_mailed_at - interval '61 seconds' where id = ${id}`;
const addressOf = async (id: number) =>
  (await site.sql`select buyer_email from orders where id = ${id}`)[0].buyer_email;

/** Creates an order of a buyer with a unique email or without one. */
async function order(email: "with an address" | "without" = "with an address", tile = offered.tile.id) {
  const bought = await buy(site, tile);
  buyers += 1;
  const address = `buyer${buyers}@example.org`;
  await site.sql`update orders set buyer_email = ${email === "without" ? null : address} where id = ${bought.id}`;
  const received = async () =>
    (await mailsTo(site, address, "receipt")).map((sent) => ({ ...sent, model: JSON.parse(sent.html) }));
  return { ...bought, address, received };
}

/** Starts the download of the order page that an email links. */
async function downloaded(href: string) {
  const { headers } = await submitForm(site, `${new URL(href).pathname}/download`, {});
  const response = await site.call("GET", String(headers.location));
  return [response.status, response.text];
}

describe("a buyer who requests the receipt again", () => {
  test("receives the link of the order page, whose download stays the same while it is valid", async () => {
    const { orderToken, downloadToken, received } = await order();
    expect(await mail(orderToken)).toMatchObject({ status: 204, text: "" });
    const [sent, ...others] = await received();
    expect(others).toEqual([]);
    expect(new URL(sent?.model.links.main).pathname).toBe(`/orders/${orderToken}`);
    const { download } = await readOrder(site, orderToken);
    expect(download?.url).toBe(`/api/orders/download/${downloadToken}`);
    expect(sent?.model.again).toEqual({ until: download?.expires_at });
    expect(await downloaded(sent?.model.links.main)).toEqual([200, "the notes"]);
  });

  test("can download for three more days when the link has expired", async () => {
    const { id, orderToken, downloadToken, received } = await order();
    await expire(id);
    expect((await mail(orderToken)).status).toBe(204);
    const [sent] = await received();
    expect(await downloaded(sent?.model.links.main)).toEqual([200, "the notes"]);
    expect(Math.abs(Date.parse(sent?.model.again.until) - Date.now() - 3 * 86_400_000)).toBeLessThan(60_000);
    expect((await site.call("GET", `/api/orders/download/${downloadToken}`)).status).toBe(404);
  });

  test("sends one email for ten concurrent requests on two nodes, and another one for a later request", async () => {
    const other = await openSite({ databaseUrl: site.databaseUrl });
    const { id, orderToken, address, received } = await order();
    const clicks = Array.from({ length: 10 }, (_, index) => mail(orderToken, {}, index % 2 ? site : other));
    expect(new Set((await Promise.all(clicks)).map(({ status }) => status))).toEqual(new Set([204]));
    expect([...(await received()), ...(await mailsTo(other, address))]).toHaveLength(1);
    await endCooldown(id);
    expect((await mail(orderToken)).status).toBe(204);
    const all = [...(await received()), ...(await mailsTo(other, address))];
    expect(all).toHaveLength(2);
    expect(new Set(all.map(({ messageId }) => messageId)).size).toBe(2);
  });

  test("receives it at once after a renewal", async () => {
    const { orderToken, received } = await order();
    await mail(orderToken);
    await site.call("POST", `/api/public/orders/${orderToken}/renew`);
    await mail(orderToken);
    const [first, second] = await received();
    expect(first?.model.again).not.toEqual(second?.model.again);
    expect(await downloaded(first?.model.links.main)).toEqual([200, "the notes"]);
  });

  test("does not send the links to another email", async () => {
    const { id, orderToken, address, received } = await order();
    expect((await mail(orderToken, { email: "mallory@example.org" })).status).toBe(204);
    expect(await received()).toHaveLength(1);
    expect(await mailsTo(site, "mallory@example.org")).toEqual([]);
    expect(await addressOf(id)).toBe(address);
  });

  test("sees the email masked on the order page", async () => {
    const { orderToken, address } = await order();
    const shown = await site.call("GET", `/api/public/orders/${orderToken}`);
    expect(shown.body.order.mail_to).toBe("b…@example.org");
    expect(shown.text).not.toContain(address);
    expect((await site.call("GET", `/orders/${orderToken}`)).text).not.toContain(address);
  });
});

describe("an order without an email", () => {
  const noEmail = {
    error: "This order has no email. Enter one to receive the links.",
    code: "checkout.no_email",
  };

  test("requires one to send the receipt", async () => {
    const { orderToken } = await order("without");
    expect((await readOrder(site, orderToken)).mail_to).toBeNull();
    for (const body of [undefined, {}, { email: null }, { email: "" }]) {
      expect(await mail(orderToken, body)).toMatchObject({ status: 409, body: noEmail });
    }
  });

  test("stores the first one only", async () => {
    const { id, orderToken } = await order("without");
    expect((await mail(orderToken, { email: " New@Example.org " })).status).toBe(204);
    expect(await addressOf(id)).toBe("new@example.org");
    await endCooldown(id);
    expect((await mail(orderToken, { email: "second@example.org" })).status).toBe(204);
    expect(await addressOf(id)).toBe("new@example.org");
    expect(await mailsTo(site, "new@example.org")).toHaveLength(2);
    expect(await mailsTo(site, "second@example.org")).toEqual([]);
  });

  test("stores one of two concurrent ones", async () => {
    const { id, orderToken } = await order("without");
    await Promise.all(["left@example.org", "right@example.org"].map((email) => mail(orderToken, { email })));
    const kept = await addressOf(id);
    const sent = [
      ...(await mailsTo(site, "left@example.org")),
      ...(await mailsTo(site, "right@example.org")),
    ];
    expect(sent.map(({ to }) => to)).toEqual([kept]);
  });

  test("rejects an invalid one", async () => {
    const { id, orderToken } = await order("without");
    for (const email of [
      "x",
      "a@b",
      "a@example.org, b@example.org",
      "a@example.org\r\nBcc: b@example.org",
      7,
    ]) {
      expect(await mail(orderToken, { email })).toMatchObject(
        fieldRejection("email", "Enter a valid email address."),
      );
    }
    expect(await addressOf(id)).toBeNull();
  });
});

test("sends and stores no email for an unpaid order", async () => {
  const token = await startCheckout(site, offered.tile.id);
  const [row] =
    await site.sql`select id, seed from orders where checkout_token_hash = ${site.tokens.hash(token)}`;
  expect(await mail(site.tokens.order(row.seed), { email: "early@example.org" })).toMatchObject(
    rejection(409, "checkout.not_paid", "This order is not paid, so there is nothing to send."),
  );
  expect(await addressOf(row.id)).toBeNull();
});

test("returns 404 for an unknown order token and the order's other tokens", async () => {
  const { checkoutToken, downloadToken } = await order();
  for (const token of ["x", checkoutToken, downloadToken]) {
    expect(await mail(token)).toMatchObject(rejection(404, "not_found", "Order not found."));
  }
});

test("links the order page in a resent receipt without a download", async () => {
  const tip = await addProduct(anna, { name: "Clay", type: "tip" });
  const tile = await addTile(anna, { type: "tip", productId: tip.id });
  const { orderToken, received } = await order("with an address", tile.id);
  await mail(orderToken);
  const [sent] = await received();
  expect(sent?.model).toMatchObject({ product: "Clay", again: { until: null } });
  expect(new URL(sent?.model.links.main).pathname).toBe(`/orders/${orderToken}`);
});

test("resends a receipt after product, tile and creator are deleted", async () => {
  const berta = await signUpVerified(site);
  const { tile, product } = await offerFile(site, berta, "the first edition");
  const bought = await order("with an address", tile.id);
  await berta.call("DELETE", `/api/products/${product.id}`);
  await site.sql`delete from users where id = ${berta.creator.user_id}`;
  await expire(bought.id);
  expect((await mail(bought.orderToken)).status).toBe(204);
  const [sent] = await bought.received();
  expect(await downloaded(sent?.model.links.main)).toEqual([200, "the first edition"]);
});

describe("the form without scripts", () => {
  const post = (token: string, email = "", headers = FORM) =>
    submitForm(site, `/orders/${token}/mail`, { email }, headers);

  test("redirects to the page, which says that the email was sent", async () => {
    const { orderToken, received } = await order();
    const response = await post(orderToken);
    expect(response).toMatchObject({ status: 303, headers: { location: `/orders/${orderToken}?mailed=1` } });
    expect(await received()).toHaveLength(1);
    expect(modelOf((await site.call("GET", String(response.headers.location))).text)).toMatchObject({
      mailed: { sent: true },
      order: { mail_to: "b…@example.org" },
    });
    expect(modelOf((await site.call("GET", `/orders/${orderToken}`)).text).mailed).toBeNull();
  });

  test("renders the page with the error for an invalid form submission", async () => {
    const { orderToken } = await order("without");
    for (const [email, status, problem] of [
      ["", 409, "This order has no email. Enter one to receive the links."],
      ["nowhere", 400, "Enter a valid email address."],
    ] as const) {
      const response = await post(orderToken, email);
      expect(response.status).toBe(status);
      expect(modelOf(response.text).mailed).toEqual({ sent: false, problem, email });
    }
  });

  test("sends nothing for another site's page or an unknown order", async () => {
    const { id, orderToken } = await order();
    const stranger = { ...FORM, origin: "https://evil.tld" };
    expect(await post(orderToken, "", stranger)).toMatchObject(rejection(403, "foreign_origin"));
    const [row] = await site.sql`select links_mailed_at from orders where id = ${id}`;
    expect(row.links_mailed_at).toBeNull();
    const missing = await post("x");
    expect([missing.status, modelOf(missing.text)]).toEqual([404, { page: "order-missing" }]);
  });
});
