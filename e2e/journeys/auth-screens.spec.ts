import type { BrowserContext, Page, Route } from "@playwright/test";
import {
  expectAccessible,
  expectFingerSizedTargets,
  expectNoSidewaysScroll,
} from "../support/accessibility.ts";
import { newPerson } from "../support/creator.ts";
import { expect, test } from "../support/journey.ts";
import { tabTo } from "../support/keyboard.ts";

const FORGOT = "**/api/auth/forgot-password";
const RESET = "**/api/auth/reset-password";
const RESEND = "**/api/auth/verify/resend";
const ME = "**/api/creators/me";
const SENT = "Check your inbox for the reset link.";

const done = (route: Route) => route.fulfill({ status: 204 });
const noAnswer = (route: Route) => route.abort();
const refuse = (status: number, error: string) => (route: Route) =>
  route.fulfill({ status, json: { error, code: "test.refused" } });

/** The profile as the server has it, with something changed. */
async function changeProfile(page: Page, given: Record<string, unknown>) {
  await page.route(ME, async (route) => {
    if (route.request().method() !== "GET") return route.fallback();
    try {
      const response = await route.fetch();
      const { creator } = await response.json();
      await route.fulfill({ response, json: { creator: { ...creator, ...given } } });
    } catch {
      // The page asks by itself, also while it is left or the test ends: then nobody waits for this answer.
      await route.abort().catch(() => undefined);
    }
  });
}

async function expectForEverybody(page: Page, what: string) {
  await expectAccessible(page, what);
  await expectFingerSizedTargets(page, what);
  await expectNoSidewaysScroll(page, what);
}

test.describe("a forgotten password", () => {
  test("is asked for by mail; the typed address and the wanted page are kept", async ({ page }) => {
    const asked: unknown[] = [];
    await page.route(FORGOT, (route) => {
      asked.push(route.request().postDataJSON());
      return done(route);
    });
    await page.goto("/auth?redirect=%2Fdashboard%2Fproducts");
    await page.getByLabel("Email").fill("Mara@Example.org");
    await tabTo(page, page.getByRole("link", { name: "Forgot password?" }));
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/auth/forgot");
    await expect(page.getByLabel("Email")).toHaveValue("Mara@Example.org");
    await tabTo(page, page.getByRole("button", { name: "Send reset link" }));
    await page.keyboard.press("Enter");
    await expect(page.getByRole("status")).toHaveText(SENT);
    expect(asked).toEqual([{ email: "mara@example.org" }]);
    await expectForEverybody(page, "forgot, sent");
    await tabTo(page, page.getByRole("button", { name: "Send again" }));
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("Email")).toBeFocused();
    await page.getByRole("link", { name: "Back to login" }).click();
    await expect(page).toHaveURL("/auth?redirect=%2Fdashboard%2Fproducts");
  });

  test("that cannot be asked for is told, in the server's words where it has some", async ({
    page,
    guard,
  }) => {
    guard.allow(/net::ERR_FAILED .*forgot-password$/, /status of (429|500) .*forgot-password$/);
    await page.goto("/auth/forgot");
    const send = page.getByRole("button", { name: "Send reset link" });
    await send.click();
    await expect(page.getByText("Enter a valid email address.")).toBeVisible();
    await expect(page.getByLabel("Email")).toBeFocused();
    await page.getByLabel("Email").fill("mara@example.org");
    const answers: [(route: Route) => Promise<void>, string][] = [
      [noAnswer, "Could not send reset link"],
      [(route) => route.fulfill({ status: 500, body: "Oh." }), "Could not send reset link"],
      [
        refuse(429, "Too many attempts. Please wait a moment and try again."),
        "Too many attempts. Please wait",
      ],
    ];
    for (const [answer, text] of answers) {
      await page.route(FORGOT, answer);
      await send.click();
      await expect(page.getByRole("alert")).toContainText(text);
    }
    await expectForEverybody(page, "forgot, refused");
    await page.route(FORGOT, done);
    await send.click();
    await expect(page.getByText(SENT)).toBeVisible();
  });
});

