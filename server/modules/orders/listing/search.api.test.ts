import { expect, test } from "vitest";
import { signUpVerified, type TestUser } from "../../../testing/factories.ts";
import { prepareEach } from "../../../testing/prepare.ts";
import { insertOrder } from "../../../testing/sold-orders.ts";
import { testSite } from "../../../testing/test-site.ts";

const site = testSite();
const anna = prepareEach(() => signUpVerified(site));

const order = (user: TestUser, columns: Record<string, unknown>) =>
  insertOrder(site, { creator_id: user.creator.id, provider: "mock", mode: null, ...columns });
const found = async (search: string): Promise<number[]> => {
  const { body } = await anna.call("GET", `/api/orders?search=${encodeURIComponent(search)}`);
  return body.orders.map(({ id }: { id: number }) => id);
};
/** Sells a vase to Jané Doe. */
async function shipToJane(): Promise<number> {
  const id = await order(anna, {
    name: "Vase",
    type: "physical",
    buyer_email: "jd@example.org",
  });
  await site.sql`insert into order_addresses (order_id, name, line1, postal_code, city, country)
    values (${id}, 'Jané Doe', 'Street 1', '10115', 'Berlin', 'DE')`;
  return id;
}

test("ignores accents, case and composition", async () => {
  const composed = await order(anna, { name: "Étude n° 1" });
  const decomposed = await order(anna, { name: "E\u0301tude n° 2" });
  for (const search of ["etude", "ÉTUDE", "e\u0301tude", "ｅｔｕｄｅ"])
    expect(await found(search), search).toEqual([decomposed, composed]);
});

test("finds an order by the name in its address as long as lists show the buyer", async () => {
  const jane = await shipToJane();
  for (const search of ["jane doe", "JANÉ", "Jane\u0301 D"])
    expect(await found(search), search).toEqual([jane]);
  await site.sql`update order_addresses set name = 'Zoë Doe' where order_id = ${jane}`;
  expect(await found("jane")).toEqual([]);
  expect(await found("zoe")).toEqual([jane]);
  await site.sql`update orders set restricted_at = now() where id = ${jane}`;
  for (const search of ["zoe", "jd@example"]) expect(await found(search), search).toEqual([]);
  expect(await found("vase")).toEqual([jane]);
});

test("finds an order by the buyer's company and by a changed email", async () => {
  const id = await order(anna, { buyer_company: "Käthe & Söhne", buyer_email: "old@example.org" });
  await site.sql`update orders set buyer_email = 'new@example.org' where id = ${id}`;
  for (const search of ["kathe", "new@"]) expect(await found(search), search).toEqual([id]);
  expect(await found("old@")).toEqual([]);
});

test("forgets the name with the deleted address", async () => {
  const jane = await shipToJane();
  await site.sql`delete from order_addresses where order_id = ${jane}`;
  expect(await found("jane")).toEqual([]);
  const [row] = await site.sql`select words from order_directory where order_id = ${jane}`;
  expect(row).toEqual({ words: "vase\njd@example.org" });
});
