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
