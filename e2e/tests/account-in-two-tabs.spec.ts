import type { Page } from "@playwright/test";
import { expect, logIn, signedInTest as test } from "../support/fixtures.ts";

const SECRET = "My secret plan";

const tile = (page: Page, title: string) => page.getByRole("heading", { name: title });

/** Waits for the last request before the session changes. */
async function expectWholeDashboard(page: Page, open: () => Promise<unknown>) {
  const summary = page.waitForResponse("**/api/analytics/summary*");
  await open();
  await expect(tile(page, SECRET)).toBeVisible();
  await (await summary).finished();
}

test("reloads a page from the back-forward cache, and shares a logout or another creator's login between tabs", async ({
  page,
  context,
  creator,
  signUp,
}) => {
  await creator.addTile({ title: SECRET });
  await expectWholeDashboard(page, () => page.goto("/dashboard"));
  // Simulates the event, because browsers under test keep no pages in their back-forward cache.
  const show = (persisted: boolean) =>
    page.evaluate((isKept) => {
      window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: isKept }));
    }, persisted);
  await page.evaluate(() => {
    document.body.dataset.still = "here";
  });
  await show(false);
  await expect(tile(page, SECRET)).toBeVisible();
  await expect(page.locator("body[data-still=here]")).toHaveCount(1);

  await context.clearCookies();
  await show(true);
  await expect(page).toHaveURL("/auth?redirect=%2Fdashboard");
  await expect(page.getByRole("heading", { name: "Welcome back" })).toBeVisible();
  await expect(page.getByText(/Mara Lindt|My secret plan/)).toHaveCount(0);
  await expectWholeDashboard(page, () => logIn(page, creator.user));

  const jon = await signUp("Jon Berg");
  await jon.addTile({ title: "Shop of Jon" });
  const other = await context.newPage();
  await context.clearCookies();
  await other.goto("/auth");
  await logIn(other, jon.user);
  await expect(tile(other, "Shop of Jon")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Welcome, Jon Berg" })).toBeVisible();
  await expect(tile(page, "Shop of Jon")).toBeVisible();
  await expect(page.getByText(/Mara Lindt|My secret plan/)).toHaveCount(0);
  await expect(page).toHaveURL("/dashboard");

  await other.getByRole("link", { name: "Products", exact: true }).click();
  await expect(other.getByText("No products yet.")).toBeVisible();
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL("/auth");
  await expect(other).toHaveURL("/auth?redirect=%2Fdashboard%2Fproducts");
});

test("a save in one tab does not revert the profile that another tab has saved", async ({
  page,
  context,
}) => {
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
  const { creator } = await (await page.request.get("/api/creators/me")).json();
  expect(creator).toMatchObject({ bio: "Ceramics from the coast", language: "de" });
});
