import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { productRoutes } from "../../../contract/api/products.ts";
import { type Tile, tileRoutes } from "../../../contract/api/tiles.ts";
import { expectAccessible } from "../../testing/accessibility.ts";
import { aProduct, aTile, aTileProduct } from "../../testing/console-entities.ts";
import { renderDashboard } from "../../testing/dashboard.ts";
import { expectLink, expectText } from "../../testing/expectations.ts";

const UPLOADED = `https://tessera.example/uploads/${"a1".repeat(16)}/960.webp`;
const PICTURE = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/%3E";
/** A square image. */
const PHOTO = new URL("/web/public/apple-touch-icon.png", location.origin).href;
const BOWL = aProduct({ id: 3, name: "Bowl", price_cents: 2500, media_url: PICTURE });
const CUP = aProduct({ id: 4, name: "Cup", price_cents: 900 });

async function openForm({ tiles = [], button = "Add tile" }: { tiles?: Tile[]; button?: string } = {}) {
  const console = await renderDashboard({ tiles: () => tiles, products: [BOWL, CUP] });
  await page.getByRole("button", { name: button }).click();
  return console;
}
const dialog = page.getByRole("dialog", { name: /tile$/ });
const type = dialog.getByLabelText("Type");
const title = dialog.getByLabelText("Title", { exact: true });
const url = dialog.getByLabelText("Destination URL");
const imageUrl = dialog.getByLabelText("Image URL");
const product = dialog.getByRole("combobox", { name: "Product" });
const add = dialog.getByRole("button", { name: "Add tile" });

/** Expects exactly this error in the dialog after a submit. */
async function expectOnlyError(text: string) {
  await add.click();
  await expect.element(dialog.getByText(text, { exact: true })).toBeVisible();
  await expect.poll(() => dialog.element().querySelectorAll("[aria-invalid=true]")).toHaveLength(1);
}

test("checks a tile rule by rule, in the order of the specification", async () => {
  const { server } = await openForm();
  const created = server.respond(tileRoutes.create, { tile: aTile({ title: "My shop" }) });
  await imageUrl.fill("ftp://pictures.example/a.png");
  await expectOnlyError("Title is required.");
  await title.fill("   ");
  await expectOnlyError("Title is required.");
  await title.fill("My shop");
  await expectOnlyError("Image must be a valid URL (include http:// or https://).");
  await imageUrl.fill("");
  await expectOnlyError("Please provide a destination URL.");
  await url.fill("shop.example");
  await expectOnlyError("Destination URL must include http:// or https://");
  await type.selectOptions("product");
  await expectOnlyError("Please select a product.");
  await expectAccessible();
  await product.selectOptions("Bowl · €25.00");
  await add.click();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  expect(created.map(({ body }) => body)).toEqual([
    {
      type: "product",
      title: "My shop",
      titleShown: true,
      description: null,
      imageUrl: null,
      imageAlt: null,
      imageFocus: { x: 50, y: 50 },
      images: [],
      size: "normal",
      url: null,
      productId: 3,
      buttonLabel: null,
      consentText: null,
      goal: null,
      contact: null,
      eventStartsAt: null,
      eventEndsAt: null,
      eventTimeZone: null,
      place: null,
      soldOut: false,
      active: true,
      hidden: false,
      startsAt: null,
      endsAt: null,
    },
  ]);
});

test("asks for an amount instead of a product for a tip", async () => {
  const { server } = await openForm();
  const created = server.respond(tileRoutes.create, { tile: aTile({ type: "tip" }) });
  await type.selectOptions("tip");
  await expect.element(product).not.toBeInTheDocument();
  const amount = dialog.getByLabelText("Suggested amount (EUR)");
  await expect.element(amount).toHaveValue("5.00");
  await title.fill("A coffee");
  for (const wrong of ["0.004", "-5", "abc", "", "99999999999999999999"]) {
    await amount.fill(wrong);
    await expectOnlyError("Enter an amount from €0.50 to €1,000.00.");
    await expect.element(amount).toHaveValue(wrong);
  }
  await amount.fill("3,50");
  await expectText("Visitors choose from €3.50, €7.00, €17.50, or enter another amount from €0.50.", dialog);
  await expectAccessible();
  await add.click();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  expect(created[0]?.body).toMatchObject({ type: "tip", productId: null, tipCents: 350, tipCurrency: "eur" });
});

