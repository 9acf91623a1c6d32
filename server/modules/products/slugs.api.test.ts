import { expect, test } from "vitest";
import { MAX_FORMER_SLUGS } from "../../../contract/rules/limits.ts";
import { addProduct, type TestUser } from "../../testing/factories.ts";
import { testSite, testUser } from "../../testing/test-site.ts";

const site = testSite();
const anna = testUser(site);
const berta = testUser(site);

const change = (user: TestUser, id: number, changes: object) =>
  user.call("PATCH", `/api/products/${id}`, changes);
const formerOf = (user: TestUser) =>
  site.sql`select slug, product_id from former_slugs where creator_id = ${user.creator.id} order by retired_at`;

test("derives a slug from the name, unique among the creator's products", async () => {
  const slugs = await Promise.all(
    ["Morning cup", "Morning cup", "Morning  CUP!", "Legal", "🎉"].map(
      async (name) => (await addProduct(anna, { name })).slug,
    ),
  );
  expect(slugs.sort()).toEqual(["legal-2", "morning-cup", "morning-cup-2", "morning-cup-3", "product"]);
  expect((await addProduct(berta, { name: "Morning cup" })).slug).toBe("morning-cup");
});

test("keeps the link when the name changes, and normalizes a chosen link", async () => {
  const { id } = await addProduct(anna, { name: "Vase", slug: " Blue VASE! " });
  const renamed = await change(anna, id, { name: "Green vase" });
  expect(renamed.body.product).toMatchObject({ name: "Green vase", slug: "blue-vase" });
  expect((await change(anna, id, { slug: "" })).body.product.slug).toBe("blue-vase");
});

test("rejects a taken, a reserved and a letterless link at its field", async () => {
  const plate = await addProduct(anna, { name: "Plate" });
  const bowl = await addProduct(anna, { name: "Bowl" });
  const taken = await change(anna, bowl.id, { slug: "plate" });
  expect(taken.status).toBe(409);
  expect(taken.body).toMatchObject({
    code: "products.slug_taken",
    details: { fieldErrors: { slug: ["Another product of yours has this link."] } },
  });
  expect((await anna.call("POST", "/api/products", { name: "X", slug: "plate" })).status).toBe(409);
  for (const slug of ["legal", "!!", "a".repeat(61)])
    expect((await change(anna, plate.id, { slug })).body.details.fieldErrors.slug, slug).toHaveLength(1);
  expect((await change(berta, plate.id, { slug: "mine" })).status).toBe(404);
});

test("stores former links, including deleted products', until another product takes them", async () => {
  const carla = await site.signUp();
  const first = await addProduct(carla, { name: "One" });
  await change(carla, first.id, { slug: "uno" });
  expect(await formerOf(carla)).toEqual([{ slug: "one", product_id: first.id }]);
  // A former link is assigned only on request.
  expect((await addProduct(carla, { name: "One" })).slug).toBe("one-2");
  await addProduct(carla, { name: "Other", slug: "one" });
  expect(await formerOf(carla)).toEqual([]);
  expect((await carla.call("DELETE", `/api/products/${first.id}`)).status).toBe(204);
  expect(await formerOf(carla)).toEqual([{ slug: "uno", product_id: null }]);
});

test("limits a creator's former links by deleting the oldest", async () => {
  const dora = await site.signUp();
  await site.sql`insert into former_slugs (creator_id, slug, retired_at)
      select ${dora.creator.id}, 'old-' || n, now() - make_interval(days => n) from generate_series(1, ${MAX_FORMER_SLUGS}::int) n`;
  await change(dora, (await addProduct(dora, { name: "Cup" })).id, { slug: "mug" });
  const former = await formerOf(dora);
  expect(former).toHaveLength(MAX_FORMER_SLUGS);
  expect(former.at(-1)).toMatchObject({ slug: "cup" });
});
