import type { Page } from "@playwright/test";
import { expectAtOnce, stopClock } from "../support/clock.ts";
import { newUser } from "../support/creator.ts";
import { grantCreatorPlan } from "../support/database.ts";
import { renderImage } from "../support/files.ts";
import { expect, logIn, signedInTest as test } from "../support/fixtures.ts";

const SETTINGS = "/dashboard/settings";
const save = (page: Page) => page.getByRole("button", { name: "Save changes" });

async function openSettings(page: Page) {
  await page.goto(SETTINGS);
  await expect(page.getByRole("heading", { name: "Settings" })).toBeVisible();
}

async function expectSaved(page: Page) {
  await expect(page.getByText("Changes saved")).toBeVisible();
  await expect(page).toHaveURL("/dashboard");
}

test("a saved profile is shown in the console after one second, and on the public page", async ({ page }) => {
  const { handle } = newUser();
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
  // Styled by the product, not by the library.
  await expect(page.getByText("Changes saved")).toHaveCSS("font-size", "15px");
  await page.clock.runFor(700);
  await expect(page).toHaveURL(SETTINGS);
  await page.clock.runFor(300);
  await page.clock.resume();
  await expect(page).toHaveURL("/dashboard");
  await expect(page.getByRole("heading", { level: 1, name: /Berta Bakes/ })).toBeVisible();
  await expect(page.getByRole("link", { name: `/@${handle}` }).first()).toBeVisible();
  await page.goto(`/@${handle}`);
  await expect(page.getByRole("heading", { level: 1, name: "Berta Bakes" })).toBeVisible();
  await expect(page.getByText("Bread.")).toBeVisible();
});

test("a session that ended leads to the login, and back to the settings", async ({
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
  await logIn(page, creator.user);
  await expect(page).toHaveURL(SETTINGS);
  // Before its duration ends: it is no longer true.
  await expect(page.getByText("Session expired. Please sign in again.")).toHaveCount(0, { timeout: 4000 });
});

test("an avatar is uploaded, shown and removed; social links are shown", async ({ page, creator }) => {
  const file = { name: "me.png", mimeType: "image/png", buffer: await renderImage(3) };
  await openSettings(page);
  await page.getByLabel("Upload avatar").setInputFiles(file);
  await expect(page.getByLabel("Avatar URL")).toHaveValue(/\/uploads\/.*\/960\.webp$/);
  await page.getByRole("button", { name: "Add social link" }).click();
  await page.getByLabel("Instagram username or URL").fill("@mara.l");
  const profile = page.getByRole("region", { name: "Profile" });
  const links = page.getByRole("region", { name: "Social links" });
  await profile.getByRole("button", { name: "Save changes" }).click();
  await expect(profile.getByText("Saved", { exact: true })).toBeVisible();
  await expect(links.getByText("Not saved yet: Social links")).toBeVisible();
  await links.getByRole("button", { name: "Save changes" }).click();
  await expect(page).toHaveURL("/dashboard");
  await page.goto(creator.page);
  await expect(page.getByRole("list", { name: "Social links" }).getByRole("link")).toHaveAttribute(
    "href",
    "https://instagram.com/mara.l",
  );
  await expect(
    page.locator("header img[src*='/uploads/'], main img[src*='/uploads/']").first(),
  ).toBeVisible();
  await page.goto(SETTINGS);
  await page.getByRole("button", { name: "Remove avatar" }).click();
  await expect(page.getByText("ML", { exact: true }).last()).toBeVisible();
  await save(page).click();
  await expectSaved(page);
});

test("a link to a section leads to it, with the list of the sections in view", async ({ page }) => {
  await page.goto(`${SETTINGS}#tips`);
  const list = page.getByRole("navigation", { name: "Settings sections" });
  await expect(page.getByRole("heading", { name: "Tips" })).toBeFocused();
  await expect(page.getByRole("heading", { name: "Tips" })).toBeInViewport();
  await expect(list.getByRole("link", { name: "Tips" })).toHaveAttribute("aria-current", "true");
  await list.getByRole("link", { name: "Language and time" }).click();
  await expect(page).toHaveURL(`${SETTINGS}#language`);
  await expect(page.getByLabel("Time zone")).toBeInViewport();
  await page.getByLabel("Language of your texts").selectOption("de");
  await save(page).click();
  await expectSaved(page);
});

test("an upload that fails says so, and one in progress can be cancelled", async ({ page, guard }) => {
  guard.allow(/(status of 500|status of 415|net::ERR_FAILED) .*\/api\/files\/upload/);
  const file = { name: "me.png", mimeType: "image/png", buffer: await renderImage(3) };
  await openSettings(page);
  await page.route("**/api/files/upload*", (route) => route.fulfill({ status: 500, json: {} }));
  await page.getByLabel("Upload avatar").setInputFiles(file);
  await expect(page.getByRole("alert")).toHaveText("Avatar upload failed");
  await page.unroute("**/api/files/upload*");

  // Without a response.
  await page.route("**/api/files/upload*", () => {});
  await page.getByLabel("Upload avatar").setInputFiles(file);
  await expect(page.getByRole("progressbar", { name: "Uploading me.png" })).toBeVisible();
  await save(page).click();
  await expect(page.getByText("Please wait for the image upload to finish.")).toBeVisible();
  await page.getByRole("button", { name: "Cancel upload" }).click();
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  await page.unroute("**/api/files/upload*");
  await page.getByLabel("Upload avatar").setInputFiles({ ...file, buffer: Buffer.from("no image") });
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(page.getByLabel("Avatar URL")).toHaveValue("");
});

test("a downgrade is saved after a confirmation", async ({ page, creator }) => {
  await grantCreatorPlan(creator.user.handle);
  for (let count = 1; count <= 6; count++) await creator.addTile({ title: `Tile ${count}` });
  await openSettings(page);
  await expect(page.getByText("Creator (m)")).toBeVisible();
  await expect(page.getByRole("link", { name: "Complete activation" })).toBeVisible();
  await expect(page.getByRole("radio", { name: "Creator" })).toBeChecked();
  await page.getByRole("radio", { name: "Free" }).check();
  await save(page).click();
  const question = page.getByRole("dialog", { name: "Switch to the Free plan?" });
  await expect(question).toContainText("Your tiles stay visible");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(page).toHaveURL(SETTINGS);
  await save(page).click();
  await question.getByRole("button", { name: "Switch to Free" }).click();
  await expectSaved(page);
  await expect(page.getByText("Free plan tile limit reached.").first()).toBeVisible();
  await page.goto(creator.page);
  await expect(page.getByRole("link", { name: "Tile 6" })).toBeVisible();
});
