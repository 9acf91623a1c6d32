import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { productRoutes } from "../../../contract/api/products.ts";
import { expectAccessible } from "../../testing/accessibility.ts";
import { aProduct } from "../../testing/console-entities.ts";
import { renderShop } from "../../testing/shop.ts";

const field = (label: string) => page.getByLabelText(label, { exact: true });
const save = page.getByRole("button", { name: "Save product" });
const fold = page.getByText("Second offer", { exact: true });
const choice = field("Also offer in the checkout");
const POSTER = aProduct({ id: 4, name: "Poster", type: "physical", price_cents: 1500 });
const OFFERING = { offer_product_id: 4, offer_price_cents: 800, offer_text: "For your wall." };

const open = (given: Parameters<typeof aProduct>[0] = {}, others = [POSTER]) =>
  renderShop("/dashboard/products/1", {
    products: [aProduct({ id: 1, name: "Cup", type: "physical", ...given }), ...others],
  });

test("offers another product of the currency that contains nothing of this one, at its own price", async () => {
  const { updated } = await open({}, [
    POSTER,
    aProduct({ id: 5, name: "Notes", type: "digital", price_cents: 900, active: false }),
    aProduct({ id: 6, name: "Coffee", type: "tip" }),
    aProduct({ id: 7, name: "Set", type: "bundle", price_cents: 2000, bundle_items: [4] }),
    aProduct({ id: 9, name: "All", type: "bundle", bundle_items: [1, 4] }),
    aProduct({ id: 8, name: "Dollar notes", type: "digital", currency: "usd" }),
  ]);
  await fold.click();
  await expect
    .poll(() =>
      choice
        .getByRole("option")
        .elements()
        .map(({ textContent }) => textContent),
    )
    .toEqual(["Nothing", "Poster, €15.00", "Notes, €9.00 (inactive: not shown to buyers)", "Set, €20.00"]);
  await choice.selectOptions("Poster, €15.00");
  const price = field("Its price here (EUR)");
  await expect.element(price).toHaveValue("15.00");
  await expect.element(price).toHaveAccessibleDescription("By itself it costs €15.00.");
  await price.fill("8");
  await field("Why it goes well with this").fill("For your wall.");
  await expect.element(page.getByText("Poster for €8.00")).toBeVisible();
  await expectAccessible();
  await save.click();
  await expect
    .poll(() => updated.at(-1)?.body)
    .toMatchObject({ offerProductId: 4, offerPriceCents: 800, offerText: "For your wall." });
});

test("removes the offer, also with a price that was typed wrongly", async () => {
  const { updated } = await open(OFFERING);
  await fold.click();
  await expect.element(choice).toHaveValue("4");
  await field("Its price here (EUR)").fill("1.500");
  await save.click();
  await expect.element(field("Its price here (EUR)")).toHaveAccessibleDescription(/could be/);
  await choice.selectOptions("Nothing");
  await expect.element(field("Its price here (EUR)")).not.toBeInTheDocument();
  await save.click();
  await expect
    .poll(() => updated.at(-1)?.body)
    .toMatchObject({ offerProductId: null, offerPriceCents: null, offerText: null });
});

test("requires a price, and opens the fold at it", async () => {
  const { updated } = await open(OFFERING);
  await fold.click();
  await field("Its price here (EUR)").fill("");
  await fold.click();
  await save.click();
  await expect
    .element(field("Its price here (EUR)"))
    .toHaveAccessibleDescription(/Enter the price of the offered product\.$/);
  await expect.element(field("Its price here (EUR)")).toHaveFocus();
  expect(updated).toEqual([]);
});

test("shows the server's rejection at the choice", async () => {
  const { server } = await open(OFFERING);
  const error = "Choose a product of yours to offer.";
  server.fail(productRoutes.update, {
    ...{ status: 400, error },
    details: { fieldErrors: { offerProductId: [error] }, formErrors: [] },
  });
  await field("Name").fill("Mug");
  await save.click();
  await expect.element(choice).toHaveAccessibleDescription(new RegExp(error));
});

test("keeps the offer of a deleted product until it is removed", async () => {
  const { updated } = await open(OFFERING, []);
  await fold.click();
  await expect.element(choice.getByRole("option", { name: /^A deleted product/ })).toBeInTheDocument();
  await expect.element(choice).toHaveValue("4");
  await field("Name").fill("Mug");
  await save.click();
  await expect.poll(() => updated.at(-1)?.body).toMatchObject({ name: "Mug", offerProductId: 4 });
});
