import type { Locator, Page } from "@playwright/test";
import {
  expectAccessible,
  expectFingerSizedTargets,
  expectNoSidewaysScroll,
} from "../support/accessibility.ts";
import { grantCreatorPlan } from "../support/database.ts";
import { expect, test } from "../support/journey.ts";
import { tabTo } from "../support/keyboard.ts";
import { buyByCalls } from "../support/orders.ts";

const SCRIPTS_BUDGET = 80 * 1024;

const opener = (page: Page) => page.getByRole("button", { name: "Feedback", exact: true });
const panel = (page: Page) => page.getByRole("dialog", { name: "Feedback" });
const message = (page: Page) => panel(page).getByLabel("Message");
const send = (page: Page) => panel(page).getByRole("button", { name: "Send feedback" });

async function write(page: Page, text: string) {
  await opener(page).click();
  await message(page).fill(text);
}

test("whoever is signed in can say something about any page, and no order's token goes along", async ({
  page,
  context,
  creator,
  signUp,
  guard,
}) => {
  guard.allow(/status of 404 .*\/@nobody-at-all$/);
  await creator.signIn(context);
  const other = await signUp("Jon Berg");
  const product = await other.addProduct();
  const tile = await other.addTile({ type: "product", title: "Bowl", productId: product.id });
  const returned = await buyByCalls(page.request, tile, { email: "buyer@example.org" });
  await page.goto(returned);
  await expect(opener(page)).toBeVisible();
  const order = (await page.locator("a[href^='/orders/']").first().getAttribute("href")) ?? "";
  const expected = {
    "/": "/",
    [creator.page]: creator.page,
    [`${other.page}?utm_source=x`]: other.page,
    "/@nobody-at-all": "/@nobody-at-all",
    [await buyByCalls(page.request, tile, "unfinished")]: "/checkout/mock/:token",
    [returned]: "/checkout/return",
    [order]: "/orders/:token",
  };
  for (const [address, sentAs] of Object.entries(expected)) {
    await page.goto(address);
    await write(page, "A thought.");
    const asked = page.waitForRequest("**/api/feedback");
    await send(page).click();
    expect((await asked).postDataJSON()).toMatchObject({ message: "A thought.", page: sentAs });
    await expect(panel(page).getByText("Thanks for your feedback!")).toBeVisible();
  }
});

test("a visitor is asked for nothing and loads nothing of it", async ({ page, creator }) => {
  await creator.addTile();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  for (const address of [creator.page, "/"]) {
    await page.goto(address, { waitUntil: "networkidle" });
    await page.mouse.move(200, 200);
    await page.waitForLoadState("networkidle");
    await expect(opener(page)).toHaveCount(0);
    expect(await page.content()).not.toMatch(/viewerId|feedback-/);
  }
  expect(asked.filter((url) => /feedback|\/api\/(?!public)/.test(url))).toEqual([]);
});

test("it looks as in the console, and the page with it as without", async ({
  page,
  context,
  creator,
  openVisitor,
}) => {
  const visitor = await openVisitor();
  await visitor.setViewportSize({ width: 1280, height: 860 });
  // Whether letters of ours come in time is chance; those of the system are always there.
  for (const each of [page, visitor]) await each.route("**/*.woff2", (route) => route.fulfill({ body: "" }));
  await visitor.goto("/@demo");
  await creator.signIn(context);
  await page.goto("/@demo");
  await expect(opener(page)).toBeVisible();
  expect(await looksOf(page.locator("#root"))).toEqual(await looksOf(visitor.locator("#root")));

  const publicOpener = await looksOf(opener(page));
  await opener(page).click();
  await send(page).click();
  await expect(panel(page).getByText("Message is required.")).toBeVisible();
  const publicPanel = await looksOf(panel(page));
  await page.goto("/dashboard/products");
  await expect(opener(page)).toBeVisible();
  expect(publicOpener).toEqual(await looksOf(opener(page)));
  await opener(page).click();
  await send(page).click();
  await expect(panel(page).getByText("Message is required.")).toBeVisible();
  expect(publicPanel).toEqual(await looksOf(panel(page)));
});

