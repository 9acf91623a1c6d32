import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { aPageProduct } from "../../testing/console-entities.ts";
import { expectLink } from "../../testing/expectations.ts";
import { expectAccessibleAtEveryWidth } from "../../testing/phone.ts";
import { renderPage, renderProduct } from "../../testing/render-page.tsx";

const DESCRIPTION =
  "# What is in it\nSix **glazes**\n\n- [recipes](https://a.example)\n- <b>notes</b>\n\n![x](javascript:alert(1))";

test("starts the checkout of its tile, or of the product without a tile", async () => {
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
  await expectLink("Ada @ada", "/@ada");
  await expectAccessibleAtEveryWidth();
  unmount();
  renderPage({ page: "product-missing" });
  await expectLink("Back to the creator's page", "./");
  await expectAccessibleAtEveryWidth();
});
