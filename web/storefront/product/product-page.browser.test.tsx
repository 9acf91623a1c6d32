import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { aPageProduct, aPublicCreator } from "../../testing/entities.ts";
import { expectLink } from "../../testing/expectations.ts";
import { expectAccessibleAtEveryWidth } from "../../testing/phone.ts";
import { renderPage, renderProduct } from "../../testing/render-page.tsx";

const DESCRIPTION =
  "# What is in it\nSix **glazes**\n\n- [recipes](https://a.example)\n- <b>notes</b>\n\n![x](javascript:alert(1))";

test("shows the description formatted, and everything else as text", async () => {
  renderProduct({
    product: aPageProduct({ description: DESCRIPTION, file: { kind: "PDF", size: 3_300_000 } }),
  });
  await expect.element(page.getByRole("heading", { level: 1, name: "Bowl" })).toBeVisible();
  await expect.element(page.getByRole("heading", { level: 2, name: "What is in it" })).toBeVisible();
  expect(
    page
      .getByRole("listitem")
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(["recipes", "<b>notes</b>"]);
  const link = page.getByRole("link", { name: "recipes" }).element();
  expect(link.getAttribute("rel")).toBe("nofollow ugc noopener");
  expect(link.getAttribute("href")).toBe("https://a.example/");
  await expect.element(page.getByText("![x](javascript:alert(1))")).toBeVisible();
  await expect.element(page.getByText("PDF file, 3.1 MB")).toBeVisible();
  await expectLink("Ada @ada", "/@ada");
});

test("is bought by its tile, or without a tile as a product", async () => {
  const { unmount } = renderProduct({}, { withScripts: false });
  const field = () => document.querySelector<HTMLInputElement>('form[action="/checkout/start"] input');
  expect([field()?.name, field()?.value]).toEqual(["tileId", "7"]);
  unmount();
  renderProduct({ tileId: null, product: aPageProduct({ id: 12 }) });
  expect([field()?.name, field()?.value]).toEqual(["productId", "12"]);
  const fetched = vi
    .spyOn(window, "fetch")
    .mockResolvedValue(Response.json({ error: "Sold.", code: "x" }, { status: 409 }));
  await page.getByRole("button", { name: "Purchase & Download" }).click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("Sold.");
  expect(fetched.mock.calls[0]?.[1]?.body).toBe('{"productId":12,"source":"direct","campaign":null}');
});

test("offers to buy goods and to get free products, not to purchase and download them", async () => {
  const goods = renderProduct({ product: aPageProduct({ type: "physical" }) });
  await expect.element(page.getByRole("button", { name: "Buy", exact: true })).toBeVisible();
  await expect.element(page.getByText(/download link/)).not.toBeInTheDocument();
  goods.unmount();
  renderProduct({ product: aPageProduct({ price_cents: 0 }) });
  await expect.element(page.getByRole("button", { name: "Get it for free" })).toBeVisible();
});

test("has no button when sold out", async () => {
  renderProduct({ product: aPageProduct({ sold_out: true }) });
  await expect.element(page.getByText("Sold out")).toBeVisible();
  expect(page.getByRole("button", { name: "Purchase & Download" }).elements()).toEqual([]);
});

test("names shipping and delivery time, in the mock checkout as well", async () => {
  const product = aPageProduct({ type: "physical", shipping_cents: 450 });
  const seller = { name: "Ada", country: "DE", is_trader: true, delivery_time: "3 to 5 days" };
  renderProduct({ product, creator: aPublicCreator({ sells: "mock", seller }) });
  await expect.element(page.getByText("Plus shipping from €4.50")).toBeVisible();
  await expect.element(page.getByText("Delivery time: 3 to 5 days")).toBeVisible();
});

test("shares its own URL", async () => {
  renderProduct();
  await page.getByRole("button", { name: "Share" }).click();
  await expect
    .element(page.getByRole("textbox", { name: "Link to this page" }))
    .toHaveValue("https://tessera.example/@ada/bowl");
});

test("is accessible without images, with a long right-to-left name, and as a missing product", async () => {
  const { unmount } = renderProduct({
    product: aPageProduct({ name: "كوب الصباح ".repeat(12), description: DESCRIPTION }),
  });
  await expectAccessibleAtEveryWidth();
  unmount();
  renderPage({ page: "product-missing" });
  await expectLink("Back to the creator's page", "./");
  await expectAccessibleAtEveryWidth();
});
