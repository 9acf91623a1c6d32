import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { orderGiftRoutes } from "../../../contract/api/order-gifts.ts";
import { aProduct } from "../../testing/console-entities.ts";
import { anOrderDetail } from "../../testing/order-entities.ts";
import { expectAccessibleAtEveryWidth } from "../../testing/phone.ts";
import { renderConsole } from "../../testing/render-console.tsx";
import { serveShop } from "../../testing/shop.ts";

const file = aProduct({ id: 3, name: "Notes", type: "digital", digital_file_path: "private/1", stock: 4 });
const open = (product = file) =>
  renderConsole(`/dashboard/products/${product.id}`, {
    server: (server) => void serveShop(server, { products: [product] }),
  });
const button = (name: string) => page.getByRole("button", { name, exact: true });
const dialog = () => page.getByRole("dialog", { name: "Give a free copy" });

test("gives a free copy and returns the focus", async () => {
  const { server } = await open();
  const given = server.respond(orderGiftRoutes.give, { order: anOrderDetail({ is_free_copy: true }) });
  await button("Give a free copy").click();
  await expect.element(dialog()).toHaveTextContent("takes one from the stock");
  await expectAccessibleAtEveryWidth();
  await page.getByLabelText("Email", { exact: true }).fill("vera@example.org");
  await button("Send free copy").click();
  await expect.element(page.getByText("A free copy is on its way to vera@example.org.")).toBeVisible();
  expect(given.map(({ body }) => body)).toEqual([{ productId: 3, email: "vera@example.org" }]);
  await expect.element(button("Give a free copy")).toHaveFocus();
});

test("keeps the email and shows the reason when the copy is rejected", async () => {
  const { server } = await open();
  server.fail(orderGiftRoutes.give, { status: 409, error: "This is your own email." });
  await button("Give a free copy").click();
  await page.getByLabelText("Email", { exact: true }).fill("ada@example.org");
  await button("Send free copy").click();
  await expect.element(dialog().getByRole("alert")).toHaveTextContent("This is your own email.");
  await expect.element(page.getByLabelText("Email", { exact: true })).toHaveValue("ada@example.org");
});

test("offers no free copy of goods", async () => {
  await open(aProduct({ id: 4, name: "Bowl", type: "physical" }));
  await expect.element(button("Delete product")).toBeVisible();
  await expect.element(button("Give a free copy")).not.toBeInTheDocument();
});
