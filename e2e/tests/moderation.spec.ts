import { test } from "../support/admin.ts";
import { expect } from "../support/fixtures.ts";
import { tabTo } from "../support/keyboard.ts";

test("a page is reported without scripts and suspended, its creator objects, and the page returns", async ({
  page,
  admin: _admin,
  signUp,
  openVisitor,
  guard,
}) => {
  guard.allow(/status of 410/);
  guard.allow(/status of 400 .*\/report$/);
  // A frame without an origin needs permission to load fonts.
  guard.allow(/Access to font|net::ERR_FAILED/);
  const creator = await signUp("Sven Seller");
  const path = `/@${creator.user.handle}`;
  const visitor = await openVisitor({ javaScriptEnabled: false });

  await test.step("a visitor reports the page", async () => {
    await visitor.goto(path);
    await visitor.getByRole("link", { name: "Report this page" }).click();
    await expect(visitor.getByLabel("Page")).toHaveValue(path);
    await visitor.getByLabel("Reason").selectOption("fraud");
    await visitor.getByLabel("What is wrong").fill("They sell fake tickets.");
    await visitor.getByRole("button", { name: "Send report" }).click();
    await expect(visitor.getByText("Confirm that what you state is accurate and complete.")).toBeVisible();
    await expect(visitor.getByLabel("What is wrong")).toHaveValue("They sell fake tickets.");
    await visitor.getByLabel(/good faith/).check();
    await visitor.getByRole("button", { name: "Send report" }).click();
    await expect(visitor.getByRole("status")).toContainText("Thank you.");
  });

  await test.step("an administrator sees the page as it was reported, and suspends it", async () => {
    await page.goto("/admin/reports");
    await page
      .getByRole("listitem")
      .filter({ hasText: path })
      .getByRole("link", { name: /Fraud or scam/ })
      .click();
    const shown = page.frameLocator("iframe");
    await expect(shown.getByText("Sven Seller").first()).toBeVisible();
    // A frame of limited height is a tab stop for scrolling.
    await tabTo(page, page.locator("iframe"));
    await page.getByLabel("What to do").selectOption("page");
    await page.getByLabel("Law or rule").fill("Terms, section 4");
    await page.getByLabel("Reason").fill("It sells fake tickets.");
    await page.getByRole("button", { name: "Suspend the page" }).click();
    await expect(page.getByRole("region", { name: "Decision", exact: true })).toContainText("Page suspended");
    const response = await visitor.goto(path);
    expect(response?.status()).toBe(410);
    await expect(visitor.getByRole("heading", { level: 1 })).toHaveText(
      "This page was removed by this site.",
    );
  });

  await test.step("the creator reads why, and objects", async () => {
    const own = await openVisitor();
    await creator.signIn(own.context());
    await own.goto("/dashboard");
    await own.getByRole("link", { name: "See why, and object" }).click();
    await expect(own.getByText("It sells fake tickets.")).toBeVisible();
    await own.getByLabel("Object to this decision").fill("They are real.");
    await own.getByRole("button", { name: "Send objection" }).click();
    await expect(own.getByText("Your objection was received.")).toBeVisible();
  });

  await test.step("the decision is taken back, and the page returns", async () => {
    await page.reload();
    await expect(page.getByText("They are real.")).toBeVisible();
    await page.getByRole("region", { name: "Take the decision back" }).getByLabel("Reason").fill("Shown.");
    await page.getByRole("button", { name: "Take back" }).click();
    await expect(page.getByText("Taken back", { exact: true })).toBeVisible();
    await visitor.goto(path);
    await expect(visitor.getByRole("heading", { name: "Sven Seller" })).toBeVisible();
  });
});
