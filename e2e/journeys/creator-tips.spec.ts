import type { Page } from "@playwright/test";
import type { ConnectStatus } from "../../contract/connect.ts";
import {
  expectAccessible,
  expectFingerSizedTargets,
  expectNoSidewaysScroll,
} from "../support/accessibility.ts";
import { verifyAddress } from "../support/database.ts";
import { expect, test } from "../support/journey.ts";

const SETTINGS = "/dashboard/settings";
const NOTHING_DUE = { currentlyDue: [], pastDue: [] };
const ready: ConnectStatus = {
  connected: true,
  tipsEnabled: false,
  platformFeeBps: 0,
  account: { id: "acct_1", requirements: NOTHING_DUE },
};
const none: ConnectStatus = { ...ready, connected: false, platformFeeBps: 500, account: null };
const due: ConnectStatus = {
  ...none,
  account: {
    id: "acct_1",
    requirements: {
      currentlyDue: ["individual.verification.document", "external_account", "individual.political_exposure"],
      pastDue: ["tos_acceptance.date"],
    },
  },
};

/** The provider's side is played here; what the server makes of it is the API tests' business. */
async function playProvider(page: Page, status: ConnectStatus) {
  const at = { status };
  await page.route("**/api/connect/status", (route) => route.fulfill({ json: at.status }));
  return at;
}

const tips = (page: Page) => page.getByRole("region", { name: "Tips" });
const accept = (page: Page) => page.getByRole("switch", { name: "Accept tips" });

test.beforeEach(async ({ creator, context }) => {
  await creator.signIn(context);
});

test("without an account, onboarding is explained and leads to the provider", async ({ page }) => {
  await playProvider(page, none);
  await page.route("**/api/connect/onboard", (route) =>
    route.fulfill({
      json: {
        onboardingUrl: "/@demo?onboarding",
        embeddedClientSecret: null,
        accountId: "acct_1",
        platformFeeBps: 500,
      },
    }),
  );
  await page.goto(SETTINGS);
  await expect(tips(page)).toContainText("Platform fee: 5.00%");
  await expect(accept(page)).toBeDisabled();
  const start = tips(page).getByRole("button", { name: "Start Stripe onboarding" });
  await start.click();
  const dialog = page.getByRole("dialog", { name: "Start Stripe onboarding" });
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(start).toBeFocused();
  await start.click();
  await dialog.getByRole("button", { name: "Continue to Stripe" }).click();
  await expect(page).toHaveURL("/@demo?onboarding");
});

