import type { Page } from "@playwright/test";
import type { CreatorAccount } from "../support/creator.ts";
import { expectDownload, randomFile, renderImage } from "../support/files.ts";
import { expect, PHONE, test } from "../support/fixtures.ts";

test.use({ javaScriptEnabled: false });

test("a purchase works without scripts, from the page to the file", async ({ page, creator }) => {
  const file = randomFile("chapter one.epub");
  const { tile } = await creator.offerFile(file, { description: "The first forty pages." });
  await creator.addTile({ title: "My blog", url: "https://blog.example/" });
  await page.goto(creator.page);
  const blog = page.getByRole("link", { name: "My blog" });
  await expect(blog).toHaveAttribute("href", "https://blog.example/");
  await expect(blog).toHaveAttribute("target", "_blank");
  await expect(page.getByRole("button", { name: "Share profile" })).toBeHidden();
  const link = page.getByRole("link", { name: "My notes" });
  await expect(link).toHaveAttribute("href", `${creator.page}?tile=${tile.id}`);
  await link.click();
  await page.getByRole("link", { name: "Not now" }).click();
  await expect(page).toHaveURL(creator.page);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await link.click();

  await expect(page).toHaveURL(`${creator.page}?tile=${tile.id}`);
  const detail = page.getByRole("dialog", { name: "My notes" });
  await expect(detail.getByText("€25.00")).toBeVisible();
  await expect(detail.getByText("The first forty pages.")).toBeVisible();
  await detail.getByRole("button", { name: "Purchase & Download" }).click();

  await expect(page.getByText("This is a mock checkout.")).toBeVisible();
  await page.getByLabel("Email").fill("buyer@example.org");
  await page.getByRole("button", { name: "Pay €25.00" }).click();
  await expect(page.getByRole("heading", { name: "Order confirmed" })).toBeVisible();
  await expectDownload(page, file);
  await creator.expectCounts({ checkout_start: 1, purchase: 1 });

  await page.getByRole("link", { name: "View your order" }).click();
  await page.getByRole("button", { name: "Get a new link" }).click();
  await expectDownload(page, file);
});

async function expectPlacesOfPictures({ page, creator }: { page: Page; creator: CreatorAccount }) {
  const landscape = await creator.addImage(await renderImage(1, 1200, 800));
  const upright = await creator.addImage(await renderImage(2, 800, 1200));
  const one = await creator.addProduct({ name: "Bowl", mediaUrl: landscape });
  const several = await creator.addProduct({
    name: "Vase",
    mediaUrl: upright,
    moreImages: [{ url: landscape }],
  });
  let arrive = () => {};
  const held = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route("**/uploads/**", async (route) => {
    await held;
    await route.continue();
  });
  const pictures = page.getByRole("main").getByRole("link", { name: "Open" }).locator("img");
  const layout = () =>
    Promise.all(
      [...[0, 1].map((index) => pictures.nth(index)), page.getByRole("heading", { level: 1 })].map((part) =>
        part.boundingBox(),
      ),
    );
  await page.goto(`${creator.page}/${one.slug}`, { waitUntil: "commit" });
  const box = await pictures.boundingBox();
  expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(1.5, 1);

  await page.goto(`${creator.page}/${several.slug}`, { waitUntil: "commit" });
  const before = await layout();
  arrive();
  await page.waitForLoadState("load");
  await expect(pictures.first()).toHaveJSProperty("complete", true);
  expect(await layout()).toEqual(before);
  const [first, second] = before;
  expect((first?.width ?? 0) / (first?.height ?? 1)).toBeCloseTo(0.67, 1);
  expect((second?.width ?? 0) / (second?.height ?? 1)).toBeCloseTo(1.5, 1);
}

const PLACES = "pictures of a product do not move the page when they arrive";
test(PLACES, expectPlacesOfPictures);
test.describe("on a phone", () => {
  test.use(PHONE);
  test(PLACES, expectPlacesOfPictures);
});
