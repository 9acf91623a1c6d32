import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { test } from "../support/account-site.ts";
import { expect } from "../support/fixtures.ts";

// All tests share one installation.
test.describe.configure({ mode: "default" });

/** Returns a new account at the provider. */
function newProviderUser(name: string) {
  const sub = randomBytes(8).toString("hex");
  return { sub, email: `g-${sub}@example.org`, email_verified: true, name };
}
const continueWithGoogle = (page: Page) => page.getByRole("button", { name: "Continue with Google" }).click();
const banner = (page: Page) => page.getByRole("button", { name: "Resend link" });

test("a new user finishes the profile, and the next sign-in leads to the requested page", async ({
  page,
  context,
  site,
}) => {
  const user = newProviderUser("Gil Åberg");
  site.provider.signInAs(user);
  await page.goto("/auth");
  await continueWithGoogle(page);
  await expect(page).toHaveURL("/auth/complete");
  const handle = page.getByLabel("Username");
  await expect(handle).toHaveValue("gil-aberg");
  await expect(page.getByLabel("Display name")).toHaveValue("Gil Åberg");
  await expect(page.getByLabel("Bio")).toHaveValue("");
  const chosen = `gil-${user.sub}`;
  await handle.fill(chosen);
  await page.getByRole("button", { name: "Save and go to dashboard" }).click();
  await expect(page).toHaveURL("/dashboard");
  await expect(page.getByRole("heading", { name: "Gil Åberg" })).toBeVisible();
  await expect(banner(page)).toHaveCount(0);

  await test.step("signed out and signed in again", async () => {
    // Waits for the dashboard, because its pending requests would fail.
    await page.goto("about:blank");
    await context.clearCookies();
    await page.goto("/dashboard/products");
    await expect(page).toHaveURL("/auth?redirect=%2Fdashboard%2Fproducts");
    site.provider.signInAs({ ...user, email: "moved@example.org", name: "Renamed" });
    await continueWithGoogle(page);
    await expect(page).toHaveURL("/dashboard/products");
    const { creator } = await (await page.request.get("/api/creators/me")).json();
    expect(creator).toMatchObject({
      handle: chosen,
      display_name: "Gil Åberg",
      email: user.email,
      bio: null,
    });
  });
});

test("a user takes over an account that a stranger registered with the user's email", async ({
  page,
  signUp,
  site,
}) => {
  const mallory = await signUp("Mallory");
  site.provider.signInAs({ ...newProviderUser("Vic"), email: mallory.user.email });
  await page.goto("/auth");
  await continueWithGoogle(page);
  // The console asks what to do with the content of the prepared account.
  await page.getByRole("button", { name: "Take it over" }).click();
  await expect(page).toHaveURL("/dashboard");
  await expect(banner(page)).toHaveCount(0);
  // The first email verified the email address.
  expect((await site.mailTo(mallory.user.email, 2)).mail.subject).toMatch(/Google/);
  const { email, password } = mallory.user;
  const login = await page.request.post("/api/auth/login", { data: { email, password } });
  expect(login.status()).toBe(401);
});
