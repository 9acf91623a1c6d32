import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { announcementRoutes } from "../../../contract/api/announcements.ts";
import { type ConnectStatus, connectRoutes } from "../../../contract/api/connect.ts";
import { creatorRoutes } from "../../../contract/api/creators.ts";
import { storefrontRoutes } from "../../../contract/api/storefront.ts";
import { expectAccessible } from "../../testing/accessibility.ts";
import {
  aConfig,
  aCreator,
  anAccount,
  anOnboarding,
  NOT_CONNECTED,
  READY,
} from "../../testing/console-entities.ts";
import { expectLink } from "../../testing/expectations.ts";
import { expectAccessibleAndFits } from "../../testing/phone.ts";
import { renderSettings } from "../../testing/render-settings.tsx";

const REAL: ConnectStatus = { ...NOT_CONNECTED, mode: "test" };
const CONNECTED: ConnectStatus = { ...READY, mode: "test" };

const openSettings = (status: ConnectStatus, { isAdmin = false } = {}) =>
  renderSettings({
    only: ["provider", "get-paid"],
    creator: aCreator({ is_admin: isAdmin }),
    server: (server) => server.respond(connectRoutes.status, status),
  });
const section = () => page.getByRole("region", { name: "Get paid" });
const button = (name: string) => section().getByRole("button", { name });
const dialog = () => page.getByRole("dialog");
/** Stays on this page: a test cannot follow the browser to another site. */
const providerUrl = `${window.location.pathname}${window.location.search}#stripe`;
const country = () => dialog().getByRole("combobox", { name: "Country you sell from" });

test("asks for the country of a real account, which cannot be changed later", async () => {
  const { server } = await openSettings(REAL);
  await expect.element(section()).toHaveTextContent("Test mode: no real money.");
  const requests = server.respond(connectRoutes.onboard, anOnboarding(providerUrl));
  await button("Start Stripe onboarding").click();
  await expect.element(dialog()).toHaveTextContent("This cannot be changed later.");
  await expectAccessibleAndFits();
  await country().selectOptions("Austria");
  await dialog().getByRole("button", { name: "Continue to Stripe" }).click();
  await expect.poll(() => window.location.hash).toBe("#stripe");
  expect(requests.map(({ body }) => body)).toEqual([{ country: "AT" }]);
});

test("asks for no country in the sandbox", async () => {
  await openSettings(NOT_CONNECTED);
  await button("Start Stripe onboarding").click();
  await expect.element(dialog()).toBeVisible();
  await expect.element(country()).not.toBeInTheDocument();
});

const STATES = [
  [{ ...CONNECTED }, "Your Stripe account is connected and complete.", "Manage Stripe account"],
  [{ ...CONNECTED, canSell: false }, "Stripe is reviewing your details.", "Resume onboarding"],
  [
    { ...CONNECTED, canSell: false, account: anAccount(["external_account"]) },
    "A bank account or card for your payouts",
    "Resume onboarding",
  ],
  [
    { ...CONNECTED, canSell: false, account: anAccount(["external_account"], ["external_account"]) },
    "Stripe has paused your payments.",
    "Resume onboarding",
  ],
  [
    { ...CONNECTED, account: anAccount(["external_account"], ["external_account"]) },
    "Stripe will soon pause your payments.",
    "Resume onboarding",
  ],
  [{ ...CONNECTED, kind: "own" }, "You sell on this installation's Stripe account.", "Manage Stripe account"],
  [
    { ...CONNECTED, kind: "own", canSell: false },
    "Stripe does not take payments for this installation's account",
    "Manage Stripe account",
  ],
] as const;

test("describes each state of an account", async () => {
  const { server, queryClient } = await openSettings(NOT_CONNECTED);
  for (const [status, text, name] of STATES) {
    server.respond(connectRoutes.status, status as ConnectStatus);
    await queryClient.invalidateQueries({ queryKey: ["connect"] });
    await expect.element(section()).toHaveTextContent(text);
    await expect.element(button(name)).toBeVisible();
    await expect.element(button("Disconnect")).toBeVisible();
    await expectAccessibleAndFits();
  }
});

test("lets administrators use the installation's account, which sets the form's provider", async () => {
  const { server } = await openSettings(REAL, { isAdmin: true });
  server.respond(connectRoutes.own, { ...CONNECTED, kind: "own" });
  server.respond(creatorRoutes.me, { creator: aCreator({ is_admin: true, payment_provider: "stripe" }) });
  await button("Use this installation's Stripe account").click();
  await expectAccessible();
  await dialog().getByRole("button", { name: "Use this account" }).click();
  await expect.element(section()).toHaveTextContent("You sell on this installation's Stripe account.");
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(page.getByRole("combobox", { name: "Provider" })).toHaveValue("stripe");
});

