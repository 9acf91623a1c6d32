import { afterAll, beforeAll, expect, test } from "vitest";
import { addProduct, addTile, offerFile, type Person, startCheckout } from "../../testing/factories.ts";
import { createTestApp, type TestApp } from "../../testing/harness.ts";

let site: TestApp;
let anna: Person;

beforeAll(async () => {
  site = await createTestApp();
  anna = await site.signUp({ displayName: "Anna Maker" });
});
afterAll(() => site.close());

const pay = (token: string, email?: string) =>
  site.call("POST", `/api/public/checkout/${token}/pay`, email === undefined ? {} : { email });

const receiptsTo = async (email: string) => (await site.sentMails()).filter((mail) => mail.to === email);

test("a buyer who leaves an address gets one receipt, with links that work", async () => {
  const { tile } = await offerFile(site, anna, "bytes for the buyer");
  const token = await startCheckout(site, tile.id);
  await Promise.all([pay(token, "buyer@example.org"), pay(token, "buyer@example.org")]);
  await pay(token, "buyer@example.org");

  const receipts = await receiptsTo("buyer@example.org");
  expect(receipts).toHaveLength(1);
  const { links } = JSON.parse(receipts[0]?.html ?? "{}");
  const download = await site.call("GET", new URL(links.main).pathname);
  expect(download).toMatchObject({ status: 200, text: "bytes for the buyer" });
  expect((await site.call("GET", new URL(links.order).pathname)).status).toBe(200);
});

test("a buyer who leaves no address gets no mail", async () => {
  const { tile } = await offerFile(site, anna);
  const before = (await site.sentMails()).length;
  await pay(await startCheckout(site, tile.id));
  expect(await site.sentMails()).toHaveLength(before);
});

test("without a download the receipt leads to the order", async () => {
  const product = await addProduct(anna, { type: "physical", name: "A cup" });
  const tile = await addTile(anna, { type: "product", productId: product.id });
  await pay(await startCheckout(site, tile.id), "cup@example.org");
  const [receipt] = await receiptsTo("cup@example.org");
  const model = JSON.parse(receipt?.html ?? "{}");
  expect(model).toMatchObject({
    mail: "receipt",
    product: "A cup",
    creator: "Anna Maker",
    links: { order: null },
  });
  expect(new URL(model.links.main).pathname).toMatch(/^\/orders\//);
});

test("a cancelled checkout sends nothing", async () => {
  const { tile } = await offerFile(site, anna);
  const token = await startCheckout(site, tile.id);
  await site.call("POST", `/api/public/checkout/${token}/cancel`);
  expect((await pay(token, "late@example.org")).status).toBe(409);
  expect(await receiptsTo("late@example.org")).toEqual([]);
});
