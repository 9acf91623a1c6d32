import type { Page } from "@playwright/test";
import { expectAtOnce, stopClock } from "../support/clock.ts";
import { newPerson } from "../support/creator.ts";
import { grantCreatorPlan } from "../support/database.ts";
import { drawPicture } from "../support/files.ts";
import { expect, test } from "../support/journey.ts";
import { tabTo } from "../support/keyboard.ts";

const SETTINGS = "/dashboard/settings";
const save = (page: Page) => page.getByRole("button", { name: "Save changes" });

async function openSettings(page: Page) {
  // What becomes of payouts is another journey's business.
  await page.route("**/api/connect/status", (route) =>
    route.fulfill({ json: { connected: false, tipsEnabled: false, platformFeeBps: 500, account: null } }),
  );
  await page.goto(SETTINGS);
  await expect(page.getByRole("heading", { name: "Settings" })).toBeVisible();
}

async function expectSaved(page: Page) {
  await expect(page.getByText("Changes saved")).toBeVisible();
  await expect(page).toHaveURL("/dashboard");
}

test.beforeEach(async ({ creator, context }) => {
  await creator.signIn(context);
});

test("a saved profile is told, shown in the console a second later, and to the world", async ({ page }) => {
  const { handle } = newPerson();
  await page.clock.install();
  await openSettings(page);
  await expect(page.getByText("0 of 500 characters")).toBeVisible();
  await page.getByLabel("Handle").fill(handle.toUpperCase());
  await expect(page.getByText("Links to your old handle redirect here for 30 days.")).toBeVisible();
  await page.getByLabel("Display name").fill("Berta Bakes");
  await page.getByLabel("Bio").fill("Bread.");
  await expect(page.getByText("6 of 500 characters")).toBeVisible();
  await stopClock(page);
  await save(page).click();
  await expectAtOnce(page, page.getByText("Changes saved"));
  // The product's own look, not that of the library.
  await expect(page.getByText("Changes saved")).toHaveCSS("font-size", "15px");
  await page.clock.runFor(700);
  await expect(page).toHaveURL(SETTINGS);
  await page.clock.runFor(300);
  await page.clock.resume();
  await expect(page).toHaveURL("/dashboard");
  await expect(page.getByRole("heading", { name: "Welcome, Berta Bakes" })).toBeVisible();
  await expect(page.getByRole("link", { name: `/@${handle}` }).first()).toBeVisible();
  await page.goto(`/@${handle}`);
  await expect(page.getByRole("heading", { level: 1, name: "Berta Bakes" })).toBeVisible();
  await expect(page.getByText("Bread.")).toBeVisible();
});

