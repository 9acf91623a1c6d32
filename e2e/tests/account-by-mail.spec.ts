import type { Page } from "@playwright/test";
import { confirmEmail, linkIn, test } from "../support/account-site.ts";
import { newUser } from "../support/creator.ts";
import { expect, register } from "../support/fixtures.ts";

// All tests share one installation.
test.describe.configure({ mode: "default" });

const UNVERIFIED = "Check your email to verify your account.";
const banner = (page: Page) => page.getByRole("button", { name: "Resend link" });

test("a new user verifies the email by its link, and the dashboard's banner disappears", async ({
  page,
  site,
}) => {
  const user = newUser();
  await register(page, user);
  await expect(page).toHaveURL("/dashboard");
  await expect(page.getByText(UNVERIFIED)).toBeVisible();

  const first = await site.mailTo(user.email);
  await banner(page).click();
  await expect(page.getByText("Verification email sent.")).toBeVisible();
  const second = await site.mailTo(user.email, 2);
  expect(second.mail.messageId).not.toBe(first.mail.messageId);
  expect(second.mail.html).toContain(linkIn(second, site));

  await test.step("the older link no longer works", async () => {
    await page.goto(linkIn(first, site));
    await expect(page).toHaveURL("/auth/verify?status=invalid");
    await expect(page.getByRole("heading", { name: "This link does not work" })).toBeVisible();
  });

  await page.goto(linkIn(second, site));
  await expect(page).toHaveURL("/auth/verify?status=success");
  await expect(page.getByRole("heading", { name: "Email verified" })).toBeVisible();
  await page.getByRole("link", { name: "Go to dashboard" }).click();
  await expect(page).toHaveURL("/dashboard");
  await expect(page.getByRole("heading", { name: user.displayName })).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
});

test("a verification link opened on the phone signs nobody out, and lets its reader take the account over", async ({
  page,
  openVisitor,
  site,
  guard,
}) => {
  guard.allow(/status of 401 .*\/api\/tiles$/);
  const user = newUser();
  await register(page, user);
  await expect(page).toHaveURL("/dashboard");
  const link = linkIn(await site.mailTo(user.email), site);
  const phone = await openVisitor();
  await phone.goto(link);
  await expect(phone).toHaveURL("/auth/verify?status=success");
  await expect(phone.getByRole("heading", { name: "Email verified" })).toBeVisible();

  await page.reload();
  await expect(page.getByRole("heading", { name: user.displayName })).toBeVisible();
  await expect(banner(page)).toHaveCount(0);

  await test.step("the reader, who did not create the account, takes it over", async () => {
    await phone.getByRole("button", { name: "Take it over by email" }).click();
    await expect(phone.getByText("Check your inbox.")).toBeVisible();
    await phone.goto(linkIn(await site.mailTo(user.email, 2), site));
    await phone.getByRole("textbox", { name: "New password" }).fill("a louder mosaic");
    await phone.getByRole("button", { name: "Set new password" }).click();
    await expect(phone).toHaveURL(/\/auth\/prepared-account/);
    await page.reload();
    await expect(page).toHaveURL("/auth?redirect=%2Fdashboard");
  });
});

test("a password is reset by email, which signs out every other device", async ({
  page,
  openVisitor,
  signUp,
  site,
  guard,
}) => {
  // The other device's document still requests the tiles of the ended session.
  guard.allow(/status of 401 .*\/api\/tiles$/);
  const creator = await signUp("Jon Berg");
  const { user } = creator;
  await confirmEmail(creator, site);
  const elsewhere = await openVisitor();
  await creator.signIn(elsewhere.context());
  await elsewhere.goto("/dashboard");
  await expect(elsewhere).toHaveURL("/dashboard");

  await page.goto("/auth");
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await expect(page.getByRole("heading", { name: "Forgot your password?" })).toBeVisible();
  await page.getByLabel("Email").fill(user.email);
  await page.getByRole("button", { name: "Send reset link" }).click();
  await expect(page.getByText("Check your inbox for the reset link.")).toBeVisible();

  // The first email verifies the address.
  const mail = await site.mailTo(user.email, 2);
  const link = linkIn(mail, site);
  expect(link).toContain("/auth/reset?token=");
  await page.goto(link);
  await page.getByRole("textbox", { name: "New password" }).fill("a louder mosaic");
  await page.getByRole("button", { name: "Set new password" }).click();
  await expect(page.getByText("Password updated. Redirecting to dashboard...")).toBeVisible();
  await expect(page).toHaveURL("/dashboard");
  await expect(page.getByRole("heading", { name: user.displayName })).toBeVisible();
  await expect(banner(page)).toHaveCount(0);

  const notice = await site.mailTo(user.email, 3);
  expect(notice.mail.subject).toMatch(/password/i);
  expect(notice.mail.text).not.toContain("token=");

  await elsewhere.reload();
  await expect(elsewhere).toHaveURL("/auth?redirect=%2Fdashboard");

  await test.step("the link works once", async () => {
    const again = await elsewhere.request.post("/api/auth/reset-password", {
      data: { token: new URL(link).searchParams.get("token"), password: "yet another one" },
    });
    expect(again.status()).toBe(400);
  });
});
