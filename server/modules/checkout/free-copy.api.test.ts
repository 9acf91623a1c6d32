import { expect, test } from "vitest";
import { concurrently } from "../../testing/concurrently.ts";
import {
  addFile,
  addProduct,
  fieldRejection,
  mailsTo,
  offer,
  offerFile,
  readOrder,
  rejection,
} from "../../testing/factories.ts";
import { prepare, prepareEach } from "../../testing/prepare.ts";
import { testSite, testUser } from "../../testing/test-site.ts";

const site = testSite();
const anna = testUser(site, { verified: true });
const other = testUser(site, { verified: true });
const starter = testUser(site);
const notes = prepare(() => offerFile(site, anna));

let count = 0;
const newEmail = () => `friend${count++}@example.org`;
const give = (email: string, productId = notes.product.id, user = anna) =>
  user.call("POST", "/api/orders/gifts", { productId, email });
const limited = prepareEach(async () =>
  addProduct(anna, {
    name: "Zine",
    type: "digital",
    stock: 1,
    digitalFilePath: await addFile(site, anna, "The zine."),
  }),
);

test("gives a copy that is emailed, downloaded and listed with a mark", async () => {
  const email = newEmail();
  const { status, body } = await give(email);
  expect([status, body.order]).toMatchObject([
    201,
    { status: "paid", amount_cents: 0, provider: "free", is_free_copy: true, buyer: { email } },
  ]);
  expect(body.order.history.map(({ by, what }: { by: string; what: string }) => `${by} ${what}`)).toContain(
    "creator given",
  );
  const [mail] = await mailsTo(site, email, "receipt");
  expect(JSON.parse(mail?.html ?? "")).toMatchObject({ isFreeCopy: true, hasDownload: true, amountCents: 0 });
  const token = new URL(mail?.mainLink ?? "").pathname.split("/").at(-1) ?? "";
  const order = await readOrder(site, token);
  expect((await site.call("GET", order.download?.url ?? "")).text).toBe("The notes.");
  const listed = await anna.call("GET", `/api/orders?search=${email}`);
  expect(listed.body.orders).toMatchObject([{ id: body.order.id, is_free_copy: true }]);
});

test("counts a copy neither as sold nor in the email about sales", async () => {
  await give(newEmail(), limited.id);
  const { body } = await anna.call("GET", "/api/products");
  expect(body.products.find(({ id }: { id: number }) => id === limited.id)).toMatchObject({
    stock: 0,
    sales: [],
  });
  expect(await mailsTo(site, anna.email, "sale")).toEqual([]);
});

test("takes a unit of stock, and rejects a copy without one", async () => {
  expect((await give(newEmail(), limited.id)).status).toBe(201);
  const email = newEmail();
  expect(await give(email, limited.id)).toMatchObject(rejection(409, "checkout.sold_out"));
  expect(await mailsTo(site, email)).toEqual([]);
});

test("gives one copy when the button is pressed twice at once", async () => {
  const email = newEmail();
  const answers = await concurrently(3, () => give(email));
  expect(new Set(answers.map(({ body }) => body.order?.id)).size).toBe(1);
  expect(await mailsTo(site, email, "receipt")).toHaveLength(1);
});

test("rejects the creator's own email, also with a tag", async () => {
  for (const email of [anna.email.toUpperCase(), anna.email.replace("@", "+me@")])
    expect(await give(email)).toMatchObject(rejection(409, "orders.own_email"));
});

test("rejects an email that has unsubscribed from the creator", async () => {
  const email = newEmail();
  await site.sql`insert into creator_suppressions (creator_id, address_hash) values (${anna.creator.id}, sha256(convert_to(${email}, 'UTF8')))`;
  expect(await give(email)).toMatchObject(rejection(409, "orders.unsubscribed"));
});

test("rejects goods and files of others", async () => {
  const { product } = await offer(anna, { name: "Bowl" });
  expect(await give(newEmail(), product.id)).toMatchObject(rejection(409, "orders.not_giftable"));
  expect((await give(newEmail(), notes.product.id, other)).status).toBe(404);
});

test("rejects an invalid email at its field", async () => {
  expect(await give("friend@")).toMatchObject(fieldRejection("email", "Enter a valid email address."));
});

test("rejects an unverified creator and a visitor", async () => {
  const path = await addFile(site, starter, "A draft.");
  const product = await addProduct(starter, { type: "digital", digitalFilePath: path });
  expect(await give(newEmail(), product.id, starter)).toMatchObject(
    rejection(409, "checkout.creator_unverified"),
  );
  const input = { productId: notes.product.id, email: newEmail() };
  expect((await site.call("POST", "/api/orders/gifts", input)).status).toBe(401);
});