test("sends the amount of a saved tip only if it was changed, and never another product's", async () => {
  const tip = aProduct({ id: 9, name: "Thanks", type: "tip", price_cents: 300 });
  const tile = aTile({
    ...{ id: 1, type: "tip", title: "Thanks", url: null, product_id: 9 },
    product: aTileProduct({ name: "Thanks", type: "tip", slug: null, price_cents: 300 }),
  });
  const { server } = await openForm({ tiles: [tile], button: "Edit Thanks" });
  server.respond(productRoutes.list, { products: [BOWL, tip] });
  const changed = server.respond(tileRoutes.update, { tile });
  const save = async () => {
    await dialog.getByRole("button", { name: "Save tile" }).click();
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
    await page.getByRole("button", { name: "Edit Thanks" }).click();
  };
  const amount = dialog.getByLabelText("Suggested amount (EUR)");
  await expect.element(amount).toHaveValue("3.00");
  await title.fill("Thank you");
  await save();
  await amount.fill("4");
  await save();
  const [renamed, repriced] = changed.map(({ body }) => body);
  expect(renamed).toMatchObject({ title: "Thank you", productId: 9 });
  expect(renamed).not.toHaveProperty("tipCents");
  expect(repriced).toMatchObject({ productId: 9, tipCents: 400 });
});

test("orders the fields as they are filled in", async () => {
  await openForm();
  const labels = () => [...dialog.element().querySelectorAll("label")].map((label) => label.textContent);
  const shared = ["Description", "Image URL", "Active", "Start", "End", "Hidden"];
  await expect.poll(labels).toEqual(["Paste links", "Type", "Title", "Destination URL", ...shared]);
  await type.selectOptions("product");
  await expect.poll(labels).toEqual(["Paste links", "Type", "Product", "Title", ...shared]);
});

test("clears fields that the new type lacks", async () => {
  await openForm();
  await url.fill("https://shop.example/");
  await type.selectOptions("content");
  await expect.element(url).toHaveValue("https://shop.example/");
  await type.selectOptions("product");
  await expect.element(url).not.toBeInTheDocument();
  await product.selectOptions("Bowl · €25.00");
  await type.selectOptions("tip");
  await expect.element(product).toHaveValue("3");
  await type.selectOptions("link");
  await expect.element(product).not.toBeInTheDocument();
  await expect.element(url).toHaveValue("");
  await type.selectOptions("product");
  await expect.element(product).toHaveValue("");
});

test("fills title and image from a chosen product until another title is typed", async () => {
  await openForm();
  await type.selectOptions("product");
  await product.selectOptions("Cup · €9.00");
  await expect.element(title).toHaveValue("Cup");
  expect(dialog.element().querySelector("img")).toBeNull();
  await product.selectOptions("Bowl · €25.00");
  await expect.element(title).toHaveValue("Bowl");
  await expect.poll(() => dialog.element().querySelector("img")?.src).toBe(PICTURE);
  await title.fill("My bowl");
  await product.selectOptions("Cup · €9.00");
  await expect.element(title).toHaveValue("My bowl");
});

test("hides the URL of an uploaded image", async () => {
  const tile = aTile({ title: "My shop", image_url: UPLOADED });
  const { server } = await openForm({ tiles: [tile], button: "Edit My shop" });
  const saved = server.respond(tileRoutes.update, { tile });
  await expect.element(imageUrl).toHaveValue("");
  await expectText("Your uploaded image is used.", dialog);
  await dialog.getByRole("button", { name: "Save tile" }).click();
  await expect.poll(() => saved[0]?.body).toMatchObject({ imageUrl: UPLOADED });
});

test("keeps the focus on the upload button after an image was removed", async () => {
  await openForm({ tiles: [aTile({ title: "My shop", image_url: UPLOADED })], button: "Edit My shop" });
  await dialog.getByRole("button", { name: "Remove image" }).click();
  await expect.element(dialog.getByLabelText("Upload image")).toHaveFocus();
  await expect.element(imageUrl).toHaveValue("");
});

test("shows a server error in the open dialog, by precedence, and loses no input", async () => {
  const { server } = await openForm();
  await title.fill("My shop");
  await url.fill("https://shop.example/");
  const details = { fieldErrors: { title: ["That title is taken."] }, formErrors: ["Not now."] };
  for (const [failure, text] of [
    [{ error: "No.", details }, "That title is taken."],
    [{ error: "No.", details: { ...details, fieldErrors: {} } }, "Not now."],
    [{ error: "The gallery is closed." }, "The gallery is closed."],
    [{ error: "" }, "Could not save tile."],
    // The field is hidden: a link has no product.
    [{ error: "", details: { fieldErrors: { productId: ["Choose one."] }, formErrors: [] } }, "Choose one."],
  ] as const) {
    server.fail(tileRoutes.create, { status: 400, ...structuredClone(failure) } as Parameters<
      typeof server.fail
    >[1]);
    await add.click();
    await expect.element(dialog.getByText(text, { exact: true })).toBeVisible();
  }
  await expect.element(title).toHaveValue("My shop");
});

