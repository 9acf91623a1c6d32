import { expect, logIn, test } from "../support/fixtures.ts";

/** Matches the errors of the dashboard's requests after the end of the session. */
const ENDED = /status of 401 .*\/api\/(tiles|products|analytics|appearance|connect|feedback)/;

test("a login opens and focuses the requested page, and never leads to another site", async ({
  page,
  creator,
  context,
  baseURL,
}) => {
  const requested: string[] = [];
  page.on("request", (request) => requested.push(request.url()));
  await page.goto("/dashboard");
  await expect(page).toHaveURL("/auth?redirect=%2Fdashboard");
  await expect(page.getByRole("heading", { name: "Welcome back" })).toBeVisible();
  expect(requested.filter((url) => url.includes("/api/tiles"))).toEqual([]);
  await logIn(page, creator.user);
  await expect(page).toHaveURL("/dashboard");
  await expect(page.getByRole("heading", { name: /^Welcome,/ })).toBeVisible();
  await expect(page.getByRole("main")).toBeFocused();
  for (const [redirect, leadsTo] of [
    [creator.page, creator.page],
    ["/\\evil.invalid", "/dashboard"],
  ] as const) {
    await page.goto("about:blank");
    await context.clearCookies();
    await page.goto(`/auth?${new URLSearchParams({ redirect })}`);
    await logIn(page, creator.user);
    await expect(page).toHaveURL(leadsTo);
  }
  expect(requested.filter((url) => url.startsWith("http") && new URL(url).origin !== baseURL)).toEqual([]);
});

test("a revoked session leads to the login and back to the same page, and after a logout the Back button shows nothing private", async ({
  page,
  creator,
  context,
  guard,
}) => {
  guard.allow(ENDED);
  await creator.addTile({ title: "My secret plan" });
  await creator.signIn(context);
  await page.goto("/dashboard/products");
  // Everything is loaded, so only the next step notices the end of the session.
  await expect(page.getByText("No products yet.")).toBeVisible();
  await context.clearCookies();
  await page.getByRole("link", { name: "Page", exact: true }).click();
  await expect(page).toHaveURL("/auth?redirect=%2Fdashboard");
  await expect(page.getByRole("heading", { name: "Welcome back" })).toBeVisible();
  await expect(page.getByRole("main")).toBeFocused();
  await logIn(page, creator.user);
  await expect(page).toHaveURL("/dashboard");
  await expect(page.getByRole("heading", { name: "My secret plan" })).toBeVisible();

  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL("/auth");
  await page.goBack();
  await expect(page).toHaveURL(/\/auth/);
  await expect(page.getByRole("heading", { name: "Welcome back" })).toBeVisible();
  await expect(page.getByText(/My secret plan|Mara Lindt/)).toHaveCount(0);
  expect((await page.request.get("/api/creators/me")).status()).toBe(401);
});
