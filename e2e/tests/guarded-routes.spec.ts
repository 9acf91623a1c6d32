import { expect, logIn, test } from "../support/fixtures.ts";

/** Requests of the dashboard after the session ended. */
const ENDED = /status of 401 .*\/api\/(tiles|products|analytics|appearance|connect|feedback)/;

test("a page of the console opens after signing in", async ({ page, creator }) => {
  await page.goto("/dashboard/products");
  await expect(page).toHaveURL("/auth?redirect=%2Fdashboard%2Fproducts");
  await logIn(page, creator.user);
  await expect(page).toHaveURL("/dashboard/products");
  await expect(page.getByRole("heading", { name: "Products", exact: true })).toBeVisible();
});

test("signed out, the upgrade page leads to the login", async ({ page }) => {
  await page.goto("/checkout/stripe");
  await expect(page).toHaveURL("/auth?redirect=%2Fcheckout%2Fstripe");
  await expect(page.getByRole("heading", { name: "Welcome back" })).toBeVisible();
});

test("a login never leads to another site", async ({ page, creator, baseURL }) => {
  const requested: string[] = [];
  page.on("request", (request) => requested.push(request.url()));
  await page.goto(`/auth?${new URLSearchParams({ redirect: "/\\evil.invalid" })}`);
  await logIn(page, creator.user);
  await expect(page).toHaveURL("/dashboard");
  expect(requested.filter((url) => url.startsWith("http") && new URL(url).origin !== baseURL)).toEqual([]);
});

test("a login leads to a page outside the console", async ({ page, creator }) => {
  await page.goto(`/auth?${new URLSearchParams({ redirect: creator.page })}`);
  await logIn(page, creator.user);
  await expect(page).toHaveURL(creator.page);
});

test("after a logout the Back button shows nothing private", async ({ page, creator, context }) => {
  await creator.addTile({ title: "My secret plan" });
  await creator.signIn(context);
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: "My secret plan" })).toBeVisible();
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL("/auth");
  await page.goBack();
  await expect(page).toHaveURL(/\/auth/);
  await expect(page.getByRole("heading", { name: "Welcome back" })).toBeVisible();
  await expect(page.getByText(/My secret plan|Mara Lindt/)).toHaveCount(0);
  expect((await page.request.get("/api/creators/me")).status()).toBe(401);
});

test("a session that was revoked leads to the login, and back to the same page", async ({
  page,
  creator,
  context,
  guard,
}) => {
  guard.allow(ENDED);
  await creator.signIn(context);
  await page.goto("/dashboard/products");
  // The page has loaded everything: only the next step finds that the session ended.
  await expect(page.getByText("No products yet.")).toBeVisible();
  await context.clearCookies();
  await page.getByRole("link", { name: "Page", exact: true }).click();
  await expect(page).toHaveURL("/auth?redirect=%2Fdashboard");
  await logIn(page, creator.user);
  await expect(page).toHaveURL("/dashboard");
  await expect(page.getByRole("heading", { name: /^Welcome,/ })).toBeVisible();
});

test("a session that cannot be loaded is reported and can be loaded again", async ({
  page,
  creator,
  context,
  guard,
}) => {
  guard.allow(/status of 500 .*\/api\/creators\/me$/, /^ApiError: /);
  await creator.signIn(context);
  await page.route("**/api/creators/me", (route) => route.fulfill({ status: 500, json: { error: "Oh." } }));
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: "This page could not be loaded" })).toBeVisible();
  await page.unroute("**/api/creators/me");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: /^Welcome,/ })).toBeVisible();
  await expect(page).toHaveURL("/dashboard");
});

test("the focus moves to the new page after a login and after the session ends", async ({
  page,
  creator,
  context,
  guard,
}) => {
  guard.allow(ENDED);
  await page.goto("/auth?redirect=%2Fdashboard%2Fproducts");
  await expect(page.getByRole("heading", { name: "Welcome back" })).toBeVisible();
  await expect(page.getByRole("main")).not.toBeFocused();
  await page.getByLabel("Email").fill(creator.user.email);
  await page.getByRole("textbox", { name: "Password" }).fill(creator.user.password);
  await page.keyboard.press("Enter");
  await expect(page.getByText("No products yet.")).toBeVisible();
  await expect(page.getByRole("main")).toBeFocused();
  await context.clearCookies();
  await page.getByRole("link", { name: "Page", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Welcome back" })).toBeVisible();
  await expect(page.getByRole("main")).toBeFocused();
});
