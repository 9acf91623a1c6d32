import type { Page } from "@playwright/test";
import {
  expectAccessible,
  expectFingerSizedTargets,
  expectNoSidewaysScroll,
} from "../support/accessibility.ts";
import { expectAtOnce, stopClock } from "../support/clock.ts";
import { expect, test } from "../support/journey.ts";
import { tabTo } from "../support/keyboard.ts";

const opener = (page: Page) => page.getByRole("button", { name: "Feedback", exact: true });
const panel = (page: Page) => page.getByRole("dialog", { name: "Feedback" });

test.beforeEach(async ({ creator, context }) => {
  await creator.signIn(context);
});

test("what a creator writes is sent with the page it is about, and the form closes after the thanks", async ({
  page,
}) => {
  const sent: unknown[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/feedback")) sent.push(request.postDataJSON());
  });
  await page.clock.install();
  await page.goto("/dashboard/products?from=somewhere");
  await opener(page).click();
  await panel(page).getByRole("button", { name: "Send feedback" }).click();
  await expect(panel(page).getByText("Message is required.")).toBeVisible();
  expect(sent).toEqual([]);

  const message = `<img src=x onerror=alert(1)> שלום ${"a".repeat(100)}`;
  await panel(page).getByRole("radio", { name: "Bug" }).check();
  await panel(page).getByLabel("Title").fill("Sorting");
  await panel(page).getByLabel("Message").fill(message);
  const answered = page.waitForResponse("**/api/feedback");
  await stopClock(page);
  await panel(page).getByRole("button", { name: "Send feedback" }).click();
  expect((await answered).status()).toBe(201);
  await expectAtOnce(page, panel(page).getByText("Thanks for your feedback!"));
  expect(sent).toEqual([{ category: "bug", title: "Sorting", message, page: "/dashboard/products" }]);

  await page.clock.runFor(2000);
  await expect(panel(page)).toBeVisible();
  await page.clock.runFor(200);
  await page.clock.resume();
  await expect(panel(page)).toBeHidden();
  await expect(opener(page)).toBeFocused();
  await opener(page).click();
  await expect(panel(page).getByRole("radio", { name: "Feature" })).toBeChecked();
  await expect(panel(page).getByLabel("Title")).toHaveValue("");
  await expect(panel(page).getByLabel("Message")).toHaveValue("");
});

test("what could not be sent is still there, with the reason", async ({ page, guard }) => {
  guard.allow(/(status of 429|net::ERR_FAILED) .*\/api\/feedback$/);
  await page.goto("/dashboard");
  await opener(page).click();
  await panel(page).getByLabel("Message").fill("It is slow.");
  const send = panel(page).getByRole("button", { name: "Send feedback" });
  const expectKept = async (reason: string) => {
    await send.click();
    await expect(panel(page).getByRole("alert")).toHaveText(reason);
    await expect(panel(page).getByLabel("Message")).toHaveValue("It is slow.");
  };
  await page.route("**/api/feedback", (route) => route.abort());
  await expectKept("Could not send feedback. Please try again.");
  await page.route("**/api/feedback", (route) =>
    route.fulfill({ status: 429, json: { error: "Too many attempts.", code: "too_often" } }),
  );
  await expectKept("Too many attempts.");
  await page.unroute("**/api/feedback");
  await send.click();
  await expect(panel(page).getByText("Thanks for your feedback!")).toBeVisible();
});