test.describe("a new password", () => {
  /** The answer that also signs in. */
  const signInWith =
    (creator: { signIn: (context: BrowserContext) => Promise<void> }) => async (route: Route) => {
      await creator.signIn(route.request().frame().page().context());
      await done(route);
    };

  test("without a token is not asked for", async ({ page }) => {
    await page.goto("/auth/reset");
    await expect(page.getByRole("alert")).toHaveText("Reset token missing");
    await expect(page.getByLabel("New password")).toHaveCount(0);
    await expectForEverybody(page, "reset, no token");
    await page.getByRole("link", { name: "Ask for a new link" }).click();
    await expect(page.getByRole("heading", { name: "Forgot your password?" })).toBeVisible();
  });

  test("leads to the dashboard after one second", async ({ page, creator }) => {
    await page.route(RESET, signInWith(creator));
    await page.clock.install();
    await page.goto("/auth/reset?token=a%2Bb");
    await page.getByRole("textbox", { name: "New password" }).fill("a louder mosaic");
    await page.clock.pauseAt(Date.now() + 60_000);
    const asking = page.waitForRequest(RESET);
    await page.keyboard.press("Enter");
    expect((await asking).postDataJSON()).toEqual({ token: "a+b", password: "a louder mosaic" });
    const message = page.getByRole("status").getByText("Password updated. Redirecting to dashboard...");
    await expect(message).toBeVisible();
    await page.clock.runFor(950);
    await expect(message).toBeVisible();
    await expect(page).toHaveURL("/auth/reset?token=a%2Bb");
    await page.clock.runFor(50);
    await page.clock.resume();
    await expect(page).toHaveURL("/dashboard");
    await expect(page.getByRole("heading", { name: "Good to see you, Mara Lindt" })).toBeVisible();
  });

  test("that is refused can be tried again", async ({ page, creator, guard }) => {
    guard.allow(/net::ERR_FAILED .*reset-password$/, /status of 400 .*reset-password$/);
    await page.goto("/auth/reset?token=abc");
    const password = page.getByRole("textbox", { name: "New password" });
    const save = page.getByRole("button", { name: "Set new password" });
    await password.fill("1234567");
    await save.click();
    await expect(page.getByText("Password must be at least 8 characters.")).toBeVisible();
    await expectForEverybody(page, "reset, too short");
    await password.fill("12345678");
    await page.getByRole("button", { name: "Show" }).click();
    await expect(password).toHaveAttribute("type", "text");
    await page.route(RESET, noAnswer);
    await save.click();
    await expect(page.getByRole("alert")).toHaveText("Could not reset password");
    await page.route(RESET, refuse(400, "This reset link has been used or is too old."));
    await save.click();
    await expect(page.getByRole("alert")).toHaveText("This reset link has been used or is too old.");
    await expectForEverybody(page, "reset, refused");
    await expect(page.getByRole("link", { name: "Ask for a new link" })).toHaveAttribute(
      "href",
      "/auth/forgot",
    );
    await page.route(RESET, signInWith(creator));
    await save.click();
    await expect(page).toHaveURL("/dashboard");
  });
});

