import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { accountRoutes } from "../../contract/api/accounts.ts";
import { creatorRoutes } from "../../contract/api/creators.ts";
import { expectAccessible } from "../testing/accessibility.ts";
import { aCreator } from "../testing/console-entities.ts";
import { respondToDashboard } from "../testing/dashboard.ts";
import { expectAccessibleAndFits } from "../testing/phone.ts";
import { renderConsole } from "../testing/render-console.tsx";

const INVALID_LINK = "This reset link no longer works. Please ask for a new one.";
const SENT = "Check your inbox for the reset link.";

const open = (path: string) =>
  renderConsole(path, {
    creator: null,
    server: (server) => server.respond(accountRoutes.resetAccount, { email: "mara@example.org" }),
  });
const newPassword = () => page.getByRole("textbox", { name: "New password" });
const setPassword = () => page.getByRole("button", { name: "Set new password" });
const requestLink = () => page.getByRole("link", { name: "Request a new link" });

test("requests a reset link for the typed email, and remembers the requested page", async () => {
  const { server, router } = await open("/auth?redirect=%2Fdashboard%2Fproducts");
  const requests = server.respond(accountRoutes.forgotPassword, undefined);
  await page.getByLabelText("Email").fill("Mara@Example.org");
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await expect.element(page.getByLabelText("Email")).toHaveValue("Mara@Example.org");
  await page.getByRole("button", { name: "Send reset link" }).click();
  await expect.element(page.getByRole("status").filter({ hasText: /\S/ })).toHaveTextContent(SENT);
  await expect.element(page.getByText("mara@example.org")).toBeVisible();
  await expect.poll(() => document.activeElement?.textContent).toContain(SENT);
  expect(requests.map(({ body }) => body)).toEqual([{ email: "mara@example.org" }]);
  await expectAccessibleAndFits();
  await page.getByRole("button", { name: "Send again" }).click();
  await expect.element(page.getByLabelText("Email")).toHaveFocus();
  await page.getByRole("link", { name: "Back to login" }).click();
  await expect.element(page.getByRole("heading", { name: "Welcome back" })).toBeVisible();
  expect(router.state.location.search).toBe("?redirect=%2Fdashboard%2Fproducts");
});

test("says why a reset link cannot be requested, and requests it again", async () => {
  const { server } = await open("/auth/forgot");
  const send = page.getByRole("button", { name: "Send reset link" });
  await send.click();
  await expect.element(page.getByText("Enter a valid email address.")).toBeVisible();
  await expect.element(page.getByLabelText("Email")).toHaveFocus();
  await page.getByLabelText("Email").fill("mara@example.org");
  const fallback = "Could not send reset link";
  server.disconnect(accountRoutes.forgotPassword);
  await send.click();
  await expect.element(page.getByRole("alert")).toHaveTextContent(fallback);
  server.fail(accountRoutes.forgotPassword, { status: 429, error: "Too many attempts." });
  await send.click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("Too many attempts.");
  await expectAccessible();
  server.respond(accountRoutes.forgotPassword, undefined);
  await send.click();
  await expect.element(page.getByText(SENT)).toBeVisible();
});

test("offers a new link instead of a form without a token", async () => {
  await open("/auth/reset");
  await expect.element(page.getByRole("alert")).toHaveTextContent("Reset token missing");
  await expect.element(page.getByRole("textbox")).not.toBeInTheDocument();
  await expectAccessibleAndFits();
  await requestLink().click();
  await expect.element(page.getByRole("heading", { name: "Forgot your password?" })).toBeVisible();
});

test("signs in with a new password and leads to the dashboard after one second", async () => {
  const { server, router } = await open("/auth/reset?token=a%2Bb");
  const requests = server.respond(accountRoutes.resetPassword, () => {
    server.respond(creatorRoutes.me, { creator: aCreator() });
    respondToDashboard(server);
    return undefined;
  });
  await expect.element(page.getByText("You'll be logged out on other devices.")).toBeVisible();
  await newPassword().fill("a louder mosaic");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    await userEvent.keyboard("{Enter}");
    const updated = "Password updated. Redirecting to dashboard...";
    await vi.waitFor(() => expect(document.body.textContent).toContain(updated));
    await vi.waitFor(() => expect(document.activeElement?.textContent).toBe(updated));
    expect(requests.map(({ body }) => body)).toEqual([{ token: "a+b", password: "a louder mosaic" }]);
    await vi.advanceTimersByTimeAsync(950);
    expect(router.state.location.pathname).toBe("/auth/reset");
    await vi.advanceTimersByTimeAsync(50);
  } finally {
    vi.useRealTimers();
  }
  await expect.element(page.getByRole("heading", { name: /Vera Stone/ }).first()).toBeVisible();
  expect(router.state.location.pathname).toBe("/dashboard");
});

test("lets password managers store a new password under the account's email", async () => {
  await open("/auth/reset?token=abc");
  const userName = () => document.querySelector<HTMLInputElement>("form input[autocomplete=username]");
  await expect.poll(() => userName()?.value).toBe("mara@example.org");
  expect(userName()?.checkVisibility()).toBe(false);
  await expect.element(newPassword()).toHaveAttribute("autocomplete", "new-password");
});

test("corrects a rejected password in the same form", async () => {
  const { server } = await open("/auth/reset?token=abc");
  await newPassword().fill("1234567");
  await setPassword().click();
  await expect.element(page.getByText("Password must be at least 8 characters.")).toBeVisible();
  await expectAccessible();
  await newPassword().fill("password123");
  await page.getByRole("button", { name: "Show" }).click();
  await expect.element(newPassword()).toHaveAttribute("type", "text");
  const common = "This password is too common. Choose another one.";
  server.reject(accountRoutes.resetPassword, { password: common });
  await setPassword().click();
  await expect.element(page.getByText(common)).toBeVisible();
  await expect.element(newPassword()).toHaveFocus();
  server.disconnect(accountRoutes.resetPassword);
  await setPassword().click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("Could not reset password");
  await expect.element(setPassword()).toBeVisible();
});

test("offers a new link instead of a dead one", async () => {
  const { server } = await open("/auth/reset?token=abc");
  server.reject(accountRoutes.resetPassword, { token: INVALID_LINK });
  await newPassword().fill("a louder mosaic");
  await setPassword().click();
  await expect.element(page.getByRole("alert")).toHaveTextContent(INVALID_LINK);
  await expect.poll(() => document.activeElement?.textContent).toContain(INVALID_LINK);
  await expect.element(setPassword()).not.toBeInTheDocument();
  await expect.element(requestLink()).toHaveAttribute("href", "/auth/forgot");
  await expectAccessibleAndFits();
});

test("sets a first password of an invited user, and mentions no other devices", async () => {
  const { server } = await open("/auth/reset?token=abc&for=invitation");
  await expect.element(page.getByRole("heading", { name: "Welcome to Tessera" })).toBeVisible();
  await expect.element(page.getByText("Choose a password to start using your page.")).toBeVisible();
  await expect.element(page.getByText("other devices")).not.toBeInTheDocument();
  await expect.poll(() => document.title).toBe("Welcome to Tessera · Tessera");
  await expectAccessibleAndFits();
  server.reject(accountRoutes.resetPassword, { token: INVALID_LINK });
  await page.getByRole("textbox", { name: "Password" }).fill("a louder mosaic");
  await page.getByRole("button", { name: "Set password" }).click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("This invitation no longer works.");
  await expect.element(page.getByText(/An invitation link works once, within a week/)).toBeVisible();
  await expect.element(requestLink()).toBeVisible();
});