test("it opens, closes and sends by the keyboard, and keeps what was begun", async ({ page }) => {
  await page.goto("/dashboard/products");
  await expect(opener(page)).toBeVisible();
  await opener(page).focus();
  await page.keyboard.press("Enter");
  await tabTo(page, panel(page).getByLabel("Message"));
  await page.keyboard.type("One more thing");
  await page.keyboard.press("Escape");
  await expect(panel(page)).toBeHidden();
  await expect(opener(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(panel(page).getByLabel("Message")).toHaveValue("One more thing");
  await tabTo(page, panel(page).getByRole("button", { name: "Send feedback" }));
  await page.keyboard.press("Enter");
  await expect(panel(page).getByText("Thanks for your feedback!")).toBeVisible();
  await expect(panel(page)).toBeHidden();
  await expect(opener(page)).toBeFocused();
});

test("sent away it stays away for the session, on every page", async ({ page, creator, openVisitor }) => {
  await page.goto("/dashboard");
  await opener(page).click();
  await panel(page).getByRole("button", { name: "Hide for now" }).click();
  await expect(panel(page)).toBeHidden();
  await expect(page.getByRole("main")).toBeFocused();
  await page.goto("/dashboard/products");
  await expect(page.getByRole("heading", { name: "Products", exact: true })).toBeVisible();
  await expect(opener(page)).toHaveCount(0);

  const later = await openVisitor();
  await creator.signIn(later.context());
  await later.goto("/dashboard");
  await expect(opener(later)).toBeVisible();
});

test("a browser that keeps nothing can still send it away", async ({ page }) => {
  await page.addInitScript(() => {
    for (const method of ["getItem", "setItem"] as const) {
      Storage.prototype[method] = () => {
        throw new DOMException("denied", "SecurityError");
      };
    }
  });
  await page.goto("/dashboard");
  await opener(page).click();
  await panel(page).getByRole("button", { name: "Hide for now" }).click();
  await expect(opener(page)).toHaveCount(0);
});

test("the page is whole without its code", async ({ page, guard }) => {
  guard.allow(/\/feedback-widget-[^/]*\.js/);
  const refused = page.waitForEvent("requestfailed");
  await page.route("**/feedback-widget-*.js", (route) => route.abort());
  await page.goto("/dashboard");
  await refused;
  await expect(page.getByRole("heading", { name: "Good to see you" })).toBeVisible();
  await page.getByRole("link", { name: "Settings" }).click();
  await expect(page.getByRole("heading", { name: "Settings" })).toBeVisible();
  await expect(opener(page)).toHaveCount(0);
});

test("nobody signed in is asked for feedback", async ({ page, context }) => {
  await page.goto("/dashboard");
  await expect(opener(page)).toBeVisible();
  // What the dashboard still asks for would be refused.
  await page.goto("about:blank");
  await context.clearCookies();
  await page.goto("/auth");
  await expect(page.getByRole("heading", { name: "Welcome back" })).toBeVisible();
  await expect(opener(page)).toHaveCount(0);
});

test("beside a desk-wide page it lies over nothing of it", async ({ page }) => {
  for (const width of [1280, 1480, 1920]) {
    await page.setViewportSize({ width, height: 740 });
    await page.goto("/dashboard/settings");
    const [button, section] = await Promise.all([
      opener(page).boundingBox(),
      page.getByRole("region", { name: "Profile" }).boundingBox(),
    ]);
    expect(button?.x).toBeGreaterThan((section?.x ?? 0) + (section?.width ?? Number.NaN));
    await expect(opener(page)).toHaveCSS("opacity", "1");
  }
});

test("on a phone it steps aside from what lies under it", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/dashboard/settings");
  await expect(opener(page)).toHaveCSS("opacity", "1");
  const add = page.getByRole("button", { name: "Add social link" });
  for (let count = 0; count < 3; count++) await add.click();
  // The bins stand at the right edge, where the button floats.
  await page
    .getByRole("button", { name: /^Remove .* link$/ })
    .nth(1)
    .evaluate((bin) => {
      const { top } = bin.getBoundingClientRect();
      document.querySelector("form div.sticky")?.remove();
      window.scrollBy({ top: top - (window.innerHeight - 56), behavior: "instant" });
    });
  await expect(opener(page)).toHaveCSS("opacity", "0");
  await expect(opener(page)).toHaveCSS("pointer-events", "none");
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expect(opener(page)).toHaveCSS("opacity", "1");
});

for (const width of [360, 1280]) {
  test(`closed, open and refused it suits everybody at ${width} px`, async ({ page, guard }) => {
    guard.allow(/net::ERR_FAILED .*\/api\/feedback$/);
    await page.setViewportSize({ width, height: 740 });
    await page.route("**/api/feedback", (route) => route.abort());
    await page.goto("/dashboard/products");
    const expectForEverybody = async (what: string) => {
      await expectAccessible(page, what);
      if (width < 640) await expectFingerSizedTargets(page, what);
      await expectNoSidewaysScroll(page, what);
    };
    await expect(opener(page)).toBeVisible();
    await expectForEverybody("feedback closed");
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await opener(page).click();
    await panel(page).getByLabel("Message").fill("x".repeat(2000));
    await panel(page).getByRole("button", { name: "Send feedback" }).click();
    await expect(panel(page).getByRole("alert")).toBeVisible();
    await expectAccessible(page, "feedback refused");
    await expectNoSidewaysScroll(page, "feedback refused");
  });
}