test("saves a tile with the next attempt after a lost connection", async () => {
  await page.viewport(360, 560);
  const { server } = await openForm();
  server.disconnect(tileRoutes.create);
  await title.fill("My shop");
  await url.fill("https://shop.example/");
  await add.click();
  await expect.element(dialog.getByRole("alert")).toHaveTextContent("Could not save tile.");
  await expect.element(dialog.getByText("Could not save tile.")).toBeInViewport({ ratio: 1 });
  await page.viewport(1280, 860);
  const created = server.respond(tileRoutes.create, { tile: aTile({ title: "My shop" }) });
  await add.click();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  expect(created[0]?.body).toMatchObject({ title: "My shop", url: "https://shop.example/" });
});

test("turns a tile that was deleted elsewhere into a new one", async () => {
  const { server } = await openForm({ tiles: [aTile({ id: 7, title: "My shop" })], button: "Edit My shop" });
  server.fail(tileRoutes.update, { status: 404, error: "Tile not found." });
  await title.fill("My new shop");
  await dialog.getByRole("button", { name: "Save tile" }).click();
  await expectText("Tile not found.", dialog);
  const created = server.respond(tileRoutes.create, { tile: aTile({ id: 8, title: "My new shop" }) });
  await dialog.getByRole("button", { name: "Save as a new tile" }).click();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  expect(created).toHaveLength(1);
});

test("says that the fifth tile fills the page, focuses its heading, and has room after a deletion", async () => {
  const tiles = [1, 2, 3, 4].map((id) => aTile({ id, title: `Link ${id}` }));
  const { server } = await openForm({ tiles });
  await expect.element(page.getByText("1 tile slots remaining on the Free plan.")).toBeInTheDocument();
  const fifth = aTile({ id: 5, title: "The fifth" });
  server.respond(tileRoutes.create, { tile: fifth });
  server.respond(tileRoutes.list, { tiles: [...tiles, fifth] });
  await title.fill("The fifth");
  await url.fill("https://film.example/");
  await add.click();
  await expect.element(page.getByRole("button", { name: "Upgrade to add more tiles" })).toBeDisabled();
  await expect.element(page.getByRole("heading", { name: "Live tiles" })).toHaveFocus();
  await expect.element(page.getByRole("button", { name: "Add tile" })).not.toBeInTheDocument();
  await expectLink("See plans", "/dashboard/settings");
  await expectText("Free plan tile limit reached. Upgrade for unlimited tiles and remove branding.");

  server.respond(tileRoutes.remove, undefined);
  server.respond(tileRoutes.list, { tiles });
  await page.getByRole("button", { name: "Delete The fifth" }).click();
  await expect.element(page.getByRole("button", { name: "Add tile" })).toBeEnabled();
});

test("describes an image and sets its focal point by click or key", async () => {
  const { server } = await openForm();
  const created = server.respond(tileRoutes.create, { tile: aTile() });
  await title.fill("A cup");
  await url.fill("https://a.example/");
  await expect.element(dialog.getByRole("group", { name: "Focal point" })).not.toBeInTheDocument();
  await imageUrl.fill(PHOTO);
  await dialog.getByLabelText("Image description").fill("A blue cup");
  const image = (await dialog.getByRole("group", { name: "Focal point" }).findElement()).querySelector("img");
  await expect.poll(() => image?.getBoundingClientRect().width).toBe(160);
  await userEvent.click(image as HTMLImageElement, { position: { x: 40, y: 40 } });
  const fromLeft = dialog.getByRole("slider", { name: "From left to right" });
  const slider = fromLeft.element() as HTMLInputElement;
  // The dialog may still move by a pixel.
  await expect.poll(() => Math.abs(slider.valueAsNumber - 25)).toBeLessThan(4);
  const clicked = slider.valueAsNumber;
  slider.focus();
  await userEvent.keyboard("{ArrowRight}{ArrowRight}");
  await expectAccessible();
  await add.click();
  await expect
    .poll(() => created.at(-1)?.body)
    .toMatchObject({
      imageAlt: "A blue cup",
      imageFocus: { x: clicked + 2 },
    });
});

