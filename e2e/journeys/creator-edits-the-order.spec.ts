import type { Locator, Page } from "@playwright/test";
import type { CreatorAccount } from "../support/creator.ts";
import { expect, test } from "../support/journey.ts";

const TITLES = ["One", "Two", "Three", "Four"];
const POSITION = /\/api\/tiles\/\d+$/;

test.beforeEach(async ({ creator, context, page }) => {
  await creator.signIn(context);
  for (const title of TITLES) await creator.addTile({ title });
  // What is above the tiles has its height by then, so that they stay where they are measured.
  await page.goto("/dashboard", { waitUntil: "networkidle" });
  await expectOrder(page, TITLES);
});

const handleOf = (page: Page, title: string) => page.getByRole("button", { name: `Move ${title}` });

async function expectOrder(page: Page, titles: readonly string[]) {
  const tiles = page.getByRole("region", { name: "Live tiles" }).getByRole("heading", { level: 3 });
  await expect(tiles).toHaveText([...titles]);
}

/** The next visitor sees the tiles in this order. */
async function expectPublicOrder(page: Page, creator: CreatorAccount, titles: readonly string[]) {
  const shown = async () => {
    const answer = await page.request.fetch(creator.page, { headers: { cookie: "" } });
    return [...(await answer.text()).matchAll(/class="tile-name"[^>]*>([^<]+)</g)].map((match) => match[1]);
  };
  await expect.poll(shown).toEqual([...titles]);
}

/** Presses keys one by one, each after the last was answered aloud. */
async function pressAndHear(page: Page, steps: readonly (readonly [key: string, heard: string])[]) {
  for (const [key, heard] of steps) {
    await page.keyboard.press(key);
    await expect(page.getByRole("status").filter({ hasText: heard })).toBeAttached();
    // A tile that was picked up receives keys from the next task on, which may come after its announcement.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  }
}

async function centreOf(target: Locator) {
  const box = await target.boundingBox();
  if (!box) throw new Error("not on the screen");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test("a tile is moved by keyboard, step by step said aloud, and the page shows it there", async ({
  page,
  creator,
}) => {
  await handleOf(page, "One").focus();
  await pressAndHear(page, [
    ["Space", "Picked up One. Position 1 of 4."],
    ["ArrowRight", "One is over position 2 of 4."],
    ["ArrowRight", "One is over position 3 of 4."],
    ["Space", "Dropped One. Position 3 of 4."],
  ]);
  await expectOrder(page, ["Two", "Three", "One", "Four"]);
  await expect(handleOf(page, "One")).toBeFocused();
  await expectPublicOrder(page, creator, ["Two", "Three", "One", "Four"]);
  await page.reload();
  await expectOrder(page, ["Two", "Three", "One", "Four"]);
});

test("Escape puts a tile back that was picked up", async ({ page, creator }) => {
  await handleOf(page, "Four").focus();
  await pressAndHear(page, [
    ["Enter", "Picked up Four. Position 4 of 4."],
    ["ArrowLeft", "Four is over position 3 of 4."],
    ["Escape", "Four is back at position 4 of 4."],
  ]);
  await expectOrder(page, TITLES);
  await expectPublicOrder(page, creator, TITLES);
});

test("a tile is dragged by mouse, and a click on it moves nothing", async ({ page, creator }) => {
  await handleOf(page, "Two").click();
  await expectOrder(page, TITLES);
  const from = await centreOf(handleOf(page, "Four"));
  const to = await centreOf(handleOf(page, "One"));
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

for (const { what, refuse, text, complaint } of [
  {
    what: "that the server refuses",
    refuse: { status: 500, json: { error: "The page is locked.", code: "no" } },
    text: "The page is locked.",
    complaint: /status of 500 /,
  },
  { what: "made offline", refuse: null, text: "Could not move tile.", complaint: /net::ERR_FAILED / },
]) {
  test(`a move ${what} is taken back with a message`, async ({ page, creator, guard }) => {
    guard.allow(complaint);
    const answered = Promise.withResolvers<void>();
    await page.route(POSITION, async (route) => {
      await answered.promise;
      await (refuse ? route.fulfill(refuse) : route.abort());
    });
    await handleOf(page, "One").focus();
    await pressAndHear(page, [
      ["Space", "Picked up One. Position 1 of 4."],
      ["ArrowRight", "One is over position 2 of 4."],
      ["Space", "Dropped One. Position 2 of 4."],
    ]);
    await expectOrder(page, ["Two", "One", "Three", "Four"]);
    answered.resolve();
    await expect(page.getByText(text, { exact: true })).toBeVisible();
    await expectOrder(page, TITLES);
    await expectPublicOrder(page, creator, TITLES);
  });
}

test("two moves in quick succession end as they were made, however slow the first is", async ({
  page,
  creator,
}) => {
  const answered = Promise.withResolvers<void>();
  let asked = 0;
  await page.route(POSITION, async (route) => {
    asked += 1;
    if (asked === 1) await answered.promise;
    await route.continue();
  });
  await handleOf(page, "One").focus();
  await pressAndHear(page, [
    ["Space", "Picked up One. Position 1 of 4."],
    ["ArrowRight", "One is over position 2 of 4."],
    ["Space", "Dropped One. Position 2 of 4."],
  ]);
  await handleOf(page, "Four").focus();
  await pressAndHear(page, [
    ["Space", "Picked up Four. Position 4 of 4."],
    ["ArrowLeft", "Four is over position 3 of 4."],
    ["ArrowLeft", "Four is over position 2 of 4."],
    ["Space", "Dropped Four. Position 2 of 4."],
  ]);
  await expectOrder(page, ["Two", "Four", "One", "Three"]);
  answered.resolve();
  await expectPublicOrder(page, creator, ["Two", "Four", "One", "Three"]);
  await expectOrder(page, ["Two", "Four", "One", "Three"]);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test("a finger that rests drags a tile, and one that moves at once scrolls the page", async ({
    page,
    context,
    creator,
  }) => {
    const screen = await context.newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", x = 0, y = 0) =>
      screen.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x, y }] });
    await handleOf(page, "One").scrollIntoViewIfNeeded();

    const scrolled = () => page.evaluate(() => window.scrollY);
    const before = await scrolled();
    const quick = await centreOf(handleOf(page, "One"));
    await touch("touchStart", quick.x, quick.y);
    for (let step = 1; step <= 8; step += 1) await touch("touchMove", quick.x, quick.y + step * 15);
    await touch("touchEnd");
    await expect.poll(scrolled).toBeLessThan(before);
    await expectOrder(page, TITLES);
    await expect(page.getByRole("status").filter({ hasText: "Picked up One" })).toHaveCount(0);

    await handleOf(page, "One").scrollIntoViewIfNeeded();
    const from = await centreOf(handleOf(page, "One"));
    const to = await centreOf(handleOf(page, "Three"));
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
