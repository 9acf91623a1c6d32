import { beforeEach, expect, test } from "vitest";
import { openBrowser } from "../../../testing/buyers.ts";
import { concurrently } from "../../../testing/concurrently.ts";
import {
  addFile,
  buy,
  mailsTo,
  modelOf,
  offer,
  rejection,
  signUpAs,
  type TestUser,
} from "../../../testing/factories.ts";
import { prepareEach } from "../../../testing/prepare.ts";
import { testSite } from "../../../testing/test-site.ts";

const site = testSite();
const anna: TestUser = prepareEach(() => signUpAs(site, { verified: true }));
const bert: TestUser = prepareEach(() => signUpAs(site, { verified: true }));
let product: { id: number; files: { id: number; path: string; name: string }[] };
let tileId: number;
let count = 0;

beforeEach(async () => {
  const file = { path: await addFile(site, anna, "first edition") };
  const offered = await offer(anna, { name: "Album", type: "digital", files: [file] });
  product = offered.product;
  tileId = offered.tile.id;
});

/** Buys the album with real money. */
async function sell() {
  count += 1;
  const email = `owner${count}@example.org`;
  const order = await buy(site, tileId, email);
  await site.sql`update orders set provider = 'stripe', mode = 'live' where id = ${order.id}`;
  return { ...order, email };
}
async function replace(note: string | null = null) {
  count += 1;
  const files = [{ ...product.files[0], path: await addFile(site, anna, `edition ${count}`) }];
  await anna.call("PUT", `/api/products/${product.id}/files`, { files, note });
}
const announce = (number: number, user = anna) =>
  user.call("POST", `/api/products/${product.id}/versions/${number}/announce`);
const list = async (user = anna) => user.call("GET", `/api/products/${product.id}/versions`);
const noticesTo = (email: string) => mailsTo(site, email, "new-version");
/** Lets a day pass since the last announcement. */
const passDay = () =>
  site.sql`update product_versions set announced_at = announced_at - interval '1 day' where product_id = ${product.id}`;

test("tells each buyer once of a version, with its note and the link to the order", async () => {
  const early = await sell();
  await sell();
  const again = await buy(site, tileId, early.email.toUpperCase());
  await site.sql`update orders set provider = 'stripe', mode = 'live' where id = ${again.id}`;
  await replace("Louder.");
  const late = await sell();
  expect((await list()).body).toMatchObject({
    versions: [{ number: 2, note: "Louder.", announced_at: null, told: 0, holders: 2 }],
    possible_at: null,
  });
  const answers = await concurrently(3, () => announce(2));
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
  await site.settled();
  expect((await list()).body).toMatchObject({
    versions: [{ announced_at: expect.any(String), told: 2, holders: 0 }],
    possible_at: expect.any(String),
  });
  const mails = [...(await noticesTo(early.email)), ...(await noticesTo(early.email.toUpperCase()))];
  expect(mails).toHaveLength(1);
  expect(JSON.parse(mails[0]?.html ?? "")).toMatchObject({ product: "Album", number: 2, note: "Louder." });
  expect(await noticesTo(late.email)).toEqual([]);
  await passDay();
  expect(await announce(2)).toMatchObject(rejection(409, "products.nobody_to_tell"));
});

test("announces one version of a product a day, and says when the next is possible", async () => {
  const { email } = await sell();
  await replace();
  await replace();
  expect((await announce(2)).status).toBe(202);
  const refused = await announce(3);
  expect(refused).toMatchObject(rejection(409, "products.told_today"));
  expect(refused.body.error).toMatch(/You can tell them again at \d{4}-\d\d-\d\d \d\d:\d\d UTC\./);
  await passDay();
  expect((await announce(3)).status).toBe(202);
  await site.settled();
  expect(await noticesTo(email)).toHaveLength(2);
});

