import { expect, signedInTest as test } from "../support/fixtures.ts";

test("a logout that fails shows no error and enables its button again; the next one leads to the login", async ({
  page,
  guard,
}) => {
  guard.allow(/net::ERR_FAILED .*\/api\/auth\/logout$/);
  await page.goto("/dashboard");
  const requested = Promise.withResolvers<void>();
  await page.route("**/api/auth/logout", async (route) => {
    await requested.promise;
    await route.abort();
  });
  const logout = page.getByRole("main").getByRole("button", { name: "Logout" });
  await logout.click();
  await expect(logout).toBeDisabled();
  requested.resolve();
  await expect(logout).toBeEnabled();
  await expect(logout).toBeFocused();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await page.unroute("**/api/auth/logout");
  await logout.click();
  await expect(page).toHaveURL("/auth");
});

test("a tile form whose code cannot be loaded says so in its dialog, and the tiles stay", async ({
  page,
  creator,
  guard,
}) => {
  guard.allow(/tile-form/);
  await creator.addTile({ title: "My shop" });
  await page.route("**/assets/tile-form-*.js", (route) => route.abort());
  await page.goto("/dashboard");
  await page.getByRole("button", { name: "Add tile" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("alert")).toHaveText(/Couldn't load the form\./);
  await expect(dialog.getByRole("button", { name: "Try again" })).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("heading", { name: "My shop" })).toBeVisible();
});

test("tiles whose handles cannot be loaded are edited without them, and moved by “Move to…”", async ({
  page,
  creator,
  guard,
}) => {
  guard.allow(/move-handles/);
  await creator.addTile({ title: "My shop" });
  await creator.addTile({ title: "My letter" });
  const refused = page.waitForEvent("requestfailed", (request) => request.url().includes("/move-handles-"));
  await page.route("**/assets/move-handles-*.js", (route) => route.abort());
  await page.goto("/dashboard");
  await refused;
  const titles = page.getByRole("region", { name: "Live tiles" }).getByRole("heading", { level: 3 });
  await expect(titles).toHaveText(["My shop", "My letter"]);
  await page.getByRole("button", { name: "Actions for My letter" }).click();
  await page.getByRole("menuitem", { name: "Move to…" }).click();
  await page.getByLabel("Place (1 to 2)").fill("1");
  await page.getByRole("button", { name: "Move", exact: true }).click();
  await expect(page.getByText("My letter moved.")).toBeVisible();
  await expect(titles).toHaveText(["My letter", "My shop"]);
  await expect(page.getByRole("button", { name: /^Move My/ })).toHaveCount(0);
  await page.reload();
  await expect(titles).toHaveText(["My letter", "My shop"]);
});
