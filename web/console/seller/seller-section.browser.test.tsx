import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { connectRoutes } from "../../../contract/api/connect.ts";
import { sellerRoutes } from "../../../contract/api/sellers.ts";
import { aSeller } from "../../testing/buyer-entities.ts";
import { aCreator, READY } from "../../testing/console-entities.ts";
import { expectLink } from "../../testing/expectations.ts";
import { expectAccessibleAndFits } from "../../testing/phone.ts";
import { renderSettings } from "../../testing/render-settings.tsx";

const SELLER = aSeller({ legal_name: "Vera Stone GmbH", email: "shop@vera.example", vat_id: "DE123456789" });

const only = ["seller"] as const;
const section = () => page.getByRole("region", { name: "Seller details" });
const field = (name: string) => section().getByLabelText(name);
const save = () => section().getByRole("button", { name: "Save changes" });

test("checks, saves and summarises the details", async () => {
  const { server } = await renderSettings({ only });
  const saved = server.respond(sellerRoutes.save, { seller: SELLER });
  await expect.element(section()).toHaveTextContent("No seller details yet.");
  await field("Legal name").fill(" ");
  await save().click();
  await expect.element(section()).toHaveTextContent("Choose business or private person.");
  await expect.element(section()).toHaveTextContent("Legal name is required.");
  await expect.element(section()).toHaveTextContent("Choose a country.");
  await expect.element(field("As a business")).toHaveFocus();
  await expectAccessibleAndFits();
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
  await expectLink("View the public page", "/@vera/legal", section());
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

test("says that buyers cannot pay a ready account without seller details", async () => {
  await renderSettings({
    only,
    creator: aCreator({ payment_provider: "stripe" }),
    server: (server) => server.respond(connectRoutes.status, { ...READY, mode: "live" }),
  });
  await expect.element(section()).toHaveTextContent("Buyers can't pay until you add your seller details.");
});

test("shows saved details in the form again, and asks before changes are lost", async () => {
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

test("shows a server error at its field and loses nothing", async () => {
  const { server } = await renderSettings({
    only,
    server: (fake) => fake.respond(sellerRoutes.show, { seller: SELLER }),
  });
  server.reject(sellerRoutes.save, { vatId: "Enter a valid VAT ID." });
  await field("Legal name").fill("Vera");
  await save().click();
  await expect.element(section()).toHaveTextContent("Enter a valid VAT ID.");
  await expect.element(field("Legal name")).toHaveValue("Vera");
});

test("loads failed details again", async () => {
  const { server } = await renderSettings({
    only,
    server: (fake) => fake.fail(sellerRoutes.show, { status: 500, error: "Something went wrong." }),
  });
  await expect.element(section().getByRole("alert")).toHaveTextContent("Something went wrong.");
  server.respond(sellerRoutes.show, { seller: SELLER });
  await section().getByRole("button", { name: "Try again" }).click();
  await expect.element(section()).toHaveTextContent("Sold by Vera Stone GmbH");
});
