import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { creatorRoutes } from "../../../contract/api/creators.ts";
import { productRoutes } from "../../../contract/api/products.ts";
import { aCreator, aProduct } from "../../testing/console-entities.ts";
import { endSession } from "../../testing/session.ts";
import { renderShop } from "../../testing/shop.ts";

const vera = aCreator();
const bowl = aProduct({ id: 7, name: "Bowl", type: "physical" });
const RESTORED = "We kept your unsaved changes.";

const field = (label: string) => page.getByLabelText(label, { exact: true });
const button = (name: string) => page.getByRole("button", { name, exact: true });

const openProduct = (path: string) => renderShop(path, { products: [bowl] }, { creator: vera });

/** A save fails because the session has expired. Then the creator signs in again in the same tab. */
async function saveSignedOut({ server, router }: Awaited<ReturnType<typeof openProduct>>, save: string) {
  const path = router.state.location.pathname;
  endSession(server, productRoutes.update, productRoutes.create);
  await button(save).click();
  // Waits until the sign-in page is complete before the session starts again.
  await expect.element(page.getByLabelText("Email")).toBeVisible();
  expect(router.state.location.search).toBe(`?redirect=${encodeURIComponent(path)}`);
  server.respond(creatorRoutes.me, { creator: vera });
}

test("restores an edited product after signing in again, and saves it", async () => {
  const console = await openProduct("/dashboard/products/7");
  await field("Name").fill("Blue bowl");
  await field("Price (EUR)").fill("31.50");
  await saveSignedOut(console, "Save product");
  const updated = console.server.respond(productRoutes.update, () => {
    console.shop.products = [{ ...bowl, name: "Blue bowl", price_cents: 3150 }];
    return { product: { ...bowl, name: "Blue bowl", price_cents: 3150 } };
  });
  await console.router.navigate("/dashboard/products/7");
  await expect.element(page.getByText(RESTORED)).toBeVisible();
  await expect.element(page.getByRole("heading", { name: "Edit Bowl" })).toBeVisible();
  await expect.element(field("Name")).toHaveValue("Blue bowl");
  await button("Save product").click();
  await expect.element(page.getByRole("row", { name: /^Blue bowl.*€31\.50/ })).toBeVisible();
  await page.getByRole("link", { name: "Edit Blue bowl" }).click();
  await expect.element(field("Name")).toHaveValue("Blue bowl");
  await expect.element(page.getByText(RESTORED)).not.toBeInTheDocument();
  expect(updated).toMatchObject([{ params: { id: "7" }, body: { name: "Blue bowl", priceCents: 3150 } }]);
  expect(Object.keys(sessionStorage)).not.toContain("tessera-draft-product-1");
});

test("restores a half-filled new product once, also from the list", async () => {
  const console = await openProduct("/dashboard/products/new");
  await page.getByRole("radio", { name: "Physical" }).click({ force: true });
  await field("Name").fill("Vase");
  await saveSignedOut(console, "Create product");
  await console.router.navigate("/dashboard/products");
  await expect.element(field("Name")).toHaveValue("Vase");
  await expect.element(page.getByText(RESTORED)).toBeVisible();
  await button("Cancel").click();
  await button("Leave").click();
  await page.getByRole("link", { name: "Add product" }).click();
  await expect.element(field("Name")).toHaveValue("");
  await expect.element(page.getByText(RESTORED)).not.toBeInTheDocument();
});

test("turns the draft of a product that was deleted meanwhile into a new product", async () => {
  const console = await openProduct("/dashboard/products/7");
  await field("Name").fill("Blue bowl");
  console.shop.products = [];
  await saveSignedOut(console, "Save product");
  console.queryClient.removeQueries({ queryKey: ["products"] });
  await console.router.navigate("/dashboard/products/7");
  await expect.element(page.getByRole("heading", { name: "New product" })).toBeVisible();
  await expect.element(field("Name")).toHaveValue("Blue bowl");
  await expect.element(button("Create product")).toBeVisible();
});
