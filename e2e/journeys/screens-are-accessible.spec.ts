import type { Page } from "@playwright/test";
import {
  expectAccessible,
  expectFingerSizedTargets,
  expectNoSidewaysScroll,
} from "../support/accessibility.ts";
import type { CreatorAccount } from "../support/creator.ts";
import { drawPicture, randomFile } from "../support/files.ts";
import { expect, test } from "../support/journey.ts";

/** All that a screen owes to everybody, at the width of this project. */
async function expectForEverybody(page: Page, what: string) {
  await expectAccessible(page, what);
  if (isPhone(page)) await expectFingerSizedTargets(page, what);
  await expectNoSidewaysScroll(page, what);
}

function isPhone(page: Page): boolean {
  return (page.viewportSize()?.width ?? 0) < 640;
}

async function expectScreens(page: Page, screens: Record<string, string>) {
  for (const [address, heading] of Object.entries(screens)) {
    await page.goto(address);
    await expect(page.getByRole("heading", { name: heading }).first()).toBeVisible();
    await expectForEverybody(page, `${address.replace(/[?&](order|downloadToken)=.*/, "")} (${heading})`);
  }
}

/** A page with one tile of every kind, texts and pictures. */
async function furnish(creator: CreatorAccount) {
  await creator.saveProfile({
    bio: "Paper, ink and slow afternoons.",
    avatarUrl: await creator.addPicture(await drawPicture(9)),
    socials: [
      { platform: "instagram", url: "https://instagram.com/mara" },
      { platform: "website", url: "https://mara.example/" },
    ],
  });
  const imageUrl = await creator.addPicture(await drawPicture(2));
  await creator.addTile({ title: "My shop", imageUrl });
  await creator.addTile({ type: "link_ad", title: "Paper I like" });
  await creator.addTile({ type: "content", title: "A film about ink", active: false });
  const tip = await creator.addProduct({ name: "A coffee", type: "tip", priceCents: 500 });
  await creator.addTile({ type: "tip", title: "Buy me a coffee", productId: tip.id });
  return creator.offerFile(randomFile("notes.pdf"), { description: "Forty pages.\nHand-drawn.", imageUrl });
}

test("the front page", { tag: "@phone" }, async ({ page }) => {
  await expectScreens(page, { "/": "One page for everything you make and sell" });
  const menu = page.getByText("Menu", { exact: true });
  if (!(await menu.isVisible())) return;
  await menu.click();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  await expectForEverybody(page, "front page, menu open");
});

test("signing in and signing up, also with complaints", async ({ page, guard }) => {
  guard.allow(/status of 401 .*\/api\/auth\/login$/);
  await expectScreens(page, { "/auth?error=google_unavailable": "Welcome back" });
  await page.goto("/auth?redirect=%2Fdashboard");
  await page.getByLabel("Email").fill("nobody@example.org");
  await page.getByRole("textbox", { name: "Password" }).fill("nothing at all");
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await expectForEverybody(page, "login, refused");
  await page.goto("/auth?tab=register");
  await page.getByRole("button", { name: "Register" }).click();
  await expect(page.getByText("Display name is required.")).toBeVisible();
  await expectForEverybody(page, "register, empty");
});

test("a creator's page, its tiles opened, its address shared", { tag: "@phone" }, async ({
  page,
  creator,
}) => {
  await furnish(creator);
  await expectScreens(page, { "/@demo": "", [creator.page]: "Mara Lindt" });
  for (const title of ["My notes", "Buy me a coffee"]) {
    await page.getByRole("link", { name: title }).click();
    await expect(page.getByRole("dialog", { name: title })).toBeVisible();
    await expectForEverybody(page, `tile dialog of ${title}`);
    await page.keyboard.press("Escape");
  }
  await page.getByRole("button", { name: "Share profile" }).click();
  await page.getByRole("button", { name: "Copy link" }).click();
  await expectForEverybody(page, "share dialog");
});

test("a creator's page without tiles, for its owner, and one that does not exist", async ({
  page,
  creator,
  guard,
}) => {
  guard.allow(/status of 404 .*\/@nobody-has-this$/);
  await creator.signIn(page.context());
  await expectScreens(page, { [creator.page]: "Mara Lindt", "/@nobody-has-this": "Creator not found." });
});

