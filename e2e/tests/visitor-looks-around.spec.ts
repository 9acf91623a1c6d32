import type { Page } from "@playwright/test";
import { findChromium } from "../../scripts/chromium.mjs";
import { expect, test } from "../support/fixtures.ts";
import { tabTo } from "../support/keyboard.ts";

/** Collects the page's visit reports from now on. */
function listenForEvents(page: Page): string[] {
  const events: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/public/analytics")) events.push(request.postDataJSON().event);
  });
  return events;
}

test("sharing shows a QR code and copies the URL, and each load of a page counts as one view", async ({
  page,
  creator,
  context,
  baseURL,
}) => {
  const product = await creator.addProduct();
  const { id } = await creator.addTile({ type: "product", title: "A bowl", productId: product.id });
  const events = listenForEvents(page);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(creator.page);
  await page.getByRole("link", { name: "A bowl" }).click();
  await page.getByRole("link", { name: "Not now" }).click();
  await page.getByRole("button", { name: "Share profile" }).click();
  const dialog = page.getByRole("dialog", { name: "Share profile" });
  const code = dialog.getByRole("img", { name: /^QR code/ });
  await expect.poll(() => code.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320);
  await dialog.getByRole("button", { name: "Copy link" }).click();
  await expect(dialog.getByText("Copied to clipboard")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${baseURL}${creator.page}`);
  await page.getByRole("button", { name: "Close" }).click();
  expect(events.toSorted()).toEqual(["page_view", "profile_share", "tile_click"]);
  await page.goto(`${creator.page}?tile=${id}`);
  await expect(page.getByRole("dialog", { name: "A bowl" })).toBeVisible();
  await page.reload();
  await creator.expectCounts({ page_view: 3, profile_share: 1, tile_click: 1 });
});

test("a purchase works by keyboard alone", async ({ page, creator }) => {
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

test("the buttons of a page from the back-forward cache work", async ({
  playwright,
  launchOptions,
  creator,
  guard,
}) => {
  await creator.offerFile({ name: "notes.pdf", buffer: Buffer.from("The notes.") });
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    // The build of Chromium without windows has no back-forward cache.
    executablePath: findChromium(),
    // Under test the browser only keeps pages if told to.
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
