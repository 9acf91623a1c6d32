import type { Locator, Page } from "@playwright/test";
import type { CreatorAccount } from "../support/creator.ts";
import { expect, signedInTest as test } from "../support/fixtures.ts";

const TITLES = ["One", "Two", "Three", "Four"];

test.use({ contextOptions: { reducedMotion: "no-preference" } });

test.beforeEach(async ({ creator, page }) => {
  for (const title of TITLES) await creator.addTile({ title });
  await page.goto("/dashboard");
  // Waits for the content above the tiles, which moves them down.
  await expect(page.getByRole("region", { name: "Analytics overview" })).toBeVisible();
  await expectOrder(page, TITLES);
});

const handleOf = (page: Page, title: string) => page.getByRole("button", { name: `Move ${title}` });

async function expectOrder(page: Page, titles: readonly string[]) {
  const tiles = page.getByRole("region", { name: "Live tiles" }).getByRole("heading", { level: 3 });
  await expect(tiles).toHaveText([...titles]);
}

/** Expects that the next visitor sees the tiles in this order. */
async function expectPublicOrder(page: Page, creator: CreatorAccount, titles: readonly string[]) {
  const shown = async () => {
    const response = await page.request.fetch(creator.page, { headers: { cookie: "" } });
    return [...(await response.text()).matchAll(/class="tile-name"[^>]*>([^<]+)</g)].map((match) => match[1]);
  };
  await expect.poll(shown).toEqual([...titles]);
}

async function centerOf(target: Locator) {
  const box = await target.boundingBox();
  if (!box) throw new Error("not on the screen");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test("a tile is dragged by mouse, and a click on it moves nothing", async ({ page, creator }) => {
  // Wide enough for four tiles in one row.
  await page.setViewportSize({ width: 1680, height: 1000 });
  await handleOf(page, "Two").click();
  await expectOrder(page, TITLES);
  await handleOf(page, "Four").scrollIntoViewIfNeeded();
  const from = await centerOf(handleOf(page, "Four"));
  const to = await centerOf(handleOf(page, "One"));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x - 20, from.y, { steps: 4 });
  await expect(page.getByRole("status").filter({ hasText: "Picked up Four" })).toBeAttached();
  await page.mouse.move(to.x, to.y, { steps: 10 });
  await expect(page.getByRole("status").filter({ hasText: "Four is over position 1 of 4." })).toBeAttached();
  await page.mouse.up();
  await expectOrder(page, ["Four", "One", "Two", "Three"]);
  await expectPublicOrder(page, creator, ["Four", "One", "Two", "Three"]);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test("a long press drags a tile, and a swipe scrolls the page", async ({ page, context, creator }) => {
    const screen = await context.newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", x = 0, y = 0) =>
      screen.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x, y }] });
    await handleOf(page, "One").scrollIntoViewIfNeeded();

    const scrolled = () => page.evaluate(() => window.scrollY);
    const before = await scrolled();
    const quick = await centerOf(handleOf(page, "One"));
    // Sent without waiting, because a resting finger would drag.
    const swipe = [touch("touchStart", quick.x, quick.y)];
    for (let step = 1; step <= 8; step += 1) swipe.push(touch("touchMove", quick.x, quick.y + step * 15));
    await Promise.all([...swipe, touch("touchEnd")]);
    await expect.poll(scrolled).toBeLessThan(before);
    await expectOrder(page, TITLES);
    await expect(page.getByRole("status").filter({ hasText: "Picked up One" })).toHaveCount(0);

    await handleOf(page, "One").scrollIntoViewIfNeeded();
    const from = await centerOf(handleOf(page, "One"));
    const to = await centerOf(handleOf(page, "Three"));
    await touch("touchStart", from.x, from.y);
    await expect(page.getByRole("status").filter({ hasText: "Picked up One" })).toBeAttached();
    for (let step = 1; step <= 10; step += 1)
      await touch(
        "touchMove",
        from.x + ((to.x - from.x) * step) / 10,
        from.y + ((to.y - from.y) * step) / 10,
      );
    await expect(page.getByRole("status").filter({ hasText: "One is over position 3 of 4." })).toBeAttached();
    await touch("touchEnd");
    await expectOrder(page, ["Two", "Three", "One", "Four"]);
    await expectPublicOrder(page, creator, ["Two", "Three", "One", "Four"]);
  });
});