/** All that can be seen of an element and what is in it: places and styles. */
async function looksOf(element: Locator): Promise<string[]> {
  await element.page().mouse.move(0, 0);
  await element.page().evaluate(() => {
    for (const change of document.getAnimations()) change.finish();
  });
  return element.evaluate((top) =>
    [top, ...top.querySelectorAll("*")].map((each) => {
      const { x, y, width, height } = each.getBoundingClientRect();
      const style = getComputedStyle(each);
      const shown = [
        style.color,
        style.backgroundColor,
        style.font,
        style.border,
        style.borderRadius,
        style.boxShadow,
        style.padding,
        style.letterSpacing,
        style.opacity,
        style.zIndex,
        style.transitionProperty,
        style.transitionDuration,
      ];
      return `${each.tagName} ${[x, y, width, height].map(Math.round)} ${shown.join(" | ")}`;
    }),
  );
}

test("sent away on one page it stays away on all others, and what it consists of is not loaded", async ({
  page,
  context,
  creator,
}) => {
  await creator.signIn(context);
  await page.goto(creator.page);
  await opener(page).click();
  await panel(page).getByRole("button", { name: "Hide for now" }).click();
  await expect(opener(page)).toHaveCount(0);
  await expect(page.getByRole("main")).toBeFocused();
  await page.goto("/dashboard/products");
  await expect(page.getByRole("heading", { name: "Products", exact: true })).toBeVisible();
  await expect(opener(page)).toHaveCount(0);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto("/", { waitUntil: "networkidle" });
  await expect(opener(page)).toHaveCount(0);
  expect(asked.filter((url) => /feedback-(on|with|widget)/.test(url))).toEqual([]);

  const later = await context.newPage();
  await later.goto("/dashboard");
  await opener(later).click();
  await panel(later).getByRole("button", { name: "Hide for now" }).click();
  await later.goto(creator.page, { waitUntil: "networkidle" });
  await expect(opener(later)).toHaveCount(0);
});

test("who signed out meanwhile is told so, signs in and finds the words again", async ({
  page,
  context,
  creator,
  guard,
}) => {
  guard.allow(/status of 401 .*\/api\/feedback$/);
  await creator.signIn(context);
  await page.goto(`${creator.page}?utm_source=x`);
  await write(page, "The kiln smokes.");
  const elsewhere = await context.newPage();
  await elsewhere.goto("/");
  await elsewhere.getByRole("button", { name: "Logout" }).click();
  await expect(elsewhere.getByRole("link", { name: "Start for free" }).first()).toBeVisible();

  await send(page).click();
  await expect(panel(page).getByRole("alert")).toContainText("Session expired. Please sign in again.");
  await expect(message(page)).toHaveValue("The kiln smokes.");
  await expectAccessible(page, "feedback of somebody signed out");
  await panel(page).getByRole("link", { name: "Sign in" }).click();
  await page.getByLabel("Email").fill(creator.person.email);
  await page.getByRole("textbox", { name: "Password" }).fill(creator.person.password);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await expect(page).toHaveURL(`${creator.page}?utm_source=x`);
  await expect(message(page)).toHaveValue("The kiln smokes.");
  await send(page).click();
  await expect(panel(page).getByText("Thanks for your feedback!")).toBeVisible();
  await page.reload();
  await expect(opener(page)).toBeVisible();
  await expect(panel(page)).toHaveCount(0);
});

test("what was begun goes along from page to page, but not to the next person", async ({
  page,
  context,
  creator,
  signUp,
}) => {
  await creator.signIn(context);
  await page.goto(creator.page);
  await write(page, "One more thing");
  await panel(page).getByRole("radio", { name: "Bug" }).check();
  await page.getByRole("link", { name: "Return to dashboard" }).click();
  await expect(page).toHaveURL("/dashboard");
  await expect(message(page)).toHaveValue("One more thing");
  await expect(panel(page).getByRole("radio", { name: "Bug" })).toBeChecked();
  await page.goto("/");
  await expect(message(page)).toHaveValue("One more thing");

  await (await signUp("Jon Berg")).signIn(context);
  await page.goto("/");
  await expect(opener(page)).toBeVisible();
  await expect(panel(page)).toHaveCount(0);
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain("One more");
});

