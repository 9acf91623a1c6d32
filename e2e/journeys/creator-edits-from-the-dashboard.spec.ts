import type { Page } from "@playwright/test";
import { expect, test } from "../support/journey.ts";

const ME = "**/api/creators/me";

test.beforeEach(async ({ creator, context }) => {
  await creator.signIn(context);
});

/** The dashboard of a creator as the server has it, with something changed. */
async function openDashboardAs(page: Page, given: Record<string, unknown>) {
  await page.unroute(ME);
  await page.route(ME, async (route) => {
    const response = await route.fetch().catch(() => null);
    // The page asks again by itself, also while the test ends.
    if (!response) return route.abort().catch(() => undefined);
    const { creator } = await response.json();
    return route.fulfill({ response, json: { creator: { ...creator, ...given } } }).catch(() => undefined);
  });
  await page.goto("/dashboard");
}

test("the plan is named, explained and led on from, in the words of each state", async ({ page }) => {
  const states = [
    {
      given: { plan: "free", stripe_subscription_active: false },
      badge: "Free",
      status: "5 tile slots remaining on the Free plan.",
      upgrade: "Upgrade to Creator",
    },
    {
      given: { plan: "creator", stripe_subscription_active: false },
      badge: "Creator (m)",
      status: "Creator plan (manual) — connect Stripe to unlock billing and remove limits.",
      upgrade: "Complete activation",
    },
    {
      given: { plan: "creator", stripe_subscription_active: true },
      badge: "Creator (s)",
      status: "Creator plan active — unlimited tiles and full analytics unlocked.",
      upgrade: "Complete activation",
    },
  ];
  for (const { given, badge, status, upgrade } of states) {
    await openDashboardAs(page, given);
    const plan = page.getByRole("region", { name: "Plan" });
    await expect(plan.getByText(badge, { exact: true })).toBeVisible();
    await expect(plan.getByText(status, { exact: true })).toBeVisible();
    await expect(plan.getByRole("link", { name: upgrade })).toHaveAttribute("href", "/dashboard/settings");
  }
});

test("the dashboard leads to all there is, and to the admin console for admins alone", async ({
  page,
  creator,
}) => {
  await page.goto("/dashboard");
  const main = page.getByRole("main");
  for (const [name, address] of [
    ["Manage products", "/dashboard/products"],
    ["Preview live page", creator.page],
    ["Edit profile", "/dashboard/settings"],
  ] as const)
    await expect(main.getByRole("link", { name })).toHaveAttribute("href", address);
  await expect(page.getByRole("link", { name: /Admin/ })).toHaveCount(0);
  await openDashboardAs(page, { is_admin: true });
  await expect(main.getByRole("link", { name: "Admin view" })).toHaveAttribute("href", "/admin/users");
  const console = page.getByRole("navigation", { name: "Console" });
  await expect(console.getByRole("link")).toHaveText(["Dashboard", "Products", "Settings", "Admin"]);
});

test("a logout that fails leaves the button as it was and says nothing; the next one leads to signing in", async ({
  page,
  guard,
}) => {
  guard.allow(/net::ERR_FAILED .*\/api\/auth\/logout$/);
  await page.goto("/dashboard");
  const asked = Promise.withResolvers<void>();
  await page.route("**/api/auth/logout", async (route) => {
    await asked.promise;
    await route.abort();
  });
  const logout = page.getByRole("main").getByRole("button", { name: "Logout" });
  await logout.click();
  await expect(logout).toBeDisabled();
  asked.resolve();
  await expect(logout).toBeEnabled();
  await expect(logout).toBeFocused();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await page.unroute("**/api/auth/logout");
  await logout.click();
  await expect(page).toHaveURL("/auth");
});

test("the link to the page is copied, and says so for two seconds", async ({
  page,
  creator,
  context,
  baseURL,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.clock.install();
  await page.goto("/dashboard");
  const copy = page.getByRole("button", { name: /^Cop/ });
  await expect(copy).toHaveText("Copythe link to your page");
  await copy.click();
  await expect(copy).toHaveText("Copied!");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${baseURL}${creator.page}`);
  await page.clock.fastForward(2000);
  await expect(copy).toHaveText("Copythe link to your page");
});
