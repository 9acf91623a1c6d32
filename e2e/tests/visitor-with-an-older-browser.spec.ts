import type { BrowserContext } from "@playwright/test";
import { renderImage } from "../support/files.ts";
import { expect, test } from "../support/fixtures.ts";

/** Removes APIs that the oldest supported browsers lack (docs/decisions/0029-browser-baseline.md). */
async function removeNewerApis(context: BrowserContext) {
  await context.addInitScript(() => {
    const newer: [object, string[]][] = [
      [URL, ["canParse", "parse"]],
      [Promise, ["withResolvers", "try"]],
      [Object, ["groupBy"]],
      [Map, ["groupBy"]],
      [Array, ["fromAsync"]],
      [Array.prototype, ["toSorted", "toReversed", "toSpliced", "with"]],
      [Set.prototype, ["union", "intersection", "difference", "isSubsetOf", "isSupersetOf"]],
      [String.prototype, ["isWellFormed", "toWellFormed"]],
      [AbortSignal, ["any"]],
      [Intl, ["Segmenter", "DurationFormat"]],
      [Element.prototype, ["checkVisibility"]],
      [HTMLElement.prototype, ["popover", "showPopover", "hidePopover", "togglePopover"]],
      [HTMLDialogElement.prototype, ["requestClose"]],
      [Document.prototype, ["startViewTransition"]],
      [window, ["requestIdleCallback", "Iterator", "scheduler", "navigation", "URLPattern"]],
    ];
    for (const [owner, names] of newer) for (const name of names) Reflect.deleteProperty(owner, name);
  });
}

test("the oldest supported browser shows pages, counts visits and runs the console", async ({
  page,
  context,
  creator,
}) => {
  await removeNewerApis(context);
  await creator.offerFile({ name: "notes.pdf", buffer: Buffer.from("The notes.") });
  await creator.addTile({ title: "My blog", url: "https://blog.example/" });
  await test.step("a visitor shares the page and opens tiles", async () => {
    await page.goto(creator.page);
    expect(await page.evaluate(() => "canParse" in URL)).toBe(false);
    await page.getByRole("button", { name: "Share profile" }).click();
    await expect(page.getByRole("dialog", { name: "Share profile" })).toBeVisible();
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "My notes" }).click();
    await page.getByRole("button", { name: "Purchase & Download" }).click();
    await expect(page.getByRole("heading", { name: "Checkout" })).toBeVisible();
    await page.getByRole("button", { name: /^Pay/ }).click();
    await expect(page.getByRole("heading", { name: "Order confirmed" })).toBeVisible();
    await creator.expectCounts({
      page_view: 1,
      profile_share: 1,
      tile_click: 1,
      checkout_start: 1,
      purchase: 1,
    });
  });
  await test.step("the creator uploads an image and opens the menu", async () => {
    await creator.signIn(context);
    await page.goto("/dashboard");
    await page.getByRole("button", { name: "Edit My notes" }).click();
    const dialog = page.getByRole("dialog");
    const image = { name: "notes.png", mimeType: "image/png", buffer: await renderImage(3) };
    await dialog.getByLabel("Upload image").setInputFiles(image);
    await expect(dialog.getByRole("button", { name: "Remove image" })).toBeVisible();
    await page.goto("/dashboard/products");
    const menu = page.getByRole("menu");
    await expect(menu).toBeHidden();
    await page.getByRole("button", { name: "Menu" }).click();
    await expect(menu).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(menu).toBeHidden();
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("heading", { level: 1 }).click();
    await expect(menu).toBeHidden();
  });
});
