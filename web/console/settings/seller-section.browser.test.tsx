import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { type ConnectStatus, connectRoutes } from "../../../contract/api/connect.ts";
import { type Seller, sellerRoutes } from "../../../contract/api/sellers.ts";
import { expectAccessible } from "../../testing/accessibility.ts";
import { aCreator } from "../../testing/entities.ts";
import { expectFitsPhone } from "../../testing/phone.ts";
import { NOT_CONNECTED, renderSettings } from "../../testing/render-settings.tsx";

const SELLER: Seller = {
  legal_name: "Vera Stone GmbH",
  address: "Hauptstraße 1\n10115 Berlin",
  country: "DE",
  email: "shop@vera.example",
  phone: null,
  vat_id: "DE123456789",
  register: null,
  is_trader: true,
  tax_note: null,
  terms_url: null,
  delivery_time: null,
  pays_return: false,
  withdrawal_note: null,
};

const section = () => page.getByRole("region", { name: "Seller details" });
const field = (name: string) => section().getByLabelText(name);
const save = () => section().getByRole("button", { name: "Save changes" });

test("details are entered, checked, saved and summed up", async () => {
  const { server } = await renderSettings();
  const saved = server.respond(sellerRoutes.save, { seller: SELLER });
  await expect.element(section()).toHaveTextContent("No seller details yet.");
  await field("Legal name").fill(" ");
  await save().click();
  await expect.element(section()).toHaveTextContent("Choose business or private person.");
  await expect.element(section()).toHaveTextContent("Legal name is required.");
  await expect.element(section()).toHaveTextContent("Choose a country.");
  await expect.element(field("As a business")).toHaveFocus();
  await expectAccessible();
  await expectFitsPhone();
  await field("As a business").click();
  await field("Legal name").fill("Vera Stone GmbH");
  await field("Postal address").fill("Hauptstraße 1\n10115 Berlin");
  await field("Country").selectOptions("Germany");
  await field("Email").fill("shop@vera.example");
  await field("VAT ID").fill("DE123456789");
  await field("Delivery time").fill("3 to 5 working days");
  await field("I pay for goods that are sent back").click();
  await field("Note on withdrawals").fill("Frames are made to measure.");
  await save().click();
  await expect.element(page.getByText("Changes saved")).toBeVisible();
  await expect.element(section()).toHaveTextContent("Sold by Vera Stone GmbH, a business in Germany.");
  await expect
    .element(section().getByRole("link", { name: "View the public page" }))
    .toHaveAttribute("href", "/@vera/legal");
  expect(saved.map(({ body }) => body)).toEqual([
    {
      legalName: "Vera Stone GmbH",
      address: "Hauptstraße 1\n10115 Berlin",
      country: "DE",
      email: "shop@vera.example",
      phone: null,
      vatId: "DE123456789",
      register: null,
      isTrader: true,
      taxNote: null,
      termsUrl: null,
      deliveryTime: "3 to 5 working days",
      paysReturn: true,
      withdrawalNote: "Frames are made to measure.",
    },
  ]);
});

test("a ready account without seller details says that buyers cannot pay", async () => {
  const ready: ConnectStatus = {
    ...NOT_CONNECTED,
    connected: true,
    mode: "live",
    kind: "connected",
    canSell: true,
    country: "DE",
    account: { id: "acct_1", requirements: { currentlyDue: [], pastDue: [] } },
  };
  await renderSettings({
    creator: aCreator({ payment_provider: "stripe" }),
    server: (server) => server.respond(connectRoutes.status, ready),
  });
  await expect.element(section()).toHaveTextContent("Buyers can't pay until you add your seller details.");
});

test("saved details are in the form again; leaving asks before changes are lost", async () => {
  await renderSettings({ server: (server) => server.respond(sellerRoutes.show, { seller: SELLER }) });
  await expect.element(field("As a business")).toBeChecked();
  await expect.element(field("Country")).toHaveValue("DE");
  await field("Legal name").fill("Vera");
  await page.getByRole("link", { name: "Products", exact: true }).click();
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  await expect.element(question).toHaveTextContent("Not saved yet: Seller details.");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect.element(field("Legal name")).toHaveValue("Vera");
});

test("an error of the server is shown at its field, and nothing is lost", async () => {
  const { server } = await renderSettings({
    server: (fake) => fake.respond(sellerRoutes.show, { seller: SELLER }),
  });
  server.fail(sellerRoutes.save, {
    status: 400,
    error: "Enter a valid VAT ID.",
    details: { fieldErrors: { vatId: ["Enter a valid VAT ID."] }, formErrors: [] },
  });
  await field("Legal name").fill("Vera");
  await save().click();
  await expect.element(section()).toHaveTextContent("Enter a valid VAT ID.");
  await expect.element(field("Legal name")).toHaveValue("Vera");
});

test("details that cannot be loaded can be loaded again", async () => {
  const { server } = await renderSettings({
    server: (fake) => fake.fail(sellerRoutes.show, { status: 500, error: "Something went wrong." }),
  });
  await expect.element(section().getByRole("alert")).toHaveTextContent("Something went wrong.");
  server.respond(sellerRoutes.show, { seller: SELLER });
  await section().getByRole("button", { name: "Try again" }).click();
  await expect.element(section()).toHaveTextContent("Sold by Vera Stone GmbH");
});
