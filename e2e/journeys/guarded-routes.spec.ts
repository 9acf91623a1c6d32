import type { Page } from "@playwright/test";
import { type NewPerson, newPerson } from "../support/creator.ts";
import { expect, test } from "../support/journey.ts";

/** What the dashboard asks for once its session has ended. */
const ENDED = /status of 401 .*\/api\/(tiles|products|analytics|connect|feedback)/;

async function logIn(page: Page, { email, password }: Pick<NewPerson, "email" | "password">) {
  await page.getByLabel("Email").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("button", { name: "Login", exact: true }).click();
}

test("a page of the console asks who is there, then opens", async ({ page, creator }) => {
  await page.goto("/dashboard/products");
  await expect(page).toHaveURL("/auth?redirect=%2Fdashboard%2Fproducts");
  await logIn(page, creator.person);
  await expect(page).toHaveURL("/dashboard/products");
  await expect(page.getByRole("heading", { name: "Products", exact: true })).toBeVisible();
});

test("the wanted page waits behind a registration too", async ({ page }) => {
  const { handle } = newPerson();
  await page.goto("/auth?redirect=%2Fdashboard%2Fproducts%3Fnew%3D1");
  await page.getByRole("tab", { name: "Register" }).click();
  await page.getByLabel("Display name").fill("Jon Berg");
  await page.getByLabel("Handle").fill(handle);
  await page.getByLabel("Email").fill(`${handle}@example.org`);
  await page.getByRole("textbox", { name: "Password" }).fill("a quiet little mosaic");
  await page.getByRole("button", { name: "Register" }).click();
  await expect(page).toHaveURL("/dashboard/products?new=1");
});

for (const path of [
  "/dashboard",
  "/dashboard/settings",
  "/admin/users",
  "/checkout/stripe",
  "/auth/complete",
]) {
  test(`nobody signed in is let into ${path}`, async ({ page }) => {
    await page.goto(path);
    await expect(page).toHaveURL(`/auth?redirect=${encodeURIComponent(path)}`);
    await expect(page.getByRole("heading", { name: "Welcome back" })).toBeVisible();
  });
}

test("a creator who is no admin is led from the admin console to the dashboard", async ({
  page,
  creator,
  context,
}) => {
  await creator.signIn(context);
  await page.goto("/admin/users");
  await expect(page).toHaveURL("/dashboard");
});

const HOSTILE = [
  "https://evil.invalid",
  "//evil.invalid",
  "/\\evil.invalid",
  "\\\\evil.invalid",
  "/%09/evil.invalid",
  "/\t/evil.invalid",
  "javascript:alert(1)",
  "https:evil.invalid",
  "/..//evil.invalid",
  "/@evil",
  `/${"a".repeat(5000)}`,
];

test("a wanted page elsewhere is never gone to after login", async ({ page, creator, baseURL, guard }) => {
  // As many sign-ins as there are such addresses.
  test.slow();
  guard.allow(/status of 404 .*\/@evil$/);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  for (const redirect of HOSTILE) {
    await page.goto("about:blank");
    await page.context().clearCookies();
    await page.goto(`/auth?${new URLSearchParams({ redirect })}`);
    await logIn(page, creator.person);
    await expect(page).not.toHaveURL(/\/auth/);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(new URL(page.url()).origin, redirect).toBe(baseURL);
  }
  expect(asked.filter((url) => url.startsWith("http") && new URL(url).origin !== baseURL)).toEqual([]);
});

test("a wrong password is told in the server's words and keeps what was typed", async ({
  page,
  creator,
  guard,
}) => {
  guard.allow(/status of 401 .*\/api\/auth\/login$/);
  await page.goto("/auth");
  await logIn(page, { email: creator.person.email, password: "not this one" });
  await expect(page.getByRole("alert")).toHaveText("Invalid email or password.");
  await expect(page.getByLabel("Email")).toHaveValue(creator.person.email);
  await expect(page.getByRole("textbox", { name: "Password" })).toHaveValue("not this one");
});

test("a login that nobody answers is told to have failed", async ({ page, creator, guard }) => {
  guard.allow(/net::ERR_FAILED .*\/api\/auth\/login$/);
  await page.goto("/auth");
  await page.route("**/api/auth/login", (route) => route.abort());
  await logIn(page, creator.person);
  await expect(page.getByRole("alert")).toHaveText("Login failed");
  await page.unroute("**/api/auth/login");
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await expect(page).toHaveURL("/dashboard");
});

test("after logging out the way back shows nothing private", async ({ page, creator, context }) => {
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

test("a session that ends elsewhere leads to signing in, and back to the same page", async ({
  page,
  creator,
  context,
  guard,
}) => {
  guard.allow(ENDED);
  await creator.signIn(context);
  await page.goto("/dashboard/products");
  // With this the page has asked for all it needs: nothing but the next step finds the session gone.
  await expect(page.getByText("No products yet.")).toBeVisible();
  await context.clearCookies();
  await page.getByRole("link", { name: "Dashboard", exact: true }).first().click();
  await expect(page).toHaveURL("/auth?redirect=%2Fdashboard");
  await logIn(page, creator.person);
  await expect(page).toHaveURL("/dashboard");
  await expect(page.getByRole("heading", { name: /^Good to see you/ })).toBeVisible();
});

test("a session that cannot be asked for is told, and asked for again", async ({
  page,
  creator,
  context,
  guard,
}) => {
  guard.allow(/status of 500 .*\/api\/creators\/me$/);
  await creator.signIn(context);
  await page.route("**/api/creators/me", (route) => route.fulfill({ status: 500, json: { error: "Oh." } }));
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: "This page could not be loaded" })).toBeVisible();
  await page.unroute("**/api/creators/me");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: /^Good to see you/ })).toBeVisible();
  await expect(page).toHaveURL("/dashboard");
});

test("signing in, and being asked to again, gives the keyboard to the page that appears", async ({
  page,
  creator,
  context,
  guard,
}) => {
  guard.allow(ENDED);
  await page.goto("/auth?redirect=%2Fdashboard%2Fproducts");
  await expect(page.getByRole("heading", { name: "Welcome back" })).toBeVisible();
  await expect(page.getByRole("main")).not.toBeFocused();
  await page.getByLabel("Email").fill(creator.person.email);
  await page.getByRole("textbox", { name: "Password" }).fill(creator.person.password);
  await page.keyboard.press("Enter");
  await expect(page.getByText("No products yet.")).toBeVisible();
  await expect(page.getByRole("main")).toBeFocused();
  await context.clearCookies();
  await page.getByRole("link", { name: "Dashboard", exact: true }).first().click();
  await expect(page.getByRole("heading", { name: "Welcome back" })).toBeVisible();
  await expect(page.getByRole("main")).toBeFocused();
});
