import type { Page } from "@playwright/test";
import { expect, test } from "../support/journey.ts";
import { tabTo } from "../support/keyboard.ts";

const TIP_NOTICE = "Tip checkout is coming soon — watch this space!";

/** Every report of a visit that the page sends from now on. */
function listenForEvents(page: Page): string[] {
  const events: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/public/analytics")) events.push(request.postDataJSON().event);
  });
  return events;
}

test("the tip button says for four seconds that tips are coming", async ({ page }) => {
  await page.clock.install();
  await page.goto("/@demo");
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole("button", { name: "Leave a tip" }).click();
  await expect(page.getByText(TIP_NOTICE)).toBeVisible();
  await page.clock.runFor(3_900);
  await expect(page.getByText(TIP_NOTICE)).toBeVisible();
  await page.clock.runFor(100);
  await expect(page.getByText(TIP_NOTICE)).toBeHidden();
});

test("the tick beside a name tells a verified creator from another", async ({ page, creator }) => {
  await page.goto("/@demo");
  await page.getByRole("button", { name: "Verified creator" }).hover();
  await expect(page.getByText("Verified creator")).toHaveCSS("opacity", "1");
  await page.goto(creator.page);
  await expect(page.getByRole("button", { name: "Creator account" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Leave a tip" })).toHaveCount(0);
});

test("sharing shows a code to scan and copies the address", { tag: "@phone" }, async ({
  page,
  creator,
  context,
  baseURL,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(creator.page);
  await page.getByRole("button", { name: "Share profile" }).click();
  const dialog = page.getByRole("dialog", { name: "Share profile" });
  const code = dialog.getByRole("img", { name: /^QR code/ });
  await expect.poll(() => code.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320);
  await dialog.getByRole("button", { name: "Copy link" }).click();
  await expect(dialog.getByText("Copied to clipboard")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${baseURL}${creator.page}`);
  await creator.expectCounts({ page_view: 1, profile_share: 1 });
});

test("a copy that fails is not called copied", async ({ page, creator }) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error("refused"));
    document.execCommand = () => false;
  });
  await page.goto(creator.page);
  await page.getByRole("button", { name: "Share profile" }).click();
  const dialog = page.getByRole("dialog", { name: "Share profile" });
  await dialog.getByRole("button", { name: "Copy link" }).click();
  await expect(dialog.getByRole("status")).toBeEmpty();
  await expect(dialog.getByRole("button", { name: "Copy link" })).toBeVisible();
});

test("Escape closes the share dialog first, then the tile, and the focus returns to the tile", async ({
  page,
  creator,
}) => {
  await creator.addTile({ type: "product", title: "A bowl", productId: (await creator.addProduct()).id });
  await page.goto(creator.page);
  await page.getByRole("link", { name: "A bowl" }).click();
  const tile = page.getByRole("dialog", { name: "A bowl" });
  await expect(tile).toBeVisible();
  // The open tile covers the page, so no pointer gets to this button.
  await page.getByRole("button", { name: "Share profile" }).dispatchEvent("click");
  const share = page.getByRole("dialog", { name: "Share profile" });
  await expect(share).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(share).toBeHidden();
  await expect(tile).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(tile).toBeHidden();
  await expect(page.getByRole("link", { name: "A bowl" })).toBeFocused();
});

test("an inactive tile is shown but can neither be clicked nor focused", async ({ page, creator }) => {
  await creator.addTile({ title: "Closed for now", active: false });
  await page.goto(creator.page);
  const events = listenForEvents(page);
  const tile = page.getByRole("group", { name: "Closed for now, not available" });
  await tile.click({ force: true });
  await expect(page.getByRole("link", { name: "Closed for now" })).toHaveCount(0);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveURL(creator.page);
  expect(await tile.evaluate((element) => element.tabIndex)).toBe(-1);
  await expect(tile.locator("a, button, [tabindex]")).toHaveCount(0);
  expect(events).not.toContain("tile_click");
});

test("a link opens in a new tab that has no hold on this one; a paid one is marked as sponsored", async ({
  page,
  creator,
  context,
  baseURL,
}) => {
  await creator.addTile({ title: "The demo", url: `${baseURL}/@demo` });
  await creator.addTile({ type: "link_ad", title: "An offer", url: `${baseURL}/demo/analytics` });
  await page.goto(creator.page);
  const ad = page.getByRole("link", { name: "An offer" });
  await expect(ad).toHaveAttribute("rel", /\bsponsored\b/);
  await expect(ad).toHaveAttribute("rel", /\bnoopener\b/);
  const opening = context.waitForEvent("page");
  await page.getByRole("link", { name: "The demo" }).click();
  const opened = await opening;
  await expect(opened).toHaveURL(`${baseURL}/@demo`);
  expect(await opened.evaluate(() => window.opener)).toBeNull();
  await expect(page).toHaveURL(creator.page);
  await creator.expectCounts({ page_view: 1, tile_click: 1 });
});

test("a page without tiles says so", async ({ page, creator }) => {
  await page.goto(creator.page);
  await expect(page.getByText("No tiles available yet.")).toBeVisible();
});

test("a handle that nobody has is told as not found", async ({ page, guard }) => {
  guard.allow(/status of 404 .*\/@nobody-has-this$/);
  const answer = await page.goto("/@nobody-has-this");
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "Creator not found." })).toBeVisible();
});

for (const path of ["/nothing/here", "/dashboard/nothing", "/checkout", "/index.php"]) {
  test(`an unknown path leads to the front page: ${path}`, async ({ page, baseURL }) => {
    await page.goto(path);
    await expect(page).toHaveURL(`${baseURL}/`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  });
}

test("the owner alone is offered the way back to the dashboard", async ({ page, creator, signUp }) => {
  const back = page.getByRole("link", { name: "Return to dashboard" });
  await page.goto(creator.page);
  await expect(back).toHaveCount(0);
  await creator.signIn(page.context());
  await page.goto(creator.page);
  await back.click();
  await expect(page).toHaveURL("/dashboard");
  const other = await signUp("Jon Berg");
  await page.goto(other.page);
  await expect(page.getByRole("heading", { name: "Jon Berg" })).toBeVisible();
  await expect(back).toHaveCount(0);
});

test("each load of a page is one view, however much is done on it", async ({ page, creator }) => {
  const product = await creator.addProduct();
  const { id } = await creator.addTile({ type: "product", title: "A bowl", productId: product.id });
  const events = listenForEvents(page);
  await page.goto(creator.page);
  await page.getByRole("link", { name: "A bowl" }).click();
  await page.getByRole("link", { name: "Not now" }).click();
  await page.getByRole("button", { name: "Share profile" }).click();
  await page.getByRole("button", { name: "Close" }).click();
  expect(events.toSorted()).toEqual(["page_view", "profile_share", "tile_click"]);
  await page.goto(`${creator.page}?tile=${id}`);
  await expect(page.getByRole("dialog", { name: "A bowl" })).toBeVisible();
  await page.reload();
  await creator.expectCounts({ page_view: 3, profile_share: 1, tile_click: 1 });
});

test("buying works by keyboard alone", async ({ page, creator }) => {
  await creator.offerFile({ name: "notes.pdf", buffer: Buffer.from("The notes.") });
  await page.goto(creator.page);
  await tabTo(page, page.getByRole("link", { name: "My notes" }));
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "My notes" });
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("link", { name: "My notes" })).toBeFocused();
  await page.keyboard.press("Enter");
  await tabTo(page, dialog.getByRole("button", { name: "Purchase & Download" }));
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/checkout\/mock\//);
  await tabTo(page, page.getByLabel("Email"));
  await page.keyboard.type("buyer@example.org");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Order confirmed" })).toBeVisible();
  await tabTo(page, page.getByRole("link", { name: "Download" }));
  const downloading = page.waitForEvent("download");
  await page.keyboard.press("Enter");
  expect((await downloading).suggestedFilename()).toBe("notes.pdf");
});

test("a page that the browser kept for the way back has buttons that work again", async ({
  playwright,
  launchOptions,
  creator,
  guard,
}) => {
  await creator.offerFile({ name: "notes.pdf", buffer: Buffer.from("The notes.") });
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    // Under test the browser keeps no pages unless it is left to do so.
    ignoreDefaultArgs: ["--disable-back-forward-cache"],
  });
  try {
    const page = await browser.newPage();
    await guard.watch(page.context());
    await page.addInitScript(() => {
      window.addEventListener("pageshow", ({ persisted }) => {
        document.documentElement.dataset.kept = String(persisted);
      });
    });
    await page.goto(creator.page);
    await page.getByRole("link", { name: "My notes" }).click();
    const purchase = page.getByRole("button", { name: "Purchase & Download" });
    await purchase.click();
    await page.waitForURL(/\/checkout\/mock\//);
    await page.evaluate(() => history.back());
    await expect(page.locator("html")).toHaveAttribute("data-kept", "true");
    await expect(purchase).toBeEnabled();
    await purchase.click();
    await page.getByRole("button", { name: /^Pay/ }).click();
    await expect(page.getByRole("heading", { name: "Order confirmed" })).toBeVisible();
    await creator.expectCounts({ page_view: 1, tile_click: 1, checkout_start: 2, purchase: 1 });
  } finally {
    await browser.close();
  }
});