test("adds a text without a title", async () => {
  const { server } = await openForm();
  const created = server.respond(tileRoutes.create, { tile: aTile({ type: "text", title_shown: false }) });
  await type.selectOptions("text");
  await expectOnlyError("Enter the text.");
  await expect.element(dialog.getByRole("switch", { name: "Active" })).not.toBeInTheDocument();
  await dialog.getByLabelText("Text", { exact: true }).fill("> A quiet place.");
  await add.click();
  await expect
    .poll(() => created.at(-1)?.body)
    .toMatchObject({ type: "text", titleShown: false, description: "> A quiet place." });
});

test("requires the end of a countdown, and the picture of a picture", async () => {
  await openForm();
  await type.selectOptions("countdown");
  await title.fill("Out soon");
  await expectOnlyError("Enter the end that the countdown runs to.");
  await type.selectOptions("picture");
  await expectOnlyError("Choose a picture.");
});

test("adds a goal from chosen products", async () => {
  const { server } = await openForm();
  const created = server.respond(tileRoutes.create, { tile: aTile({ type: "goal" }) });
  await type.selectOptions("goal");
  await title.fill("A new kiln");
  await expectOnlyError("Enter a target above 0 and below 10,000,000.");
  await dialog.getByLabelText("Target (EUR)").fill("1,000.50");
  await dialog.getByLabelText("Counts").selectOptions("products");
  await add.click();
  await expectText("Choose the products whose sales count.", dialog);
  await dialog.getByRole("checkbox", { name: "Cup" }).click();
  await dialog.getByLabelText("Count since").fill("2026-02-28");
  await expectAccessible();
  await add.click();
  const goal = { from: "products", currency: "eur", target: 100_050, productIds: [4] };
  await expect
    .poll(() => created.at(-1)?.body)
    .toMatchObject({ type: "goal", goal: { ...goal, current: 0, since: "2026-02-28" } });
});

test("adds a contact with its number in the normal form", async () => {
  const { server } = await openForm();
  const created = server.respond(tileRoutes.create, { tile: aTile({ type: "contact" }) });
  await type.selectOptions("contact");
  await add.click();
  await expectText("Enter an email, a phone number or a WhatsApp number.", dialog);
  await dialog.getByLabelText("Phone").fill("030 1234567");
  await add.click();
  await expectText("Enter the number with + and the country code, such as +49 30 1234567.", dialog);
  await dialog.getByLabelText("Phone").fill("+49 (30) 123-4567");
  await expectAccessible();
  await add.click();
  const contact = { name: null, email: null, phone: "+49301234567", whatsapp: null };
  await expect.poll(() => created.at(-1)?.body).toMatchObject({ type: "contact", contact });
});

test("adds a goal with a number that is set by hand", async () => {
  const { server } = await openForm();
  const created = server.respond(tileRoutes.create, { tile: aTile({ type: "goal" }) });
  await type.selectOptions("goal");
  await title.fill("Readers");
  await dialog.getByLabelText("Counts").selectOptions("hand");
  await dialog.getByLabelText("Unit").selectOptions("");
  await dialog.getByLabelText("Target").fill("500");
  await dialog.getByLabelText("Current value").fill("20");
  await expect.element(dialog.getByLabelText("Count since")).not.toBeInTheDocument();
  await add.click();
  const goal = { from: "hand", currency: null, target: 500, current: 20 };
  await expect.poll(() => created.at(-1)?.body).toMatchObject({ goal });
});

test("offers only blocks where the plan has no room for other tiles", async () => {
  const tiles = Array.from({ length: 5 }, (_, index) => aTile({ id: index + 1, title: `Tile ${index}` }));
  await openForm({ tiles, button: "Add a block" });
  const options = [...type.element().querySelectorAll("option")].map(({ textContent }) => textContent);
  expect(options).toEqual([
    "Heading",
    "Text",
    "Questions",
    "Picture",
    "Gallery",
    "Countdown",
    "Goal",
    "Contact",
  ]);
});

test("asks only for title and description of a heading", async () => {
  const { server } = await openForm();
  const created = server.respond(tileRoutes.create, { tile: aTile() });
  await type.selectOptions("heading");
  await expect
    .element(dialog.getByText("A title between tiles, which nobody can click.", { exact: false }))
    .toBeVisible();
  await expect.element(imageUrl).not.toBeInTheDocument();
  await expect.element(dialog.getByRole("switch", { name: "Active" })).not.toBeInTheDocument();
  await title.fill("Shop");
  await add.click();
  await expect.poll(() => created.at(-1)?.body).toMatchObject({ type: "heading", title: "Shop" });
});