test.for([
  [REAL, false],
  [NOT_CONNECTED, true],
] as const)(
  "offers the installation's account neither to other creators nor in the sandbox",
  async ([status, isAdmin]) => {
    await openSettings(status, { isAdmin });
    await expect.element(button("Start Stripe onboarding")).toBeVisible();
    await expect.element(button("Use this installation's Stripe account")).not.toBeInTheDocument();
  },
);

test("disconnects an account after a question, which also shows a failure", async () => {
  const { server } = await openSettings(CONNECTED);
  server.fail(connectRoutes.disconnect, { status: 503, error: "Couldn't disconnect the Stripe account" });
  await button("Disconnect").click();
  await expectAccessible();
  const confirm = dialog().getByRole("button", { name: "Disconnect" });
  await confirm.click();
  await expect.element(dialog().getByRole("alert")).toHaveTextContent("Couldn't disconnect");
  server.respond(connectRoutes.disconnect, REAL);
  await confirm.click();
  await expect.element(section()).toHaveTextContent("No Stripe account is connected yet.");
});

test("offers Stripe's own forms where its library may be loaded", async () => {
  const { server, queryClient } = await openSettings(CONNECTED);
  await expect.element(button("Manage Stripe account")).toBeVisible();
  await expect
    .element(section().getByRole("link", { name: "Change account details here" }))
    .not.toBeInTheDocument();
  server.respond(storefrontRoutes.config, { ...aConfig(), stripePublishableKey: "pk_test_1" });
  await queryClient.invalidateQueries({ queryKey: ["config"] });
  await expectLink("Change account details here", "/dashboard/settings/stripe", section());
});

test("allows slow payments by a switch, and restores it after a failure", async () => {
  const { server } = await openSettings(CONNECTED);
  const choice = page.getByRole("switch", { name: "Also accept delayed payments" });
  server.fail(connectRoutes.delayedPayments, { status: 503, error: "Couldn't update payment methods." });
  await choice.click();
  await expect.element(section().getByRole("alert")).toHaveTextContent("Couldn't update payment methods.");
  await expect.element(choice).not.toBeChecked();
  const requests = server.respond(connectRoutes.delayedPayments, {
    ...CONNECTED,
    delayedPaymentsEnabled: true,
  });
  await choice.click();
  await expect.element(choice).toBeChecked();
  await expect.poll(() => requests.map(({ body }) => body)).toEqual([{ enabled: true }]);
});

test("chooses a complete account for sales in one step", async () => {
  const { server } = await openSettings(CONNECTED);
  const saved = server.respond(creatorRoutes.save, { creator: aCreator({ payment_provider: "stripe" }) });
  await button("Sell through Stripe").click();
  await expect.element(button("Sell through Stripe")).not.toBeInTheDocument();
  await expect.poll(() => saved.map(({ body }) => body)).toMatchObject([{ paymentProvider: "stripe" }]);
});

test("shows the account after a return from the provider, also when a form above loads later", async () => {
  await renderSettings({
    query: "?onboarding=return",
    server: (server) => {
      server.respond(connectRoutes.status, CONNECTED);
      server.respond(announcementRoutes.show, async () => {
        await new Promise((resolve) => setTimeout(resolve, 300));
        return { announcement: null };
      });
    },
  });
  await expect.element(page.getByLabelText("Shown until")).toBeInTheDocument();
  // Less than the height of the form that loaded meanwhile.
  await expect.poll(() => section().element().getBoundingClientRect().top).toBeLessThan(378);
});

test("stays on the page after “Not now” while Stripe opens", async () => {
  window.location.hash = "";
  const { server } = await openSettings(NOT_CONNECTED);
  const response = Promise.withResolvers<void>();
  server.respond(connectRoutes.onboard, async () => {
    await response.promise;
    return anOnboarding(providerUrl.replace("#stripe", "#left"));
  });
  await button("Start Stripe onboarding").click();
  await dialog().getByRole("button", { name: "Continue to Stripe" }).click();
  await expect.element(dialog().getByRole("button", { name: "Opening Stripe…" })).toBeVisible();
  await dialog().getByRole("button", { name: "Not now" }).click();
  response.resolve();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(window.location.hash).not.toBe("#left");
});
