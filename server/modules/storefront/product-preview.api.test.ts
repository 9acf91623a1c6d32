import { expect, test } from "vitest";
import { addFile, addProduct, modelOf, rejection, type TestUser } from "../../testing/factories.ts";
import { prepareEach } from "../../testing/prepare.ts";
import { testSite } from "../../testing/test-site.ts";

const site = testSite();
const anna = prepareEach(() => site.signUp());

const BOWL = { name: "Bowl", priceCents: 2500, type: "physical" };
const render = (body: object, user: TestUser = anna) =>
  user.call("POST", "/api/products/preview", { id: null, content: BOWL, scheme: "light", ...body });
async function shown(body: object) {
  const response = await render(body);
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  return modelOf(response.body.html);
}

test("shows unsaved changes and saves nothing", async () => {
  const content = {
    ...BOWL,
    description: "By **hand**.",
    stock: 0,
    moreImages: [{ url: "https://img.example/2.png" }],
  };
  expect(await shown({ content })).toMatchObject({
    page: "product",
    creator: { handle: anna.creator.handle },
    product: {
      slug: "bowl",
      name: "Bowl",
      price_cents: 2500,
      sold_out: true,
      images: [{ url: "https://img.example/2.png" }],
    },
  });
  expect((await anna.call("GET", "/api/products")).body.products).toEqual([]);
});

test("includes the dimensions of uploaded images", async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="30" height="45"/>');
  const { url } = await site.files.storeTrustedSvg({ creatorId: anna.creator.id, name: "a.svg", svg });
  const moreImages = [{ url: "https://img.example/2.png" }];
  const { images } = (await shown({ content: { ...BOWL, mediaUrl: url, moreImages } })).product;
  expect(images).toEqual([
    { url, alt: "", focus: { x: 50, y: 50 }, dimensions: { width: 30, height: 45 } },
    { url: "https://img.example/2.png", alt: "", focus: { x: 50, y: 50 } },
  ]);
});

test("keeps the link of a saved product and shows inactive products", async () => {
  const { id } = await addProduct(anna, { name: "Bowl", slug: "my-bowl", active: false });
  const content = { ...BOWL, name: "Blue bowl", active: false };
  expect((await shown({ id, content })).product).toMatchObject({ id, name: "Blue bowl", slug: "my-bowl" });
});

test("shows the kind and size of a download's file", async () => {
  const content = { name: "Notes", digitalFilePath: await addFile(site, anna, "The notes.") };
  expect((await shown({ content })).product.file).toMatchObject({ size: 10 });
});

test("requires the creator's session, and rejects the same input as saving does", async () => {
  const other = await site.signUp();
  const theirs = await addProduct(other, { name: "Theirs", slug: "their-bowl" });
  // Another creator's product is unknown here.
  expect((await shown({ id: theirs.id })).product).toMatchObject({ slug: "bowl" });
  const digitalFilePath = await addFile(site, other, "Not yours.");
  expect(await render({ content: { name: "Notes", digitalFilePath } })).toMatchObject(
    rejection(400, "products.file_not_usable"),
  );
  expect(await render({ content: { ...BOWL, name: " " } })).toMatchObject({ status: 400 });
  expect(await render({ content: { ...BOWL, mediaUrl: "javascript:alert(1)" } })).toMatchObject({
    status: 400,
  });
  expect(
    (await site.call("POST", "/api/products/preview", { id: null, content: BOWL, scheme: "dark" })).status,
  ).toBe(401);
});