test("the way from the checkout to the order", { tag: "@phone" }, async ({ page, creator, guard }) => {
  guard.allow(/status of 404 .*\/(checkout\/mock|orders)\/nothing$/, /status of 400 .*\/pay$/);
  const { tile } = await furnish(creator);
  await page.goto(`${creator.page}?tile=${tile.id}`);
  await page.getByRole("button", { name: "Purchase & Download" }).click();
  await expect(page.getByRole("heading", { name: "Checkout" })).toBeVisible();
  const checkout = page.url();
  await page.getByLabel("Email").fill("buyer@nowhere");
  await page.getByRole("button", { name: /^Pay/ }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await expectForEverybody(page, "mock checkout, refused");
  await page.getByLabel("Email").fill("");
  await page.getByRole("button", { name: /^Pay/ }).click();
  await page.waitForURL(/\/checkout\/return/);
  const returned = page.url();
  const order = (await page.getByRole("link", { name: "View your order" }).getAttribute("href")) ?? "";
  await expectScreens(page, {
    [returned]: "Order confirmed",
    [checkout]: "Checkout",
    [order]: "Your order",
    "/checkout/return": "Checkout pending",
    "/checkout/return?status=cancelled&handle=mara": "Something went wrong with the checkout.",
    "/checkout/mock/nothing": "Checkout not found.",
    "/orders/nothing": "Order not found.",
  });
});

test("the dashboard and the dialogs of its tiles", { tag: "@phone" }, async ({ page, creator }) => {
  await creator.signIn(page.context());
  await expectScreens(page, { "/dashboard": "Welcome," });
  await furnish(creator);
  await expectScreens(page, { "/dashboard": "My notes" });
  await page.getByRole("button", { name: "Delete My shop" }).click();
  await expect(page.getByRole("dialog", { name: "Delete this tile?" })).toBeVisible();
  await expectForEverybody(page, "delete a tile");
  await page.getByRole("button", { name: "Delete tile" }).click();
  await page.getByRole("button", { name: "Menu" }).click();
  await expectForEverybody(page, "the menu");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Add tile" }).click();
  const dialog = page.getByRole("dialog", { name: "Add tile" });
  await dialog.getByRole("button", { name: "Add tile" }).click();
  await expect(page.getByText("Title is required.")).toBeVisible();
  await expectForEverybody(page, "add a tile, empty");
  await dialog.getByLabel("Type").selectOption({ label: "Product" });
  await expectForEverybody(page, "add a tile that sells");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog", { name: "Discard your changes?" })).toBeVisible();
  await expectForEverybody(page, "changes of a tile to discard");
  await page.getByRole("button", { name: "Discard changes" }).click();
  await page.getByRole("button", { name: "Edit My notes" }).click();
  await expect(page.getByRole("button", { name: "Remove image" })).toBeVisible();
  await expectForEverybody(page, "edit a tile");
});

test("the products, their form and the question before one is deleted, and the orders", async ({
  page,
  creator,
}) => {
  await creator.signIn(page.context());
  await expectScreens(page, {
    "/dashboard/products": "Products",
    "/dashboard/products?view=orders": "Orders",
  });
  await furnish(creator);
  await creator.addProduct({ name: "Bowl", active: false });
  await creator.addProduct({ name: "Brushes", type: "digital" });
  await expectScreens(page, { "/dashboard/products": "Your products" });
  await page.route("**/api/files/upload*", () => {
    // Never answered: the upload stands still to be looked at.
  });
  // On phones the form is opened by a button.
  const openForm = page.getByRole("button", { name: "New product" });
  if (await openForm.isVisible()) await openForm.click();
  await page.getByLabel("Upload file").setInputFiles(randomFile("film.mp4"));
  await expect(page.getByRole("progressbar", { name: "Uploading film.mp4" })).toBeVisible();
  await expectForEverybody(page, "products, a file under way");
  await page.getByRole("button", { name: "Edit The notes" }).click();
  await expect(page.getByRole("dialog", { name: "Discard your changes?" })).toBeVisible();
  await expectForEverybody(page, "discard a new product");
  await page.getByRole("button", { name: "Discard changes" }).click();
  await page.getByLabel("Name").fill("");
  await page.getByRole("button", { name: "Save product" }).click();
  await expect(page.getByText("Name is required.")).toBeVisible();
  await expectForEverybody(page, "edit a product, without a name");
  await page.getByRole("button", { name: "Delete The notes" }).click();
  await expect(page.getByRole("dialog", { name: "Delete this product?" })).toBeVisible();
  await expectForEverybody(page, "delete a product");
});

test("the console when its server does not answer", async ({ page, creator, guard }) => {
  guard.allow(/status of 500 /, /^ApiError: /);
  await creator.signIn(page.context());
  await page.route(/\/api\/(tiles|products)$/, (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto("/dashboard");
  await expect(page.getByText("Your tiles could not be loaded.")).toBeVisible();
  await expectForEverybody(page, "dashboard without tiles");
  await page.goto("/dashboard/products");
  await expect(page.getByText("Couldn't load your products.")).toBeVisible();
  await expectForEverybody(page, "products without products");
  await page.route("**/api/creators/me", (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: "This page could not be loaded" })).toBeVisible();
  await expectForEverybody(page, "no session to be had");
});
