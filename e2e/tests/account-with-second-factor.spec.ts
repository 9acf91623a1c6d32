import { generateSync } from "otplib";
import { expect, logIn, signedInTest as test } from "../support/fixtures.ts";

const codeAt = (secret: string, steps = 0) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + steps * 30 });

test("a creator sets up an app by keyboard, and signs in with a code and with a recovery code", async ({
  page,
  context,
  creator,
  guard,
}) => {
  await page.goto("/dashboard/settings/security");
  await page.getByRole("button", { name: "Set up an authenticator app" }).press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
  await dialog.getByText("Can't scan it?").press("Enter");
  const secret = ((await dialog.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? "").replaceAll(
    " ",
    "",
  );
  await dialog.getByLabel("Code").fill(codeAt(secret));
  await page.keyboard.press("Enter");

  const codes = page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(codes).toHaveCount(10);
  const recoveryCode = (await codes.first().textContent()) ?? "";
  await page.getByRole("button", { name: "I have saved them" }).press("Enter");
  await expect(page.getByText("You have 10 recovery codes left.")).toBeVisible();

  guard.allow(/status of 400 .*\/api\/auth\/second-factor$/);
  await context.clearCookies();
  await page.goto("/auth?redirect=%2Fdashboard%2Fproducts");
  await logIn(page, creator.user);
  await expect(page).toHaveURL("/auth/code?redirect=%2Fdashboard%2Fproducts");
  await expect(page.getByLabel("Code")).toBeFocused();
  await page.getByLabel("Code").fill("000 000");
  await page.keyboard.press("Enter");
  await expect(page.getByText("This code is wrong or old.")).toBeVisible();
  // The code of the next 30 seconds, because the current one was used to turn it on.
  await page.getByLabel("Code").fill(codeAt(secret, 1));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/dashboard/products");

  // Waits for the console, because its pending requests would fail.
  await page.goto("about:blank");
  await context.clearCookies();
  await page.goto("/auth");
  await logIn(page, creator.user);
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  await page.getByLabel("Recovery code").fill(recoveryCode.toLowerCase());
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/dashboard");
});
