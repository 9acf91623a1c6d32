import { expect, test } from "vitest";
import { MAX_PRODUCTS } from "../../../contract/rules/limits.ts";
import { concurrently } from "../../testing/concurrently.ts";
import { rejection } from "../../testing/factories.ts";
import { prepareEach } from "../../testing/prepare.ts";
import { testSite } from "../../testing/test-site.ts";

const site = testSite();
const anna = prepareEach(() => site.signUp());

const PATH = "/api/products";
const fillTo = (count: number) =>
  site.sql`insert into products (creator_id, name, slug, description, price_cents, type)
     select ${anna.creator.id}, 'Bowl ' || n, 'bowl-' || n, repeat('x', 5000), n, 'physical' from generate_series(1, ${count}::int) n`;
const ids = async (): Promise<number[]> =>
  (await anna.call("GET", PATH)).body.products.map(({ id }: { id: number }) => id);

test("accepts one of ten concurrent requests for the last product, and another after a deletion", async () => {
  await fillTo(MAX_PRODUCTS - 1);
  const responses = await concurrently(10, () => anna.call("POST", PATH, { name: "One more" }));
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
  const [rejected] = responses.filter(({ status }) => status !== 201);
  expect(rejected).toMatchObject(
    rejection(
      403,
      "products.limit_reached",
      "You can have at most 1,000 products. Delete one to add another.",
    ),
  );
  const [newest] = await ids();
  expect((await anna.call("DELETE", `${PATH}/${newest}`)).status).toBe(204);
  expect((await anna.call("POST", PATH, { name: "Another" })).status).toBe(201);
});

test.for([0, 1, 49, 50, 51, 100, 120])("lists all of %i products, newest first", async (count) => {
  await fillTo(count);
  const response = await anna.call("GET", PATH);
  expect(response.headers["content-type"]).toBe("application/json; charset=utf-8");
  expect(response.headers["cache-control"]).toBe("no-store");
  const { products } = response.body as { products: { id: number; price_cents: number }[] };
  expect(products.map((product) => product.price_cents)).toEqual(
    Array.from({ length: count }, (_, index) => count - index),
  );
});
