import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { type ConnectStatus, connectRoutes } from "../../../contract/api/connect.ts";
import { type Creator, creatorRoutes } from "../../../contract/api/creators.ts";
import { expectAccessible } from "../../testing/accessibility.ts";
import { aCreator, anAccount, anOnboarding, NOT_CONNECTED, READY } from "../../testing/console-entities.ts";
import { expectAccessibleAndFits } from "../../testing/phone.ts";
import { renderSettings } from "../../testing/render-settings.tsx";

const FREE: ConnectStatus = { ...READY, platformFeeBps: 0 };
const DUE: ConnectStatus = {
  ...NOT_CONNECTED,
  account: anAccount(
    ["individual.verification.document", "external_account", "individual.political_exposure"],
    ["tos_acceptance.date"],
  ),
};

const ONLY = ["get-paid", "tips"] as const;
const openTips = (status: ConnectStatus) =>
  renderSettings({ only: ONLY, server: (server) => server.respond(connectRoutes.status, status) });
const tips = () => page.getByRole("region", { name: "Tips" });
const account = () => page.getByRole("region", { name: "Get paid" });
const accept = () => page.getByRole("switch", { name: "Accept tips" });
const dialog = () => page.getByRole("dialog");
/** Stays on this page: a test cannot follow the browser to another site. */
const providerUrl = (name: string) => `${window.location.pathname}${window.location.search}#${name}`;

async function continueFrom(button: string) {
  await account().getByRole("button", { name: button }).click();
  await dialog().getByRole("button", { name: "Continue to Stripe" }).click();
}

test("explains the onboarding without an account and leads to the provider", async () => {
  const { server } = await openTips(NOT_CONNECTED);
  await expect.element(tips()).toHaveTextContent("Platform fee: 5.00%");
  await expect.element(tips()).toHaveTextContent("Changes here are saved immediately.");
  await expect.element(accept()).toBeDisabled();
  const start = account().getByRole("button", { name: "Start Stripe onboarding" });
  await start.click();
  await expect.element(dialog()).toBeVisible();
  await expectAccessibleAndFits();
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(start).toHaveFocus();
  server.respond(connectRoutes.onboard, anOnboarding(providerUrl("onboarding")));
  await continueFrom("Start Stripe onboarding");
  await expect.poll(() => window.location.hash).toBe("#onboarding");
});

test("lists requirements in plain words and resumes the onboarding", async () => {
  const { server } = await openTips(DUE);
  await expect
    .poll(() =>
      account()
        .getByRole("listitem")
        .elements()
        .map(({ textContent }) => textContent),
    )
    .toEqual([
      "Your agreement to Stripe's terms (overdue)",
      "A photo of your identity document",
      "A bank account or card for your payouts",
      "Political exposure",
    ]);
  await expect.element(accept()).toBeDisabled();
  await expectAccessible();
  server.respond(connectRoutes.refresh, { onboardingUrl: providerUrl("resumed") });
  await continueFrom("Resume onboarding");
  await expect.poll(() => window.location.hash).toBe("#resumed");
});

test("switches tips on and off with a complete account, and explains the button", async () => {
  const { server } = await openTips(FREE);
  const requests = server.respond(connectRoutes.tips, ({ body }) => ({
    ...FREE,
    tipsEnabled: (body as { enabled: boolean }).enabled,
  }));
  await expect.element(account().getByRole("button", { name: "Manage Stripe account" })).toBeVisible();
  await expect.element(tips()).toHaveTextContent("Platform fee: 0.00%");
  await expect.element(tips()).toHaveTextContent("it only announces that tips are coming");
  await accept().click();
  await expect.element(accept()).toBeChecked();
  await accept().click();
  await expect.element(accept()).not.toBeChecked();
  await expect.poll(() => requests.map(({ body }) => body)).toEqual([{ enabled: true }, { enabled: false }]);
  await expectAccessible();
});

test("shows the server's error for a failed onboarding, or a default text", async () => {
  const { server } = await openTips(NOT_CONNECTED);
  const mustVerify = "Please verify your email to unlock all features.";
  server.fail(connectRoutes.onboard, { status: 403, error: mustVerify });
  await continueFrom("Start Stripe onboarding");
  await expect.element(dialog().getByRole("alert")).toHaveTextContent(mustVerify);
  server.disconnect(connectRoutes.onboard);
  await dialog().getByRole("button", { name: "Continue to Stripe" }).click();
  await expect.element(dialog().getByRole("alert")).toHaveTextContent("Unable to start onboarding");
  await expectAccessible();
});

test("shows different texts for a failed refresh and a failed switch", async () => {
  const { server, queryClient } = await openTips(DUE);
  server.disconnect(connectRoutes.refresh);
  await continueFrom("Resume onboarding");
  await expect.element(dialog().getByRole("alert")).toHaveTextContent("Unable to refresh onboarding");
  await userEvent.keyboard("{Escape}");
  server.respond(connectRoutes.status, FREE);
  await queryClient.invalidateQueries({ queryKey: ["connect"] });
  server.disconnect(connectRoutes.tips);
  await accept().click();
  await expect.element(tips().getByRole("alert")).toHaveTextContent("Unable to update tip settings");
  await expect.element(accept()).not.toBeChecked();
});

test("loads a failed tip status again, and saves the form meanwhile", async () => {
  const { server } = await renderSettings({
    server: (server) => server.fail(connectRoutes.status, { status: 500, error: "" }),
  });
  await expect.element(tips().getByRole("alert")).toHaveTextContent("Unable to load tip status");
  await expectAccessibleAndFits();
  // The response comes last, because a save opens the dashboard a second later, and a busy machine may need longer for these steps.
  const response = Promise.withResolvers<{ creator: Creator }>();
  server.respond(creatorRoutes.save, () => response.promise);
  await page.getByLabelText("Bio").fill("Saved.");
  await page.getByRole("button", { name: "Save changes" }).click();
  server.respond(connectRoutes.status, NOT_CONNECTED);
  await tips().getByRole("button", { name: "Try again" }).click();
  await expect.element(account().getByRole("button", { name: "Start Stripe onboarding" })).toBeVisible();
  response.resolve({ creator: aCreator({ bio: "Saved." }) });
  await expect.element(page.getByText("Changes saved")).toBeVisible();
});

test("shows the account after a return from the provider, and removes it from the URL", async () => {
  const { router } = await renderSettings({
    query: "?onboarding=return",
    server: (server) => server.respond(connectRoutes.status, FREE),
  });
  await expect.element(account().getByRole("button", { name: "Manage Stripe account" })).toBeInViewport();
  expect(router.state.location.search).toBe("");
});

test("renews an expired link of the provider", async () => {
  const { server } = await renderSettings({
    query: "?onboarding=refresh",
    only: ONLY,
    server: (server) => {
      server.respond(connectRoutes.status, DUE);
      server.disconnect(connectRoutes.refresh);
    },
  });
  await expect.element(account().getByRole("alert")).toHaveTextContent("Unable to refresh onboarding");
  server.respond(connectRoutes.refresh, { onboardingUrl: providerUrl("renewed") });
  await continueFrom("Resume onboarding");
  await expect.poll(() => window.location.hash).toBe("#renewed");
});

test("continues at the provider at once after a return with an expired link", async () => {
  await renderSettings({
    query: "?onboarding=refresh",
    only: ONLY,
    server: (server) => {
      server.respond(connectRoutes.status, DUE);
      server.respond(connectRoutes.refresh, { onboardingUrl: providerUrl("at-once") });
    },
  });
  await expect.poll(() => window.location.hash).toBe("#at-once");
});
