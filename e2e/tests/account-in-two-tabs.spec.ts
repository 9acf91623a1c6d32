import type { Page } from "@playwright/test";
import { expect, logIn, signedInTest as test } from "../support/fixtures.ts";

const SECRET = "My secret plan";

const tile = (page: Page, title: string) => page.getByRole("heading", { name: title });

test.beforeEach(async ({ creator, page }) => {
  await creator.addTile({ title: SECRET });
  // The last request of the dashboard has its response before the session changes.
  const summary = page.waitForResponse("**/api/analytics/summary*");
  await page.goto("/dashboard");
  await expect(tile(page, SECRET)).toBeVisible();
  await (await summary).finished();
});

test("a login of another creator in a second tab replaces the first creator in both tabs", async ({
  page,
  context,
  signUp,
}) => {
  const jon = await signUp("Jon Berg");
  await jon.addTile({ title: "Shop of Jon" });
  await context.clearCookies();
  const other = await context.newPage();
  await other.goto("/auth");
  await logIn(other, jon.user);
  await expect(tile(other, "Shop of Jon")).toBeVisible();

  await expect(page.getByRole("heading", { name: "Welcome, Jon Berg" })).toBeVisible();
  await expect(tile(page, "Shop of Jon")).toBeVisible();
  await expect(page.getByText(/Mara Lindt|My secret plan/)).toHaveCount(0);
  await expect(page).toHaveURL("/dashboard");
});

test("a logout in one tab signs out the other, and a login there returns to the same page", async ({
  page,
  context,
  creator,
}) => {
  const other = await context.newPage();
  await other.goto("/dashboard/products");
  await expect(other.getByRole("heading", { name: "Products", exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL("/auth");
  await expect(other).toHaveURL("/auth?redirect=%2Fdashboard%2Fproducts");
  await logIn(page, creator.user);
  await expect(tile(page, SECRET)).toBeVisible();
});

test("what one tab saves of the profile is not undone by a save in another", async ({ page, context }) => {
  const other = await context.newPage();
  const save = async (tab: Page, section: string) => {
    const saved = tab.waitForResponse((response) => response.request().method() === "POST");
    const form = tab.getByRole("region", { name: section, exact: true });
    await form.getByRole("button", { name: "Save changes" }).click();
    expect((await saved).status()).toBe(200);
  };
  await page.goto("/dashboard/settings");
  await page.getByLabel("Bio").fill("Ceramics from the coast");
  await other.goto("/dashboard/settings");
  await other.getByLabel("Language of your texts").selectOption("de");
  await save(other, "Language and time");
  await expect(page.getByLabel("Language of your texts")).toHaveValue("de");
  await save(page, "Profile");
  await other.goto("/dashboard/settings");
  await expect(other.getByLabel("Bio")).toHaveValue("Ceramics from the coast");
  await expect(other.getByLabel("Language of your texts")).toHaveValue("de");
});

test("a page from the back-forward cache shows nothing private after a logout", async ({ page, context }) => {
  await context.clearCookies();
  // Browsers under test keep no pages in their back-forward cache: the event is simulated.
  await page.evaluate(() => {
    window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  });
  await expect(page).toHaveURL("/auth?redirect=%2Fdashboard");
  await expect(page.getByRole("heading", { name: "Welcome back" })).toBeVisible();
  await expect(page.getByText(/Mara Lindt|My secret plan/)).toHaveCount(0);
});

test("a page that was not in the back-forward cache is not loaded again when it is shown", async ({
  page,
}) => {
  await page.evaluate(() => {
    document.body.dataset.still = "here";
    window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: false }));
  });
  await expect(tile(page, SECRET)).toBeVisible();
  await expect(page.locator("body[data-still=here]")).toHaveCount(1);
});
