import { expect, test } from "../support/fixtures.ts";

test("the sample analytics show the tiles' images, and flags on systems without flag emoji", async ({
  page,
}) => {
  await page.goto("/demo/analytics");
  const images = page.getByRole("table").locator("img");
  await expect(images).toHaveCount(7);
  for (const image of await images.all()) {
    await image.scrollIntoViewIfNeeded();
    await expect.poll(() => image.evaluate((loaded: HTMLImageElement) => loaded.naturalWidth)).not.toBe(0);
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