test("tells nobody who was refunded, withdrew, disputes, lost access, was erased or unsubscribed", async () => {
  const [refunded, disputed, withdrawn, ended, erased, unsubscribed, suppressed, kept] = [
    await sell(),
    await sell(),
    await sell(),
    await sell(),
    await sell(),
    await sell(),
    await sell(),
    await sell(),
  ];
  await replace();
  const hashOf = (email: string) => site.sql`select sha256(convert_to(${email}, 'UTF8')) as hash`;
  await site.sql`update orders set status = 'refunded' where id = ${refunded?.id}`;
  await site.sql`update orders set status = 'disputed' where id = ${disputed?.id}`;
  await site.sql`update order_lines set withdrawn_at = now() where order_id = ${withdrawn?.id}`;
  await site.sql`update access set ended_at = now(), ended_reason = 'released' where order_id = ${ended?.id}`;
  await site.sql`update orders set buyer_email = null where id = ${erased?.id}`;
  const [of] = await hashOf(unsubscribed?.email ?? "");
  await site.sql`insert into creator_suppressions (creator_id, address_hash)
    select creator_id, ${of?.hash} from products where id = ${product.id}`;
  const [blocked] = await hashOf(suppressed?.email ?? "");
  await site.sql`insert into suppressed_addresses (address_hash) values (${blocked?.hash})`;
  expect((await announce(2)).body.versions).toMatchObject([{ number: 2, holders: 1 }]);
  await site.settled();
  expect((await list()).body.versions).toMatchObject([{ told: 1, holders: 0 }]);
  expect(await noticesTo(kept?.email ?? "")).toHaveLength(1);
});

test("tells the receiver of a sent gift in place of its payer, and nobody before it is sent", async () => {
  const [sent, planned] = [await sell(), await sell()];
  for (const { id } of [sent, planned])
    await site.sql`insert into gifts (id, order_id, to_email, send_at, token_hash)
      values (gen_random_uuid(), ${id}, ${`to-${id}@example.org`}, now(), sha256(${`${id}`}))`;
  await site.sql`update gifts set sent_at = now() where order_id = ${sent.id}`;
  await replace();
  await announce(2);
  await site.settled();
  expect(await noticesTo(`to-${sent.id}@example.org`)).toHaveLength(1);
  for (const email of [sent.email, planned.email, `to-${planned.id}@example.org`])
    expect(await noticesTo(email)).toEqual([]);
});

test("ends the news of one product by the link in the email, with one click and without opening it", async () => {
  const { email } = await sell();
  await replace();
  await announce(2);
  await site.settled();
  const [mail] = await noticesTo(email);
  const url = /<(.*)>/.exec(mail?.headers?.["List-Unsubscribe"] ?? "")?.[1] ?? "";
  expect(mail?.headers?.["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
  const { pathname } = new URL(url);
  expect(modelOf((await openBrowser(site).open(pathname)).text)).toMatchObject({
    page: "unsubscribe",
    state: "asks",
    product: "Album",
  });
  expect((await openBrowser(site).open(`${pathname.slice(0, -2)}xx`)).status).toBe(404);
  await replace();
  expect((await list()).body.versions).toMatchObject([{ number: 3, holders: 1 }, { number: 2 }]);
  const done = await openBrowser(site).submit(pathname, { "List-Unsubscribe": "One-Click" });
  expect(modelOf(done.text)).toMatchObject({ state: "done", product: "Album" });
  expect((await list()).body.versions).toMatchObject([{ number: 3, holders: 0 }, { number: 2 }]);
  expect(
    await site.sql`select 1 from creator_suppressions
    where creator_id = (select creator_id from products where id = ${product.id})`,
  ).toEqual([]);
  await passDay();
  expect(await announce(3)).toMatchObject(rejection(409, "products.nobody_to_tell"));
});

test("returns 404 for another creator's product and an unknown version, and 401 when signed out", async () => {
  await replace();
  expect((await list(bert)).status).toBe(404);
  expect((await announce(2, bert)).status).toBe(404);
  expect((await announce(7)).status).toBe(404);
  expect((await site.call("GET", `/api/products/${product.id}/versions`)).status).toBe(401);
  expect((await site.call("POST", `/api/products/${product.id}/versions/2/announce`)).status).toBe(401);
});