test("what the provider still needs is listed in plain words, and onboarding goes on", async ({ page }) => {
  await playProvider(page, due);
  await page.route("**/api/connect/refresh", (route) =>
    route.fulfill({ json: { onboardingUrl: "/@demo?resumed" } }),
  );
  await page.goto(SETTINGS);
  await expect(tips(page).getByRole("listitem")).toHaveText([
    "Your agreement to Stripe’s terms (overdue)",
    "A photo of your identity document",
    "A bank account or card for your payouts",
    "Political exposure",
  ]);
  await expect(accept(page)).toBeDisabled();
  await tips(page).getByRole("button", { name: "Resume onboarding" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Continue to Stripe" }).click();
  await expect(page).toHaveURL("/@demo?resumed");
});

test("with everything given, tips are switched on and off", async ({ page }) => {
  await playProvider(page, ready);
  const asked: unknown[] = [];
  await page.route("**/api/connect/tips", (route) => {
    const { enabled } = route.request().postDataJSON();
    asked.push(enabled);
    return route.fulfill({ json: { ...ready, tipsEnabled: enabled } });
  });
  await page.goto(SETTINGS);
  await expect(tips(page).getByRole("button", { name: "Manage Stripe account" })).toBeVisible();
  await expect(tips(page)).toContainText("Platform fee: 0.00%");
  await accept(page).click();
  await expect(accept(page)).toBeChecked();
  await accept(page).click();
  await expect(accept(page)).not.toBeChecked();
  expect(asked).toEqual([true, false]);
});

test("each failure is told, the server's own words first", async ({ page, guard }) => {
  guard.allow(/status of (500|403) .*\/api\/connect\//);
  const at = await playProvider(page, none);
  const mustVerify = "Please verify your email to unlock all features.";
  await page.route("**/api/connect/onboard", (route) =>
    route.fulfill({ status: 403, json: { error: mustVerify, code: "accounts.unverified" } }),
  );
  await page.goto(SETTINGS);
  const dialog = page.getByRole("dialog");
  const goOn = async (button: string) => {
    await tips(page).getByRole("button", { name: button }).click();
    await dialog.getByRole("button", { name: "Continue to Stripe" }).click();
  };
  await goOn("Start Stripe onboarding");
  await expect(dialog.getByRole("alert")).toHaveText(mustVerify);
  await page.route("**/api/connect/{onboard,refresh,tips}", (route) =>
    route.fulfill({ status: 500, json: {} }),
  );
  await dialog.getByRole("button", { name: "Continue to Stripe" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("Unable to start onboarding");
  await page.keyboard.press("Escape");

  at.status = due;
  await page.reload();
  await goOn("Resume onboarding");
  await expect(dialog.getByRole("alert")).toHaveText("Unable to refresh onboarding");
  await page.keyboard.press("Escape");

  at.status = ready;
  await page.reload();
  await accept(page).click();
  await expect(tips(page).getByRole("alert")).toHaveText("Unable to update tip settings");
  await expect(accept(page)).not.toBeChecked();
});

test("a state that cannot be loaded is asked for again, and keeps nobody from saving the rest", async ({
  page,
  guard,
}) => {
  guard.allow(/status of 500 .*\/api\/connect\/status$/);
  await page.route("**/api/connect/status", (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(SETTINGS);
  await expect(tips(page).getByRole("alert")).toContainText("Unable to load tip status");
  await page.route("**/api/connect/status", (route) => route.fulfill({ json: none }));
  await tips(page).getByRole("button", { name: "Try again" }).click();
  await expect(tips(page).getByRole("button", { name: "Start Stripe onboarding" })).toBeVisible();
  await page.route("**/api/connect/status", (route) => route.fulfill({ status: 500, json: {} }));
  await page.reload();
  await page.getByLabel("Bio").fill("Saved all the same.");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page).toHaveURL("/dashboard");
});

test("back from the provider the state is read again, and an expired link is renewed", async ({
  page,
  guard,
}) => {
  guard.allow(/status of 500 .*\/api\/connect\/refresh$/);
  await playProvider(page, ready);
  await page.goto(`${SETTINGS}?onboarding=return`);
  await expect(page).toHaveURL(SETTINGS);
  await expect(tips(page).getByRole("button", { name: "Manage Stripe account" })).toBeInViewport();

  await page.route("**/api/connect/refresh", (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(`${SETTINGS}?onboarding=refresh`);
  await expect(tips(page).getByRole("alert")).toHaveText("Unable to refresh onboarding");
  await expect(page).toHaveURL(SETTINGS);
  await page.route("**/api/connect/refresh", (route) =>
    route.fulfill({ json: { onboardingUrl: "/@demo?renewed" } }),
  );
  await page.goto(`${SETTINGS}?onboarding=refresh`);
  await expect(page).toHaveURL("/@demo?renewed");
});

test("a creator verifies, is onboarded in the sandbox, and visitors may leave a tip", async ({
  page,
  creator,
  openVisitor,
  guard,
}) => {
  guard.allow(/status of 403 .*\/api\/connect\/onboard$/);
  await page.goto(SETTINGS);
  await tips(page).getByRole("button", { name: "Start Stripe onboarding" }).click();
  const goOn = page.getByRole("dialog").getByRole("button", { name: "Continue to Stripe" });
  await goOn.click();
  await expect(page.getByRole("dialog").getByRole("alert")).toHaveText(
    "Please verify your email to unlock all features.",
  );
  await verifyAddress(creator.person.email);
  await goOn.click();
  await page.getByRole("button", { name: "Leave for now" }).click();
  await expect(page).toHaveURL(SETTINGS);
  await expect(tips(page)).toContainText("A bank account or card for your payouts");
  await expect(accept(page)).toBeDisabled();

  await tips(page).getByRole("button", { name: "Resume onboarding" }).click();
  await goOn.click();
  await page.getByRole("button", { name: "Answer and continue" }).click();
  await page.getByText("Step 2 of 3").waitFor();
  await page.getByRole("button", { name: "Answer and continue" }).click();
  await page.getByRole("button", { name: "Answer and finish" }).click();
  await page.getByRole("button", { name: "Return to Tessera" }).click();
  await expect(page).toHaveURL(SETTINGS);
  await expect(tips(page)).toContainText("Your Stripe account is connected and complete.");
  await accept(page).click();
  await expect(accept(page)).toBeChecked();
  const visitor = await openVisitor();
  await visitor.goto(creator.page);
  await expect(visitor.getByRole("button", { name: "Leave a tip" })).toBeVisible();
});

for (const width of [360, 1280]) {
  test(`the settings suit everybody at ${width} px: full, refused, asking`, async ({
    page,
    creator,
    guard,
  }) => {
    guard.allow(/status of 500 /);
    await page.setViewportSize({ width, height: 740 });
    const expectForEverybody = async (what: string) => {
      await expectAccessible(page, what);
      if (width < 640) await expectFingerSizedTargets(page, what);
      await expectNoSidewaysScroll(page, what);
    };
    await creator.saveProfile({
      displayName: "W".repeat(100),
      bio: "W".repeat(500),
      socials: [{ platform: "website", url: `https://${"w".repeat(60)}.example/${"w".repeat(200)}` }],
      paymentProvider: "mollie",
    });
    await playProvider(page, due);
    await page.goto(SETTINGS);
    await expect(tips(page).getByRole("button", { name: "Resume onboarding" })).toBeVisible();
    await expectForEverybody("settings");
    await tips(page).getByRole("button", { name: "Resume onboarding" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectForEverybody("onboarding explained");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Add social link" }).click();
    await page.getByLabel("Instagram name or address").fill("two words");
    await page.getByLabel("Display name").fill("");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByText("Display name is required.")).toBeVisible();
    await expectForEverybody("settings, refused");
    await page.route("**/api/connect/status", (route) => route.fulfill({ status: 500, json: {} }));
    await page.reload();
    await expect(page.getByText("Unable to load tip status")).toBeVisible();
    await expectForEverybody("settings without a tip status");
  });
}
