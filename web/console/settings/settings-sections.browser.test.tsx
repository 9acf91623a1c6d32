import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { connectRoutes } from "../../../contract/api/connect.ts";
import { creatorRoutes } from "../../../contract/api/creators.ts";
import { tileRoutes } from "../../../contract/api/tiles.ts";
import { expectAccessible } from "../../testing/accessibility.ts";
import { aCreator, aTile, NOT_CONNECTED } from "../../testing/console-entities.ts";
import { expectLink, expectText } from "../../testing/expectations.ts";
import { expectAccessibleAndFits } from "../../testing/phone.ts";
import { renderSettings } from "../../testing/render-settings.tsx";

const save = () => page.getByRole("button", { name: "Save changes" });

test("offers the Creator plan for sale on the Free plan, but not for selection", async () => {
  await renderSettings({ only: ["plan"] });
  await expectText("5 tile slots remaining on the Free plan.");
  await expect.element(page.getByRole("radio", { name: "Free" })).toBeChecked();
  await expect.element(page.getByRole("radio", { name: "Creator" })).toBeDisabled();
  await expectText("Available after you upgrade.");
  await expectLink("Upgrade with Stripe", "/checkout/stripe");
});

test("explains the activation of a Creator plan without a subscription", async () => {
  await renderSettings({ only: ["plan"], creator: aCreator({ plan: "creator" }) });
  await expectText("Creator (m)");
  await expectLink("Complete activation", "/checkout/stripe");
  await expectText(
    "An administrator gave you the Creator plan: you do not need to pay for it. Completing activation starts a paid subscription.",
  );
});

test("does not sell an active subscription again", async () => {
  await renderSettings({
    only: ["plan"],
    creator: aCreator({ plan: "creator", stripe_subscription_active: true }),
  });
  await expectText("Creator (s)");
  await expect.element(page.getByRole("button", { name: "Plan active" })).toBeDisabled();
  await expect.element(page.getByText(/without a subscription/)).not.toBeInTheDocument();
});

test("asks before a downgrade, sends it only after the confirmation, and changes the platform fee at once", async () => {
  const { server } = await renderSettings({
    only: ["profile", "plan", "tips"],
    creator: aCreator({ plan: "creator", stripe_subscription_active: true }),
    server: (server) => {
      server.respond(tileRoutes.list, { tiles: [1, 2, 3, 4, 5, 6].map((id) => aTile({ id })) });
      server.respond(connectRoutes.status, { ...NOT_CONNECTED, platformFeeBps: 0 });
    },
  });
  await expectText("Platform fee: 0.00%");
  const saves = server.fail(creatorRoutes.save, { status: 503, error: "Payment provider unavailable." });
  await page.getByRole("radio", { name: "Free" }).click({ force: true });
  await save().click();
  const question = page.getByRole("dialog", { name: "Switch to the Free plan?" });
  await expect.element(question).toHaveTextContent("Your subscription ends.");
  await expect.element(question).toHaveTextContent("Your tiles stay visible");
  await expect.element(question).toHaveTextContent("platform fee of 5.00%");
  await expectAccessible();
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(saves).toEqual([]);
  await save().click();
  await question.getByRole("button", { name: "Switch to Free" }).click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("Payment provider unavailable.");
  expect(saves[0]?.body).toMatchObject({ plan: "free" });
  server.respond(creatorRoutes.save, { creator: aCreator() });
  server.respond(connectRoutes.status, NOT_CONNECTED);
  await save().click();
  await question.getByRole("button", { name: "Switch to Free" }).click();
  await expectText("Platform fee: 5.00%");
});

test("explains each payment provider, and saves an account ID only with a provider", async () => {
  const { server } = await renderSettings({ only: ["provider"] });
  const saves = server.fail(creatorRoutes.save, { status: 500, error: "" });
  const provider = page.getByRole("combobox", { name: "Provider" });
  await expectText("No money is charged for your products.");
  await expect.element(page.getByRole("option", { name: "None (mock checkout only)" })).toBeInTheDocument();
  await expect.element(page.getByLabelText("Payment account ID")).not.toBeInTheDocument();
  await provider.selectOptions("Stripe");
  await expectText(/Sales are charged once the account under/);
  await provider.selectOptions("Mollie");
  await expectText(/Mollie is not available yet\./);
  await page.getByLabelText("Payment account ID").fill("org_1234");
  await save().click();
  await expect.poll(() => saves.length).toBe(1);
  await provider.selectOptions("None (mock checkout only)");
  await save().click();
  await expect.poll(() => saves.length).toBe(2);
  expect(saves.map(({ body }) => body)).toMatchObject([
    { paymentProvider: "mollie", paymentAccountId: "org_1234" },
    { paymentProvider: "none", paymentAccountId: null },
  ]);
});

test("keeps a plan that became active meanwhile when a name is saved", async () => {
  const { server, queryClient } = await renderSettings({ only: ["profile", "plan"] });
  await page.getByLabelText("Display name").fill("Vera");
  const active = aCreator({ plan: "creator", stripe_subscription_active: true });
  server.respond(creatorRoutes.me, { creator: active });
  await queryClient.invalidateQueries({ queryKey: ["me"] });
  await expect.element(page.getByRole("radio", { name: "Creator" }).first()).toBeChecked();
  const saves = server.respond(creatorRoutes.save, { creator: { ...active, display_name: "Vera" } });
  await page.getByRole("button", { name: "Save changes" }).click();
  await expectText("Changes saved");
  expect(saves.map(({ body }) => body)).toMatchObject([{ displayName: "Vera" }]);
  expect(saves[0]?.body).not.toHaveProperty("plan");
});

test("takes over another device's values in unchanged fields, and asks before overwriting one", async () => {
  const { server, queryClient } = await renderSettings({ only: ["profile", "provider"] });
  await page.getByLabelText("Display name").fill("Vera");
  server.respond(creatorRoutes.me, {
    creator: aCreator({ display_name: "V. Stone", bio: "From the phone", payment_provider: "mollie" }),
  });
  await queryClient.invalidateQueries({ queryKey: ["me"] });
  await expect.element(page.getByLabelText("Bio")).toHaveValue("From the phone");
  const saves = server.respond(creatorRoutes.save, { creator: aCreator({ display_name: "Vera" }) });
  await expect
    .element(page.getByRole("alert"))
    .toHaveTextContent("Changed in another tab or on another device: Display name (now “V. Stone”).");
  await expectAccessibleAndFits();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect.element(page.getByRole("button", { name: "Keep mine" })).toHaveFocus();
  expect(saves).toEqual([]);
  await page.getByRole("button", { name: "Keep mine" }).click();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expectText("Changes saved");
  expect(saves.map(({ body }) => body)).toEqual([
    { handle: "vera", displayName: "Vera", bio: "From the phone", avatarUrl: null },
  ]);
});
