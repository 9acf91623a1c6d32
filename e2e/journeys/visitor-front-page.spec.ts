import type { Page } from "@playwright/test";
import { expect, test } from "../support/journey.ts";

/** The top's links; on a phone they stand in the menu. */
async function openNavigation(page: Page) {
  const menu = page.getByText("Menu", { exact: true });
  if (await menu.isVisible()) await menu.click();
  return page.getByRole("navigation", { name: "Main" });
}

test("the front page leads a stranger to the demo, to the figures and to a page of their own", async ({
  page,
}) => {
  await page.goto("/");
  const main = page.getByRole("main");
  const top = await openNavigation(page);
  const foot = page.getByRole("navigation", { name: "Footer" });
  const ways = [
    [top, "Explore demo", /^\/@demo$/],
    [top, "Creator login", /^\/auth$/],
    [top, "Start for free", /^\/auth\b/],
    [main, "Create your page", /^\/auth\b/],
    [main, "View interactive demo", /^\/@demo$/],
    [main, "Preview analytics", /^\/demo\/analytics$/],
    [main, "Start for free", /^\/auth\b/],
    [main, "Choose Creator", /^\/auth\b/],
    [foot, "Demo", /^\/@demo$/],
    [foot, "Creator login", /^\/auth$/],
  ] as const;
  for (const [place, name, address] of ways)
    await expect(place.getByRole("link", { name, exact: true })).toHaveAttribute("href", address);
  await expect(page.getByRole("button", { name: "Logout" })).toHaveCount(0);
});

test("the front page tells both plans and lets a creator speak", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 3 })).toHaveText([
    "Sell from the first day",
    "Privacy-friendly analytics",
    "Downloads that expire",
    "Free",
    "Creator",
  ]);
  const plan = (name: string) =>
    page.getByRole("article").filter({ has: page.getByRole("heading", { name, exact: true }) });
  for (const text of ["€0", "5% platform fee", "1 page", "Up to 5 tiles", "Basic analytics"])
    await expect(plan("Free").getByText(text, { exact: true })).toBeVisible();
  for (const text of ["€9", "0% platform fee", "Unlimited tiles", "Branding removed", "Priority support"])
    await expect(plan("Creator").getByText(text, { exact: true })).toBeVisible();
  const portrait = page.getByRole("img", { name: "Portrait of Amara Lindo" });
  await portrait.scrollIntoViewIfNeeded();
  await expect.poll(() => portrait.evaluate((image: HTMLImageElement) => image.naturalWidth)).not.toBe(0);
});

test("the sample page beside the words shows its pictures, and is not in the keyboard's way", async ({
  page,
}) => {
  await page.goto("/");
  const phone = page.locator("main [inert]");
  await phone.scrollIntoViewIfNeeded();
  const pictures = phone.locator("img");
  await expect(pictures).toHaveCount(8);
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).not.toBe(0);
  }
});

test("the front page knows who is signed in, and logging out returns to it", async ({
  page,
  creator,
  context,
}) => {
  await creator.signIn(context);
  await page.goto("/");
  const top = await openNavigation(page);
  await expect(top.getByRole("link", { name: "Go to dashboard" })).toHaveAttribute("href", "/dashboard");
  await expect(top.getByRole("link", { name: "Explore demo" })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Choose Creator" })).toHaveAttribute(
    "href",
    "/dashboard/settings",
  );
  await top.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByRole("button", { name: "Logout" })).toHaveCount(0);
  await expect(page).toHaveURL("/");
  await page.goto("/dashboard");
  await expect(page).toHaveURL("/auth?redirect=%2Fdashboard");
});

test("the phone's menu closes by Escape, by a press beside it, and by its button", { tag: "@phone" }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/");
  const menu = page.getByText("Menu", { exact: true });
  const links = page.getByRole("navigation", { name: "Main" });
  await menu.click();
  await expect(links).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(links).toBeHidden();
  await expect(page.locator("summary")).toBeFocused();
  await menu.click();
  await expect(links).toBeVisible();
  await page.mouse.click(180, 700);
  await expect(links).toBeHidden();
  await menu.click();
  await menu.click();
  await expect(links).toBeHidden();
});
