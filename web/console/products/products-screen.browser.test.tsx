import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { productRoutes } from "../../../contract/products.ts";
import { expectAccessible } from "../../testing/accessibility.ts";
import { aCreator, aProduct } from "../../testing/entities.ts";
import { renderConsole } from "../../testing/render-console.tsx";

const creator = aCreator();

test("a creator without products sees the empty list and a new form with the usual values", async () => {
  await renderConsole("/dashboard/products", {
    creator,
    server: (server) => server.respond(productRoutes.list, { products: [] }),
  });
  await expect.element(page.getByText("No products yet.")).toBeVisible();
  await expect.element(page.getByLabelText("Name")).toHaveValue("");
  await expect.element(page.getByLabelText("Price (EUR)")).toHaveValue("10.00");
  await expect.element(page.getByRole("switch", { name: "Active" })).toBeChecked();
  await expectAccessible();
});

test("a list that cannot be loaded offers to try again", async () => {
  const { server } = await renderConsole("/dashboard/products", {
    creator,
    server: (server) => server.fail(productRoutes.list, { status: 500, error: "Something went wrong." }),
  });
  await expect.element(page.getByRole("alert")).toHaveTextContent("Your products could not be loaded.");
  server.respond(productRoutes.list, { products: [aProduct({ name: "Cup" })] });
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(page.getByRole("row", { name: /^Cup/ })).toBeVisible();
});
