import { expect, test } from "vitest";
import { aProductPage } from "../../testing/buyer-entities.ts";
import { aPageProduct, aPublicCreator } from "../../testing/console-entities.ts";
import { readPage } from "../../testing/read-page.ts";

const readProduct = (changes?: Parameters<typeof aProductPage>[0]) => readPage(aProductPage(changes));
const DESCRIPTION =
  "# What is in it\nSix **glazes**\n\n- [recipes](https://a.example)\n- <b>notes</b>\n\n![x](javascript:alert(1))";

test("formats the description and shows all other input as text", () => {
  const { shown } = readProduct({
    product: aPageProduct({ description: DESCRIPTION, file: { kind: "PDF", size: 3_300_000 } }),
  });
  expect(shown.names("h1")).toEqual(["Bowl"]);
  expect(shown.names("h2")).toContain("What is in it");
  expect(shown.all("li").map(({ text }) => text)).toEqual(["recipes", "<b>notes</b>"]);
  const { rel, href } = shown.named("a", "recipes").attributes;
  expect({ rel, href }).toEqual({ rel: "nofollow ugc noopener", href: "https://a.example/" });
  expect(shown.text).toContain("![x](javascript:alert(1))");
  expect(shown.text).toContain("PDF file, 3.1 MB");
  expect(shown.named("a", "Ada@ada").attributes.href).toBe("/@ada");
});

test("labels the button “Buy” for goods and “Get it for free” for free products", () => {
  const goods = readProduct({ product: aPageProduct({ type: "physical" }) });
  expect(goods.shown.names("button")).toContain("Buy");
  expect(goods.whole.text).not.toContain("download link");
  const free = readProduct({ product: aPageProduct({ price_cents: 0 }) });
  expect(free.shown.names("button")).toContain("Get it for free");
});

test("has no button when sold out", () => {
  const { shown, whole } = readProduct({ product: aPageProduct({ sold_out: true }) });
  expect(shown.text).toContain("Sold out");
  expect(whole.names("button")).not.toContain("Purchase & Download");
});

test("names shipping and delivery time, in the mock checkout as well", () => {
  const product = aPageProduct({ type: "physical", shipping_cents: 450 });
  const seller = { name: "Ada", country: "DE", is_trader: true, delivery_time: "3 to 5 days" };
  const { shown } = readProduct({ product, creator: aPublicCreator({ sells: "mock", seller }) });
  expect(shown.text).toContain("Plus shipping from €4.50");
  expect(shown.text).toContain("Delivery time: 3 to 5 days");
});

test("names the shipping of a bundle with goods, and none of a bundle of files", () => {
  const album = { id: 2, name: "Album", type: "digital", shipping_cents: 0, for_sale: true } as const;
  const shirt = { id: 3, name: "Shirt", type: "physical", shipping_cents: 490, for_sale: true } as const;
  const product = aPageProduct({ type: "bundle", shipping_cents: 490, parts: [album, shirt] });
  expect(readProduct({ product }).shown.text).toContain("Plus shipping from €4.90");
  const files = aPageProduct({ type: "bundle", parts: [album] });
  expect(readProduct({ product: files }).shown.text).not.toContain("hipping");
});
