import { afterEach, expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { pagePreviewRoutes } from "../../../contract/api/page-preview.ts";
import { productRoutes } from "../../../contract/api/products.ts";
import { tileMessages } from "../../../contract/api/tile-messages.ts";
import { tileRoutes } from "../../../contract/api/tiles.ts";
import { sentence } from "../../../contract/texts.ts";
import { aProduct, aTile } from "../../testing/console-entities.ts";
import { expectAccessibleAndFits, expectAccessibleAtEveryWidth } from "../../testing/phone.ts";
import { renderConsole } from "../../testing/render-console.tsx";
import { renderShop } from "../../testing/shop.ts";

const bowl = aProduct({ id: 1, name: "Bowl", price_cents: 2500, type: "physical" });
const cup = aProduct({ id: 2, name: "Cup", price_cents: 1200, active: false, type: "physical" });

const field = (label: string) => page.getByLabelText(label, { exact: true });
const button = (name: string) => page.getByRole("button", { name, exact: true });
const link = (name: string) => page.getByRole("link", { name, exact: true });
const row = (name: RegExp) => page.getByRole("row", { name });
const heading = (name: string) => page.getByRole("heading", { name, exact: true });
const fold = (title: string) => page.getByRole("group").getByText(title, { exact: true }).first();

const open = (path: string, given: Parameters<typeof renderShop>[1] = { products: [cup, bowl] }) =>
  renderShop(`/dashboard/products${path}`, given);

async function expectNewForm() {
  await expect.element(heading("New product")).toBeVisible();
  await expect.element(field("Name")).toHaveValue("");
  await expect.element(field("Price (EUR)")).toHaveValue("10.00");
  await expect.element(page.getByRole("radio", { name: "Digital" })).toBeChecked();
  await expect.element(page.getByRole("switch", { name: "Active", exact: true })).toBeChecked();
}

afterEach(() => page.viewport(1280, 860));

test("starts a new product with default values, also after an edit was cancelled, saved or deleted", async () => {
  const { router } = await open("/new");
  await expectNewForm();
  expect(document.title).toBe("New product · Tessera");
  await expectAccessibleAtEveryWidth();
  await link("All products").click();

  await link("Edit Bowl").click();
  await expect.element(heading("Edit Bowl")).toBeVisible();
  expect(router.state.location.pathname).toBe("/dashboard/products/1");
  await expect.element(field("Price (EUR)")).toHaveValue("25.00");
  await field("Name").fill("A changed bowl");
  await button("Cancel").click();
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect.element(field("Name")).toHaveValue("A changed bowl");
  await button("Cancel").click();
  await question.getByRole("button", { name: "Leave" }).click();
  await expect.element(row(/^Bowl/)).toBeVisible();
  await link("Add product").click();
  await expectNewForm();
  await button("Cancel").click();

  await link("Edit Bowl").click();
  await field("Price (EUR)").fill("31");
  await button("Save product").click();
  await expect.element(row(/^Bowl.*€31\.00/)).toBeVisible();
  await expect.element(page.getByText("Bowl saved.")).toBeVisible();

  await link("Edit Cup").click();
  await expect.element(page.getByRole("switch", { name: "Active", exact: true })).not.toBeChecked();
  await field("Name").fill("A changed cup");
  await button("Delete product").click();
  await expect.element(page.getByText("Cup deleted.")).toBeVisible();
  await expect.element(row(/^Bowl/)).toBeVisible();
  await expect.element(row(/^Cup/)).not.toBeInTheDocument();
  await link("Add product").click();
  await expectNewForm();
});

test("leads back from a product that does not exist", async () => {
  await open("/77");
  await expect.element(page.getByText("This product doesn't exist, or it isn't yours.")).toBeVisible();
  await expectAccessibleAtEveryWidth();
  await link("All products").click();
  await expect.element(row(/^Bowl/)).toBeVisible();
});

test("offers to load a product again", async () => {
  const { server } = await renderConsole("/dashboard/products/1", {
    server: (server) => {
      server.respond(tileRoutes.list, { tiles: [] });
      server.fail(productRoutes.list, { status: 500, error: "Something went wrong." });
    },
  });
  await expect.element(page.getByRole("alert")).toHaveTextContent("Something went wrong.");
  server.respond(productRoutes.list, { products: [bowl] });
  await button("Try again").click();
  await expect.element(heading("Edit Bowl")).toBeVisible();
});

test("asks before unsaved changes are lost", async () => {
  await open("/new");
  await field("Name").fill("Half a thought");
  await link("All products").click();
  const dialog = page.getByRole("dialog", { name: "Leave without saving?" });
  await expect.element(dialog).toHaveTextContent("You have unsaved changes.");
  await expectAccessibleAtEveryWidth();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect.element(field("Name")).toHaveValue("Half a thought");
  await link("All products").click();
  await dialog.getByRole("button", { name: "Leave" }).click();
  await expect.element(row(/^Bowl/)).toBeVisible();
});

/** Saves a product slowly, and opens another one before the response. */
async function leaveWhileSaving() {
  const { server } = await open("/1");
  const response = Promise.withResolvers<{ product: typeof bowl }>();
  server.respond(productRoutes.update, () => response.promise);
  await field("Name").fill("Blue bowl");
  await button("Save product").click();
  await link("All products").click();
  await button("Leave").click();
  await link("Edit Cup").click();
  return response;
}

test("leaves the form of a product alone that was opened during a slow save", async () => {
  const response = await leaveWhileSaving();
  await field("Description").fill("For coffee.");
  response.resolve({ product: { ...bowl, name: "Blue bowl" } });
  await expect.element(page.getByText("Blue bowl saved.")).toBeVisible();
  await expect.element(heading("Edit Cup")).toBeVisible();
  await expect.element(field("Description")).toHaveValue("For coffee.");
});

test("reports a failed save after its form was closed", async () => {
  const response = await leaveWhileSaving();
  response.reject(new TypeError("Failed to fetch"));
  await expect.element(page.getByText("Blue bowl: Couldn't save product.")).toBeVisible();
  await expect.element(field("Name")).toHaveValue("Cup");
  await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
});

test("keeps text typed while a new product is saved, and adds it to that product", async () => {
  const { server, shop, updated, router } = await open("/new", {});
  const response = Promise.withResolvers<void>();
  const vase = aProduct({ id: 7, name: "Vase" });
  const created = server.respond(productRoutes.create, async () => {
    await response.promise;
    shop.products = [vase];
    return { product: vase };
  });
  await page.getByRole("radio", { name: "Physical" }).click({ force: true });
  await field("Name").fill("Vase");
  await button("Create product").click();
  await field("Description").fill("Tall and blue.");
  const focused: (EventTarget | null)[] = [];
  const noteFocus = ({ target }: FocusEvent) => focused.push(target);
  document.addEventListener("focusin", noteFocus);
  onTestFinished(() => document.removeEventListener("focusin", noteFocus));
  response.resolve();
  await expect.element(heading("Edit Vase")).toBeVisible();
  await expect.element(field("Description")).toHaveValue("Tall and blue.");
  // Simulates a reload.
  await expect.poll(() => router.state.location.pathname).toBe("/dashboard/products/7");
  const save = button("Save product");
  const saveButton = await save.findElement();
  await save.click();
  await expect.poll(() => focused[0]).toBe(saveButton);
  await expect.element(row(/^Vase/)).toBeVisible();
  await link("Add product").click();
  await expectNewForm();
  expect(created).toHaveLength(1);
  expect(updated.map(({ params, body }) => ({ ...params, body }))).toMatchObject([
    { id: "7", body: { name: "Vase", description: "Tall and blue." } },
  ]);
});

test("keeps the form of a product that disappears from the list", async () => {
  const { shop, queryClient } = await open("/1");
  await field("Name").fill("Blue bowl");
  shop.products = [cup];
  await queryClient.invalidateQueries({ queryKey: ["products"] });
  await expect.element(field("Name")).toHaveValue("Blue bowl");
});

test("shows the setting of a folded part, and opens it at an error", async () => {
  const { server } = await open("/1", { products: [{ ...bowl, min_price_cents: 500, stock: 3 }] });
  await expect.element(page.getByText("From €5.00")).toBeVisible();
  await expect.element(page.getByText("3 left")).toBeVisible();
  await expect.element(page.getByText("/@vera/bowl").first()).toBeVisible();
  await expect.element(field("Stock")).not.toBeVisible();
  await field("Price (EUR)").fill("4");
  await button("Save product").click();
  await expect.element(page.getByText("The minimum must be at most the price.")).toBeVisible();
  await expect.element(field("Minimum (EUR)")).toHaveFocus();
  await expectAccessibleAtEveryWidth();
  await field("Minimum (EUR)").fill("3");
  server.reject(productRoutes.update, { slug: "Another product of yours has this link." }, 409);
  await button("Save product").click();
  await expect.element(field("Page link")).toHaveFocus();
  // A closed part opens with the next attempt.
  await fold("Page link").click();
  await expect.element(field("Page link")).not.toBeVisible();
  await button("Save product").click();
  await expect.element(field("Page link")).toHaveFocus();
});

test("fits a phone, and is saved by keyboard", async () => {
  await page.viewport(360, 740);
  await open("/1");
  await field("Name").click();
  await userEvent.keyboard("{End} of clay");
  await expectAccessibleAndFits();
  expect(document.querySelector("iframe")).toBeNull();
  await userEvent.keyboard("{Enter}");
  await expect.element(row(/^Bowl of clay/)).toBeVisible();
});

test("shows the product's page with unsaved values beside its form", async () => {
  const { server } = await open("/1");
  const requests = server.respond(pagePreviewRoutes.renderProduct, {
    html: "<!doctype html><p>Page</p>",
    scheme: null,
  });
  await field("Name").fill("");
  await expect.poll(() => requests.at(-1)?.body).toMatchObject({ id: 1, content: { name: "Product" } });
  await field("Name").fill("Blue bowl");
  await expect
    .poll(() => requests.at(-1)?.body)
    .toMatchObject({ id: 1, scheme: "light", content: { name: "Blue bowl", priceCents: 2500 } });
  await expect.poll(() => document.querySelector("iframe")?.contentDocument?.body.textContent).toBe("Page");
  const count = requests.length;
  await field("Price (EUR)").fill("-1");
  await page.getByRole("button", { name: "Dark" }).click();
  await expect
    .poll(() => requests.at(-1)?.body)
    .toMatchObject({ scheme: "dark", content: { priceCents: 2500 } });
  expect(requests.length).toBe(count + 1);
  // A tip has no page.
  await page.getByRole("radio", { name: "Tip" }).click();
  await expect.poll(() => document.querySelector("iframe")).toBeNull();
});

test("saves a product and puts it on the page in one step", async () => {
  const { createdTiles, created } = await open("/new", { products: [bowl] });
  await page.getByRole("radio", { name: "Physical" }).click({ force: true });
  await field("Name").fill("Vase");
  await button("Save and put on page").click();
  await expect.element(page.getByText("Vase saved.")).toBeVisible();
  await expect.element(page.getByText("Vase is on your page.")).toBeVisible();
  await expect.element(row(/^Vase.* On your page/)).toBeVisible();
  expect(created).toHaveLength(1);
  expect(createdTiles).toMatchObject([{ body: { title: "Vase", type: "product", productId: 101 } }]);
});

test("only saves a product that is already on the page", async () => {
  const { createdTiles } = await open("/1", {
    products: [bowl],
    tiles: [aTile({ type: "product", product_id: 1 })],
  });
  await expect.element(button("Save product")).toBeVisible();
  await expect.element(button("Save and put on page")).not.toBeInTheDocument();
  await button("Save product").click();
  await expect.element(row(/^Bowl/)).toBeVisible();
  expect(createdTiles).toEqual([]);
});

test("saves a product that does not fit on a full page, and says so in the list", async () => {
  const { server, created } = await open("/new", { products: [bowl] });
  server.fail(tileRoutes.create, {
    status: 403,
    code: "tiles.limit_reached",
    error: sentence(tileMessages.limitReached),
  });
  await page.getByRole("radio", { name: "Physical" }).click({ force: true });
  await field("Name").fill("Vase");
  await button("Save and put on page").click();
  await expect
    .element(page.getByRole("alert"))
    .toHaveTextContent(
      `Vase is saved, but not on your page yet. ${sentence(tileMessages.limitReached)} See plans`,
    );
  await expect.element(link("See plans")).toHaveAttribute("href", "/dashboard/settings");
  await expect.element(row(/^Vase/)).toBeVisible();
  expect(created).toHaveLength(1);
  await expectAccessibleAtEveryWidth();
});