test.describe("the link of the verification mail", () => {
  const titles = {
    success: "Email verified",
    expired: "This link has expired",
    invalid: "This link does not work",
  };

  for (const [status, title] of Object.entries(titles)) {
    test(`is told to be ${status}, with ways on for anyone`, async ({ page }) => {
      await page.goto(`/auth/verify?status=${status}`);
      await expect(page.getByRole("heading", { name: title })).toBeVisible();
      await expect(page.getByRole("link", { name: "Go to dashboard" })).toHaveAttribute("href", "/dashboard");
      await expect(page.getByRole("button")).toHaveCount(0);
      await expectForEverybody(page, `verify, ${status}`);
      await page.getByRole("link", { name: "Go to login" }).click();
      await expect(page).toHaveURL("/auth");
    });
  }

  test("is told to be followed yet to who is signed in and unverified, whatever the address says", async ({
    page,
    creator,
    context,
  }) => {
    await creator.signIn(context);
    await page.goto("/auth/verify?status=success");
    await expect(page.getByRole("heading", { name: "Not verified yet" })).toBeVisible();
    await expect(page.getByText("Email verified")).toHaveCount(0);
    await expectForEverybody(page, "verify, not yet");
    await page.getByRole("button", { name: "Send a new link" }).click();
    await expect(page.getByRole("status")).toHaveText("Verification email sent.");
  });

  test("that is too old is sent again to who is signed in", async ({ page, creator, context, guard }) => {
    guard.allow(/(net::ERR_FAILED|status of 429) .*resend$/);
    await creator.signIn(context);
    await page.goto("/auth/verify?status=expired");
    const again = page.getByRole("button", { name: "Send a new link" });
    await page.route(RESEND, noAnswer);
    await again.click();
    await expect(page.getByRole("alert")).toHaveText("Could not resend verification email");
    await page.route(RESEND, refuse(429, "Too many mails."));
    await again.click();
    await expect(page.getByRole("alert")).toHaveText("Too many mails.");
    await expectForEverybody(page, "verify, not sent again");
    await page.route(RESEND, done);
    await again.click();
    await expect(page.getByRole("status")).toHaveText("Verification email sent.");
    await expect(page.getByRole("alert")).toHaveCount(0);
    await expectForEverybody(page, "verify, sent again");
    await page.getByRole("link", { name: "Go to dashboard" }).click();
    await expect(page.getByText("Verification email sent.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Resend link" })).toBeVisible();
  });

  test("alarms nobody who is verified already, and is for anyone when no session can be asked for", async ({
    page,
    creator,
    context,
    guard,
  }) => {
    guard.allow(/status of 500 .*\/api\/creators\/me$/);
    await creator.signIn(context);
    await changeProfile(page, { email_verified_at: "2026-01-01T00:00:00.000Z" });
    await page.goto("/auth/verify?status=expired");
    await expect(page.getByRole("heading", { name: "Already verified" })).toBeVisible();
    await page.route(ME, (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto("/auth/verify?status=success");
    await expect(page.getByRole("heading", { name: "Email verified" })).toBeVisible();
  });
});

test.describe("what is said about verifying", () => {
  const logIn = async (page: Page, { email, password }: { email: string; password: string }) => {
    await page.goto("/auth");
    await page.getByLabel("Email").fill(email);
    await page.getByRole("textbox", { name: "Password" }).fill(password);
    await page.keyboard.press("Enter");
  };

  test("after a registration, until the profile is verified", async ({ page }) => {
    const { handle } = newPerson();
    await page.goto("/auth?tab=register");
    await page.getByLabel("Display name").fill("Jon Berg");
    await page.getByLabel("Handle").fill(handle);
    await page.getByLabel("Email").fill(`${handle}@example.org`);
    await page.getByRole("textbox", { name: "Password" }).fill("a quiet little mosaic");
    await page.keyboard.press("Enter");
    const banner = page.getByRole("status").filter({ hasText: "Check your email to verify your account." });
    await expect(banner).toBeVisible();
    await expectForEverybody(page, "dashboard, unverified");
    await changeProfile(page, { email_verified_at: "2026-01-01T00:00:00.000Z" });
    await page.goto("/dashboard?verified=1");
    await expect(page.getByRole("heading", { name: /^Good to see you/ })).toBeVisible();
    await expect(page.getByRole("button", { name: "Resend link" })).toHaveCount(0);
  });

  test("after a login, and after a mail was asked for or could not be", async ({ page, creator, guard }) => {
    guard.allow(/net::ERR_FAILED .*resend$/);
    await logIn(page, creator.person);
    const banner = page
      .getByRole("status")
      .filter({ has: page.getByRole("button", { name: "Resend link" }) });
    await expect(banner).toContainText("Please verify your email to unlock all features.");
    await page.route(RESEND, noAnswer);
    await banner.getByRole("button").click();
    await expect(banner.getByRole("button")).not.toHaveAttribute("aria-busy");
    await expect(banner).toContainText("Please verify your email to unlock all features.");
    await expect(page.getByRole("alert")).toHaveCount(0);
    await page.route(RESEND, done);
    await tabTo(page, banner.getByRole("button"));
    await page.keyboard.press("Enter");
    await expect(banner).toContainText("Verification email sent.");
    await changeProfile(page, { email_verified_at: "2026-01-01T00:00:00.000Z" });
    // Coming back to the tab asks again, once what is known is a few seconds old.
    await expect(async () => {
      await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
      await expect(page.getByText("Verification email sent.")).toHaveCount(0, { timeout: 500 });
    }).toPass({ timeout: 20_000 });
  });

  test("when a login waits for it", async ({ page, creator, guard }) => {
    guard.allow(/status of 403 .*login$/);
    await page.route("**/api/auth/login", (route) => route.fulfill({ status: 403, body: "" }));
    await logIn(page, creator.person);
    // As the notice, which stays, and under the form that was refused.
    const mustVerify = "Email not verified. Please check your inbox.";
    await expect(page.getByRole("alert")).toHaveText([mustVerify, mustVerify]);
    await page.route("**/api/auth/login", refuse(403, "Verify first."));
    await page.getByRole("button", { name: "Login", exact: true }).click();
    await expect(page.getByRole("alert")).toHaveText(["Verify first.", "Verify first."]);
  });
});

test.describe("finishing the profile", () => {
  test("starts with what is known and saves lower case and no empty words", async ({
    page,
    creator,
    context,
  }) => {
    await creator.signIn(context);
    await changeProfile(page, { bio: "Signed up with Google" });
    await page.goto("/auth/complete");
    const username = page.getByLabel("Username (handle)");
    const save = page.getByRole("button", { name: "Save and go to dashboard" });
    await expect(username).toHaveValue(creator.person.handle);
    await expect(page.getByLabel("Display name")).toHaveValue("Mara Lindt");
    await expect(page.getByLabel("Bio")).toHaveValue("");
    await expect(page.getByText("0 of 500 characters")).toBeVisible();
    await expect(save).toBeEnabled();
    await expectForEverybody(page, "complete");
    for (const [field, broken] of [
      ["Username", "ab"],
      ["Username", "a b c"],
      ["Display name", "  "],
    ] as const) {
      const before = await page.getByLabel(field).inputValue();
      await page.getByLabel(field).fill(broken);
      await expect(save, `${field}: ${broken.slice(0, 9)}`).toBeDisabled();
      await page.getByLabel(field).blur();
      await expect(page.getByLabel(field)).toHaveAttribute("aria-invalid", "true");
      if (field === "Username") await expectForEverybody(page, "complete, broken");
      await page.getByLabel(field).fill(before);
      await expect(save).toBeEnabled();
    }
    await page.getByLabel("Bio").fill("x".repeat(501));
    await expect(page.getByText("500 of 500 characters")).toBeVisible();
    await page.getByLabel("Bio").fill(" ");
    await username.fill(creator.person.handle.toUpperCase());
    const asking = page.waitForRequest((request) => request.method() === "POST");
    await page.keyboard.press("Enter");
    expect((await asking).postDataJSON()).toEqual({
      handle: creator.person.handle,
      displayName: "Mara Lindt",
      bio: null,
    });
    await expect(page).toHaveURL("/dashboard");
    await page.goBack();
    await expect(page).not.toHaveURL("/auth/complete");
  });

  test("that fails says why and can be tried again", async ({ page, creator, context, guard, signUp }) => {
    guard.allow(/(net::ERR_FAILED|status of (409|401)) .*\/api\/creators\/me$/);
    const other = await signUp("Jon Berg");
    await creator.signIn(context);
    await page.goto("/auth/complete");
    const save = page.getByRole("button", { name: "Save and go to dashboard" });
    const onSave = (answer: (route: Route) => Promise<void>) =>
      page.route(ME, (route) => (route.request().method() === "POST" ? answer(route) : route.fallback()), {
        times: 1,
      });
    await onSave(noAnswer);
    await save.click();
    await expect(page.getByRole("alert")).toHaveText("Could not save your profile. Please try again.");
    await expect(save).toBeEnabled();
    const own = await page.getByLabel("Username").inputValue();
    await page.getByLabel("Username").fill(other.person.handle);
    await save.click();
    await expect(page.getByText("This handle is already taken.")).toBeVisible();
    await expect(page.getByLabel("Username")).toBeFocused();
    await page.getByLabel("Username").fill(own);
    await context.clearCookies();
    await save.click();
    await expect(page).toHaveURL("/auth?redirect=%2Fauth%2Fcomplete");
    await expect(page.getByText("Session expired. Please sign in again.")).toBeVisible();
    await creator.signIn(context);
    await page.reload();
    await expect(page).toHaveURL("/auth/complete");
  });

  test("is not for an account without a creator", async ({ page, guard }) => {
    guard.allow(/status of 404 .*\/api\/creators\/me$/);
    await page.route(ME, refuse(404, "Creator not found."));
    await page.goto("/auth/complete");
    await expect(page.getByRole("heading", { name: "Welcome back" })).toBeVisible();
    await expect(page).toHaveURL(/\/auth\?/);
  });
});

test.describe("Google", () => {
  for (const [redirect, kept] of [
    ["/dashboard/products?a=1", "?redirect=%2Fdashboard%2Fproducts%3Fa%3D1"],
    ["//evil.invalid", ""],
    [`/${"a".repeat(3000)}`, ""],
  ] as const) {
    test(`is gone to with the wanted page, if it is one of ours: ${redirect.slice(0, 30)}`, async ({
      page,
    }) => {
      await page.route("**/api/auth/google*", (route) =>
        route.fulfill({ contentType: "text/html", body: "Google" }),
      );
      await page.goto(`/auth?${new URLSearchParams({ redirect })}`);
      await page.getByRole("button", { name: "Continue with Google" }).click();
      await expect(page).toHaveURL(`/api/auth/google${kept}`);
    });
  }

  test("that sent the person back is explained, until another way is chosen", async ({ page }) => {
    await page.goto("/auth?error=google_unavailable&redirect=%2Fdashboard%2Fproducts");
    await expect(page.getByRole("alert")).toContainText("Google sign-in is not available here");
    await expect(page.getByRole("button", { name: /^Instagram/ })).toBeDisabled();
    await page.goto("/auth?error=constructor");
    await expect(page.getByRole("alert")).toContainText("Signing in with Google did not work.");
    await page.getByRole("tab", { name: "Register" }).click();
    await expect(page.getByRole("alert")).toHaveCount(0);
  });
});
