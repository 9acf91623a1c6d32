import { expect, test } from "../support/journey.ts";

test("the demo figures are a whole panel, with ways on for who likes it", async ({ page }) => {
  await page.goto("/demo/analytics");
  const parts = [
    "Tile performance",
    "Traffic sources",
    "Session breakdown",
    "Top countries",
    "Recent activity",
  ];
  for (const name of parts) await expect(page.getByRole("heading", { name })).toBeVisible();
  for (const name of ["Page views", "Tile clicks", "Checkout starts", "Purchases"])
    await expect(page.getByText(name, { exact: true }).first()).toBeVisible();
  await expect(page.getByText("Last 30 days")).toBeVisible();
  for (const [name, address] of [
    ["View demo page", /^\/@demo$/],
    ["Sign in", /^\/auth$/],
    ["Create a dashboard", /^\/auth\b/],
  ] as const)
    await expect(page.getByRole("link", { name })).toHaveAttribute("href", address);
});

test("the demo figures show the studio's pictures, and flags where the system has none", async ({ page }) => {
  await page.goto("/demo/analytics");
  const pictures = page.getByRole("table").locator("img");
  await expect(pictures).toHaveCount(7);
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).not.toBe(0);
  }
  const country = page.getByRole("listitem").filter({ hasText: "Portugal" });
  await expect(country).toContainText("🇵🇹");
  const flag = () =>
    page.evaluate(async () => {
      const [face] = await document.fonts.load('18px "Country Flags"', "🇵🇹");
      return face?.status;
    });
  await expect.poll(flag).toBe("loaded");
});