for (const name of [
  `</script><img src=/stolen onerror=alert(1)>"'`,
  "W".repeat(100),
  "مارا لينت \u202eabc",
  "{{constructor.constructor('alert(2)')()}}",
]) {
  test(`a name like ${name.slice(0, 12)} is a name and nothing else`, async ({ page }) => {
    await openSettings(page);
    await page.getByLabel("Display name").fill(name);
    await page.getByLabel("Bio").fill(name);
    await save(page).click();
    await expectSaved(page);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Welcome, ${name}`);
    await page.goto(SETTINGS);
    await expect(page.getByLabel("Display name")).toHaveValue(name);
    await expect(page.getByLabel("Bio")).toHaveValue(name);
    await expect(page.locator("[onerror]")).toHaveCount(0);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(1280);
  });
}

test("what is wrong is said at each field, and nothing is sent", async ({ page }) => {
  let posts = 0;
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/api/creators/me")) posts += 1;
  });
  await openSettings(page);
  await page.getByLabel("Handle").fill("a b");
  await page.getByLabel("Display name").fill("  ");
  await page.getByLabel("Avatar URL").fill("javascript:alert(1)");
  await save(page).click();
  await expect(
    page.getByText("Handle must be 3 to 32 letters, numbers, hyphens or underscores."),
  ).toBeVisible();
  await expect(page.getByText("Display name is required.")).toBeVisible();
  await expect(page.getByText("Avatar must be a valid URL (include http:// or https://).")).toBeVisible();
  expect(posts).toBe(0);
});

test("a handle that somebody else has is refused at its field", async ({ page, signUp, guard }) => {
  guard.allow(/status of 409 .*\/api\/creators\/me$/);
  const other = await signUp("Jon Berg");
  await openSettings(page);
  await page.getByLabel("Handle").fill(other.person.handle);
  await save(page).click();
  await expect(page.getByText("This handle is already taken.")).toBeVisible();
  await expect(page.getByLabel("Handle")).toBeFocused();
});

test("a save that fails, or cannot be made at all, loses nothing", async ({ page, context, guard }) => {
  guard.allow(/(status of 500|ERR_INTERNET_DISCONNECTED) .*\/api\//);
  await openSettings(page);
  await page.getByLabel("Bio").fill("Slow afternoons.");
  const expectKept = async () => {
    await save(page).click();
    await expect(page.getByRole("alert")).toHaveText("Unable to save changes.");
    await expect(page.getByLabel("Bio")).toHaveValue("Slow afternoons.");
  };
  await page.route("**/api/creators/me", (route) => route.fulfill({ status: 500, json: {} }));
  await expectKept();
  await page.unroute("**/api/creators/me");
  await context.setOffline(true);
  await expectKept();
  await context.setOffline(false);
  await save(page).click();
  await expectSaved(page);
});

test("a session that has ended leads to signing in, and back to the settings", async ({
  page,
  context,
  creator,
  guard,
}) => {
  guard.allow(/status of 401 .*\/api\//);
  await openSettings(page);
  await page.getByLabel("Bio").fill("Slow afternoons.");
  await context.clearCookies();
  await save(page).click();
  await expect(page).toHaveURL("/auth?redirect=%2Fdashboard%2Fsettings");
  await expect(page.getByText("Session expired. Please sign in again.")).toBeVisible();
  await page.getByLabel("Email").fill(creator.person.email);
  await page.getByRole("textbox", { name: "Password" }).fill(creator.person.password);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await expect(page).toHaveURL(SETTINGS);
  // Sooner than it would go by itself: it is no longer true.
  await expect(page.getByText("Session expired. Please sign in again.")).toHaveCount(0, { timeout: 4000 });
});

test("an avatar is uploaded, shown, and taken away again", async ({ page, creator }) => {
  const file = { name: "me.png", mimeType: "image/png", buffer: await drawPicture(3) };
  await openSettings(page);
  await page.getByLabel("Upload avatar").setInputFiles(file);
  await expect(page.getByLabel("Avatar URL")).toHaveValue(/\/uploads\/.*\/960\.webp$/);
  await save(page).click();
  await expectSaved(page);
  await page.goto(creator.page);
  await expect(
    page.locator("header img[src*='/uploads/'], main img[src*='/uploads/']").first(),
  ).toBeVisible();
  await page.goto(SETTINGS);
  await page.getByRole("button", { name: "Remove avatar" }).click();
  await expect(page.getByText("ML", { exact: true }).last()).toBeVisible();
  await save(page).click();
  await expectSaved(page);
});

test("an avatar that cannot be taken is told, and one on its way can be stopped", async ({ page, guard }) => {
  guard.allow(/(status of 500|status of 415|net::ERR_FAILED) .*\/api\/files\/upload/);
  const file = { name: "me.png", mimeType: "image/png", buffer: await drawPicture(3) };
  await openSettings(page);
  await page.route("**/api/files/upload*", (route) => route.fulfill({ status: 500, json: {} }));
  await page.getByLabel("Upload avatar").setInputFiles(file);
  await expect(page.getByRole("alert")).toHaveText("Avatar upload failed");
  await page.unroute("**/api/files/upload*");

  // Never answered.
  await page.route("**/api/files/upload*", () => {});
  await page.getByLabel("Upload avatar").setInputFiles(file);
  await expect(page.getByRole("progressbar", { name: "Uploading me.png" })).toBeVisible();
  await save(page).click();
  await expect(page.getByText("Please wait for the image upload to finish.")).toBeVisible();
  await page.getByRole("button", { name: "Cancel upload" }).click();
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  await page.unroute("**/api/files/upload*");
  await page.getByLabel("Upload avatar").setInputFiles({ ...file, buffer: Buffer.from("no picture") });
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(page.getByLabel("Avatar URL")).toHaveValue("");
});

test("social links are added, completed, changed and removed", async ({ page, creator }) => {
  await openSettings(page);
  await expect(page.getByText("No links yet.")).toBeVisible();
  const add = page.getByRole("button", { name: "Add social link" });
  await add.click();
  await page.getByLabel("Instagram name or address").fill("@mara.l");
  await expect(page.getByText("Leads to https://instagram.com/mara.l")).toBeVisible();
  await add.click();
  await page.getByLabel("Platform of link 2").selectOption({ label: "Website" });
  await page.getByLabel("Website address").fill("javascript:alert(1)");
  await add.click();
  await save(page).click();
  await expect(page.getByText("Website: enter an address such as https://example.com.")).toBeVisible();
  await page.getByLabel("Website address").fill("mara.example");
  await save(page).click();
  await expectSaved(page);

  await page.goto(creator.page);
  const links = page.getByRole("list", { name: "Social links" }).getByRole("link");
  await expect(links).toHaveCount(2);
  await expect(links.nth(0)).toHaveAttribute("href", "https://instagram.com/mara.l");
  await expect(links.nth(1)).toHaveAttribute("href", "https://mara.example/");

  await page.goto(SETTINGS);
  await expect(page.getByLabel("Instagram name or address")).toHaveValue("https://instagram.com/mara.l");
  await page.getByRole("button", { name: "Remove Instagram link" }).click();
  await expect(add).toBeFocused();
  await save(page).click();
  await expectSaved(page);
  await page.goto(creator.page);
  await expect(links).toHaveCount(1);
});

test("on the free plan the way up is by paying", async ({ page }) => {
  await openSettings(page);
  await expect(page.getByText("5 tile slots remaining on the Free plan.")).toBeVisible();
  await expect(page.getByRole("radio", { name: "Free" })).toBeChecked();
  await expect(page.getByRole("radio", { name: "Creator" })).toBeDisabled();
  await expect(page.getByRole("link", { name: "Upgrade with Stripe" })).toHaveAttribute(
    "href",
    "/checkout/stripe",
  );
});

test("the Creator plan is given up after a question, and only then", async ({ page, creator }) => {
  await grantCreatorPlan(creator.person.handle);
  for (let count = 1; count <= 6; count++) await creator.addTile({ title: `Tile ${count}` });
  await openSettings(page);
  await expect(page.getByText("Creator (m)")).toBeVisible();
  await expect(page.getByRole("link", { name: "Complete activation" })).toBeVisible();
  await expect(page.getByRole("radio", { name: "Creator" })).toBeChecked();
  await page.getByRole("radio", { name: "Free" }).check();
  await save(page).click();
  const question = page.getByRole("dialog", { name: "Switch to the Free plan?" });
  await expect(question).toContainText("Tiles you have stay visible");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(page).toHaveURL(SETTINGS);
  await save(page).click();
  await question.getByRole("button", { name: "Switch to Free" }).click();
  await expectSaved(page);
  await expect(page.getByText("Free plan tile limit reached.").first()).toBeVisible();
  await page.goto(creator.page);
  await expect(page.getByRole("link", { name: "Tile 6" })).toBeVisible();
});

test("an active subscription says so", async ({ page }) => {
  await page.route("**/api/creators/me", async (route) => {
    const answer = await route.fetch();
    const { creator } = await answer.json();
    await route.fulfill({
      json: { creator: { ...creator, plan: "creator", stripe_subscription_active: true } },
    });
  });
  await openSettings(page);
  await expect(page.getByText("Creator (s)")).toBeVisible();
  await expect(page.getByRole("button", { name: "Plan active" })).toBeDisabled();
});

test("a payment provider is chosen with its account, and let go", async ({ page }) => {
  await openSettings(page);
  const provider = page.getByRole("combobox", { name: "Provider" });
  await expect(provider.getByRole("option", { selected: true })).toHaveText("None (mock checkout only)");
  await expect(page.getByLabel("Payment account ID")).toHaveCount(0);
  await provider.selectOption({ label: "Mollie" });
  await page.getByLabel("Payment account ID").fill("org_1234");
  await save(page).click();
  await expectSaved(page);
  await page.goto(SETTINGS);
  await expect(page.getByLabel("Payment account ID")).toHaveValue("org_1234");
  await provider.selectOption({ label: "None (mock checkout only)" });
  await save(page).click();
  await expectSaved(page);
  expect((await (await page.request.get("/api/creators/me")).json()).creator).toMatchObject({
    payment_provider: "none",
    payment_account_id: null,
  });
});

test("whoever leaves with something unsaved is asked first", async ({ page }) => {
  await openSettings(page);
  await page.getByLabel("Bio").fill("Slow afternoons.");
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  const leave = () => page.getByRole("link", { name: "Products" }).click();
  await leave();
  await expect(question).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(page.getByLabel("Bio")).toHaveValue("Slow afternoons.");
  await leave();
  await question.getByRole("button", { name: "Leave" }).click();
  await expect(page).toHaveURL("/dashboard/products");
  await page.goto(SETTINGS);
  await page.getByRole("link", { name: "Products" }).click();
  await expect(page).toHaveURL("/dashboard/products");
});

test("a profile is changed by the keyboard alone", async ({ page }) => {
  await openSettings(page);
  await tabTo(page, page.getByLabel("Bio"));
  await page.keyboard.type("Typed.");
  await tabTo(page, page.getByRole("button", { name: "Add social link" }));
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Platform of link 1")).toBeFocused();
  await tabTo(page, page.getByLabel("Instagram name or address"));
  await page.keyboard.type("mara");
  await page.keyboard.press("Enter");
  await expectSaved(page);
});