test("the keyboard opens it, and its code comes when somebody wants it", async ({
  page,
  context,
  creator,
}) => {
  await creator.signIn(context);
  await creator.addTile();
  const weights: Promise<number>[] = [];
  page.on("requestfinished", (request) => {
    if (request.resourceType() === "script")
      weights.push(request.sizes().then((sizes) => sizes.responseBodySize));
  });
  await page.goto(creator.page, { waitUntil: "networkidle" });
  await expect(opener(page)).toBeVisible();
  await page.getByRole("button", { name: "Share profile" }).click();
  await expect(page.getByRole("dialog", { name: "Share profile" })).toBeVisible();
  await page.keyboard.press("Escape");
  const bytes = (await Promise.all(weights)).reduce((sum, weight) => sum + weight, 0);
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThanOrEqual(SCRIPTS_BUDGET);

  await tabTo(page, opener(page));
  await page.keyboard.press("Enter");
  await expect(panel(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(opener(page)).toBeFocused();
});

test("the page is whole without its code", async ({ page, context, creator, guard }) => {
  guard.allow(/net::ERR_FAILED .*feedback/);
  await creator.signIn(context);
  await page.route("**/feedback-with-form-*.js", (route) => route.abort());
  await page.goto(creator.page);
  await opener(page).click();
  await expect(page.getByRole("alert")).toHaveText(
    "The feedback form could not be loaded. Please reload the page and try again.",
  );
  await expect(opener(page)).toBeVisible();
  for (const blocked of ["feedback-on-pages", "show-feedback"]) {
    await page.route(`**/${blocked}-*.js`, (route) => route.abort());
    const refused = page.waitForEvent("requestfailed");
    await page.goto(creator.page);
    await refused;
    await page.getByRole("button", { name: "Share profile" }).click();
    await expect(page.getByRole("dialog", { name: "Share profile" })).toBeVisible();
    await expect(opener(page)).toHaveCount(0);
  }
});

for (const width of [320, 360, 1280]) {
  test(`it suits everybody and covers nothing of a full page at ${width} px`, async ({
    page,
    context,
    creator,
  }) => {
    await grantCreatorPlan(creator.person.handle);
    for (let index = 1; index <= 8; index += 1) await creator.addTile({ title: `Chapter ${index}` });
    const bowl = await creator.addProduct();
    const tile = await creator.addTile({ type: "product", title: "A bowl", productId: bowl.id });
    await creator.signIn(context);
    await page.setViewportSize({ width, height: 640 });
    const checkout = await buyByCalls(page.request, tile, "unfinished");
    for (const address of [creator.page, "/", checkout]) {
      await page.goto(address);
      await expect(opener(page)).toBeVisible();
      await expectAccessible(page, `${address}, feedback closed`);
      await expectNoSidewaysScroll(page, `${address}, feedback closed`);
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      await expect(opener(page)).toHaveCSS("opacity", "1");
    }
    await page.goto(creator.page);
    await expect(opener(page)).toBeVisible();
    if (width < 640) await expectFingerSizedTargets(page, "feedback closed");
    await expectUncovered(page.getByRole("link", { name: "Return to dashboard" }));
    await expectUncovered(page.getByRole("button", { name: "Share profile" }));
    for (const tile of await page.getByRole("region", { name: "Tiles" }).getByRole("link").all())
      await expectUncovered(tile);
  });
}

/** Scrolled to the bottom edge, where the button floats, a control still answers in every corner. */
async function expectUncovered(control: Locator) {
  await control.evaluate((element) => {
    const { bottom } = element.getBoundingClientRect();
    window.scrollBy({ top: bottom - window.innerHeight + 4, behavior: "instant" });
  });
  await expect
    .poll(() =>
      control.evaluate((element) => {
        const { left, top, right, bottom } = element.getBoundingClientRect();
        const corners = [left + 8, right - 8].flatMap((x) => [top + 8, bottom - 8].map((y) => ({ x, y })));
        return corners.filter(({ x, y }) => document.elementFromPoint(x, y)?.closest(".feedback")).length;
      }),
    )
    .toBe(0);
}

test("on a phone it steps aside from the page's own word in passing", async ({ page, context, creator }) => {
  await creator.signIn(context);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/@demo");
  await page.getByRole("button", { name: "Leave a tip" }).click();
  await expect(page.getByText("Tip checkout is coming soon — watch this space!")).toBeVisible();
  await expect(page.locator(".feedback > button")).toBeHidden();
  await expect(page.locator(".notice > span")).toHaveCount(0);
  await expect(page.locator(".feedback > button")).toBeVisible();
});
