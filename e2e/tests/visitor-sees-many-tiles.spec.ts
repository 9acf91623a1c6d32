import { expectNoSidewaysScroll } from "../support/accessibility.ts";
import { addManyTiles, grantCreatorPlan } from "../support/database.ts";
import { expect, test } from "../support/fixtures.ts";

test("a page of 130 tiles is extended in place by keyboard, and keeps its length after a return", async ({
  page,
  creator,
}) => {
  const { handle } = creator.user;
  await grantCreatorPlan(handle);
  await addManyTiles(handle, 129);
  const product = await creator.addProduct({ name: "Bowl" });
  const description = `The start.${" A long story of a bowl.".repeat(40)} The end.`;
  await creator.addTile({ type: "product", title: "The last bowl", productId: product.id, description });

  const tiles = page.getByRole("region", { name: "Tiles" }).getByRole("listitem");
  const more = page.getByRole("link", { name: "More tiles" });
  await page.goto(creator.page);
  await expect(tiles).toHaveCount(60);
  await expect(page.getByText("Tiles 1 to 60 of 130")).toBeVisible();
  await more.focus();
  await page.keyboard.press("Enter");
  await expect(tiles).toHaveCount(120);
  await expect(page.getByRole("link", { name: /^Tile 61\b/ })).toBeFocused();
  await expect(page).toHaveURL(creator.page);
  await more.click();
  await expect(tiles).toHaveCount(130);
  await expect(page.getByRole("link", { name: /^Tile 121\b/ })).toBeFocused();
  await expect(page.getByRole("navigation", { name: "More tiles" })).toHaveCount(0);

  await page.getByRole("link", { name: /The last bowl/ }).click();
  const dialog = page.getByRole("dialog", { name: "The last bowl" });
  await expect(dialog).toContainText("The end.");
  await expect(dialog.getByRole("link", { name: "Read the whole description" })).toHaveCount(0);
  await dialog.getByRole("link", { name: "Not now" }).click();
  await expect(dialog).toHaveCount(0);
  // Closing the tile goes back in the history, which takes a moment.
  await expect(page).toHaveURL(creator.page);
  await expect(page.getByRole("link", { name: /The last bowl/ })).toBeFocused();

  const place = await page.evaluate(() => scrollY);
  await page.goto("/");
  await page.goBack();
  await expect(tiles).toHaveCount(130);
  await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(Math.round(place));
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("links lead through a page of 130 tiles, and to a tile of its last part", async ({
    page,
    creator,
  }) => {
    const { handle } = creator.user;
    await grantCreatorPlan(handle);
    await addManyTiles(handle, 129);
    const tip = await creator.addProduct({ name: "Clay", type: "tip" });
    await creator.addTile({ type: "tip", title: "A bag of clay", productId: tip.id });

    const tiles = page.getByRole("region", { name: "Tiles" }).getByRole("listitem");
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(creator.page);
    await expect(tiles).toHaveCount(60);
    const lefts = await tiles.evaluateAll((items) => items.map((item) => item.getBoundingClientRect().left));
    expect(new Set(lefts).size, "columns on a phone").toBe(3);
    await expectNoSidewaysScroll(page, "60 tiles");
    await expect(page.getByText("Made with Tessera")).toHaveCount(0);
    await page.getByRole("link", { name: "More tiles" }).click();
    await expect(page).toHaveURL(`${creator.page}?from=60#tiles`);
    await expect(tiles.first()).toContainText("Tile 61");
    await expect(tiles.first()).toBeInViewport();
    await page.getByRole("link", { name: "More tiles" }).click();
    await expect(tiles).toHaveCount(10);
    await expect(page.getByText("Tiles 121 to 130 of 130")).toBeVisible();
    await expect(page.getByRole("link", { name: "More tiles" })).toHaveCount(0);
    await page.getByRole("link", { name: "A bag of clay" }).click();
    const dialog = page.getByRole("dialog", { name: "A bag of clay" });
    await dialog.getByRole("link", { name: "Not now" }).click();
    await expect(page).toHaveURL(`${creator.page}?from=120#tiles`);
    await page.getByRole("link", { name: "Previous tiles" }).click();
    await expect(tiles.first()).toContainText("Tile 61");
  });
});
