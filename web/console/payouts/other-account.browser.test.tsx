import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { accountProfileRoutes } from "../../../contract/api/account-profiles.ts";
import { type ConnectStatus, connectRoutes } from "../../../contract/api/connect.ts";
import { storefrontRoutes } from "../../../contract/api/storefront.ts";
import { aConfig, aCreator, NOT_CONNECTED } from "../../testing/console-entities.ts";
import { expectAccessibleAndFits, expectFitsPhone } from "../../testing/phone.ts";
import { renderSettings } from "../../testing/render-settings.tsx";

const MOLLIE: ConnectStatus = { ...NOT_CONNECTED, provider: "mollie", mode: "test", offers: ["own"] };
const OWN: ConnectStatus = {
  ...MOLLIE,
  connected: true,
  kind: "own",
  canSell: true,
  account: { id: "pfl_1", requirements: { currentlyDue: [], pastDue: [] } },
};
const openSettings = (status: ConnectStatus, creator = {}, query = "") =>
  renderSettings({
    only: ["provider", "get-paid"],
    query,
    creator: aCreator({ is_admin: true, ...creator }),
    server: (server) => {
      server.respond(storefrontRoutes.config, aConfig({ providers: ["stripe", "mollie"] }));
      server.respond(connectRoutes.status, status);
    },
  });
const section = () => page.getByRole("region", { name: "Get paid" });

test("shows an account per provider, and offers administrators the installation's own", async () => {
  const { server } = await openSettings(MOLLIE);
  await expect.element(section().getByRole("heading", { name: "Stripe" })).toBeVisible();
  await expect.element(section().getByRole("heading", { name: "Mollie" })).toBeVisible();
  const requests = server.respond(connectRoutes.own, OWN);
  await section().getByRole("button", { name: "Use this installation's Mollie account" }).click();
  await expectAccessibleAndFits();
  await page.getByRole("button", { name: "Use this account" }).click();
  await expect.element(section().getByText("You sell on this installation's Mollie account.")).toBeVisible();
  expect(requests.map(({ body }) => body)).toEqual([{ provider: "mollie" }]);
});

test("offers to sell through a ready account that is not chosen", async () => {
  await openSettings(OWN, { payment_provider: "stripe" });
  await expect.element(section().getByRole("button", { name: "Sell through Mollie" })).toBeVisible();
});

test("says that the provider does not accept the account", async () => {
  const restriction = { status: "rejected" as const, code: "blocked", resolution: null };
  const account = { id: "pfl_1", requirements: { currentlyDue: [], pastDue: [] }, restriction };
  await openSettings({ ...OWN, canSell: false, account });
  await expect.element(section().getByText(/Mollie does not accept this account/)).toBeVisible();
});

const CONNECTABLE: ConnectStatus = { ...MOLLIE, offers: ["connected"], platformFeeBps: 500 };
const CONNECTED: ConnectStatus = {
  ...OWN,
  kind: "connected",
  offers: ["connected"],
  account: { id: "org_1", requirements: { currentlyDue: [], pastDue: [] } },
};

test("explains the permissions before a creator leaves to connect an account", async () => {
  const { server } = await openSettings(CONNECTABLE, { is_admin: false });
  await expect.element(section().getByText(/platform fee of 5.00%/)).toBeVisible();
  const requests = server.respond(connectRoutes.onboard, {
    ...{ onboardingUrl: "javascript:alert(1)", embeddedClientSecret: null, accountId: null },
    platformFeeBps: 500,
  });
  await section().getByRole("button", { name: "Connect with Mollie" }).click();
  await expect.element(page.getByText(/allow us to take payments and refund them/)).toBeVisible();
  await expectAccessibleAndFits();
  await page.getByRole("button", { name: "Continue to Mollie" }).click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("Unable to start onboarding");
  expect(requests.map(({ body }) => body)).toEqual([{ provider: "mollie" }]);
});

test.for([
  [["mollie.onboarding", "mollie.profile"], /Details that Mollie asks for/, "Continue at Mollie"],
  [[], /Mollie is reviewing your details/, "Manage Mollie account"],
] as const)("says what is missing for an account with %o", async ([currentlyDue, text, button]) => {
  const account = { id: "org_1", requirements: { currentlyDue: [...currentlyDue], pastDue: [] } };
  await openSettings({ ...CONNECTED, canSell: false, account });
  // The fake server returns the same account for Stripe, which is listed first.
  await expect.element(section().getByText(text).last()).toBeVisible();
  await expect.element(section().getByRole("button", { name: button })).toBeVisible();
  await expectFitsPhone();
});

test.for([
  ["refused", "You did not allow the connection at Mollie"],
  ["expired", "This return link was already used"],
  ["taken", "Another page sells on this Mollie account."],
  ["failed", "Mollie did not confirm the connection."],
] as const)("explains a failed return from the provider: %s", async ([failure, text]) => {
  await openSettings(CONNECTABLE, {}, `?connect=${failure}&provider=mollie`);
  await expect.element(section().getByRole("alert")).toHaveTextContent(text);
  await section().getByRole("button", { name: "Close" }).click();
  await expect.element(section().getByRole("alert")).not.toBeInTheDocument();
});

test("describes Mollie as available where the installation offers it", async () => {
  await openSettings(MOLLIE);
  await page.getByRole("combobox", { name: "Provider" }).selectOptions("Mollie");
  await expect.element(page.getByText(/Sales are charged once the account under/)).toBeVisible();
});

test("offers profiles that take payments, and reports a failed selection", async () => {
  const profiles = [
    { id: "pfl_old", name: "An old shop", can_sell: false, selected: false },
    { id: "pfl_books", name: "Books", can_sell: true, selected: true },
    { id: "pfl_bowls", name: "Bowls", can_sell: true, selected: false },
  ];
  const { server } = await renderSettings({
    only: ["get-paid"],
    creator: aCreator({ payment_provider: "mollie" }),
    server: (fake) => {
      fake.respond(storefrontRoutes.config, aConfig({ providers: ["stripe", "mollie"] }));
      fake.respond(connectRoutes.status, CONNECTED);
      fake.respond(accountProfileRoutes.list, { profiles });
    },
  });
  const choice = section().getByRole("combobox", { name: "Website profile at Mollie" });
  await expect.element(choice).toHaveValue("pfl_books");
  await expect
    .element(choice.getByRole("option", { name: "An old shop (takes no payments)" }))
    .toBeDisabled();
  await expectAccessibleAndFits();
  const selected = server.respond(accountProfileRoutes.select, {
    profiles: profiles.map((each) => ({ ...each, selected: each.id === "pfl_bowls" })),
  });
  await choice.selectOptions("Bowls");
  await expect.element(choice).toHaveValue("pfl_bowls");
  await expect
    .poll(() => selected.map(({ body }) => body))
    .toEqual([{ provider: "mollie", profileId: "pfl_bowls" }]);
  server.fail(accountProfileRoutes.select, {
    status: 503,
    error: "Couldn't read the profiles of your account.",
  });
  await choice.selectOptions("Books");
  await expect.element(section()).toHaveTextContent("Couldn't read the profiles of your account.");
});

test("offers no choice for a single profile", async () => {
  await openSettings(CONNECTED);
  await expect.element(section().getByRole("button", { name: "Manage Mollie account" })).toBeVisible();
  await expect.element(section().getByRole("combobox", { name: /Website profile/ })).not.toBeInTheDocument();
});
