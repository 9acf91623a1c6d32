import type { Locator, Page } from "@playwright/test";
import {
  expectAccessible,
  expectFingerSizedTargets,
  expectNoSidewaysScroll,
} from "../support/accessibility.ts";
import type { CreatorAccount } from "../support/creator.ts";
import { randomFile } from "../support/files.ts";
import { expect, test } from "../support/journey.ts";

const DESK = { width: 1280, height: 860 };
const PHONE = { width: 360, height: 740 };
const STALE_MS = 31_000;

const panelOf = (page: Page) => page.getByRole("region", { name: "Analytics overview" });
const partOf = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const toggleOf = (page: Page) => page.getByRole("button", { name: "Analytics overview" });
const statOf = (panel: Locator, label: string) =>
  panel.getByRole("term").filter({ hasText: label }).locator("xpath=..").getByRole("definition").first();

/** All that the panel owes to everybody, at both widths and in both schemes. */
async function expectForEverybody(page: Page, what: string) {
  for (const viewport of [DESK, PHONE]) {
    await page.setViewportSize(viewport);
    await expectAccessible(page, `${what}, ${viewport.width} px`);
    await expectNoSidewaysScroll(page, what);
  }
  await expectFingerSizedTargets(page, what);
}

/** Somebody comes from Instagram, opens the creator's tile and buys. */
async function visitAndBuy(visitor: Page, creator: CreatorAccount) {
  await visitor.goto(`${creator.page}?utm_source=ig`);
  await visitor.getByRole("link", { name: "My notes" }).click();
  await visitor.getByRole("button", { name: "Purchase & Download" }).click();
  await visitor.getByRole("button", { name: /^Pay/ }).click();
  await expect(visitor.getByRole("heading", { name: "Order confirmed" })).toBeVisible();
  await creator.expectCounts({ page_view: 1, tile_click: 1, checkout_start: 1, purchase: 1 });
}

test("a view, a click and a sale stand on the creator's dashboard", async ({
  page,
  creator,
  openVisitor,
}) => {
  await creator.offerFile(randomFile("notes.pdf"));
  await visitAndBuy(await openVisitor(), creator);
  await creator.signIn(page.context());
  await page.goto("/dashboard");

  const panel = panelOf(page);
  for (const label of ["Page views", "Tile clicks", "Checkout starts", "Purchases"])
    await expect(statOf(panel, label)).toHaveText("1");
  const tiles = partOf(page, "Tile performance");
  await expect(tiles.getByText("Last 30 days")).toBeVisible();
  await expect(
    tiles.getByRole("row", { name: /^M My notes 1 purchase 1 1 100\.0%$|My notes/ }),
  ).toContainText("100.0%");
  const sources = partOf(page, "Traffic sources");
  await expect(sources.getByRole("listitem")).toHaveText(["Instagram1100%"]);
  await sources.scrollIntoViewIfNeeded();
  await expect(sources.locator("circle")).toHaveCount(1);
  await expect(partOf(page, "Session breakdown").getByRole("listitem")).toHaveText([
    "Mobile0%0 views",
    "Desktop100%1 view",
    "Tablet0%0 views",
  ]);
  const recent = partOf(page, "Recent activity").getByRole("listitem");
  await expect(recent).toHaveCount(4);
  await expect(recent.first()).toHaveText(/^Purchase: My notes\d+ seconds? ago$/);
  await expect(recent.last()).toHaveText(/^Page viewed\d+ (second|minute)s? ago$/);
  await expectForEverybody(page, "dashboard with figures");
});

test("the panel folds away by keyboard, stays so, and asks for nothing until it is opened", async ({
  page,
  creator,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  const asksForFigures = () => asked.some((url) => url.includes("/api/analytics/summary"));
  const loadsPanel = () => asked.some((url) => /\/live-panel-[^/]*\.js$/.test(url));
  await creator.signIn(page.context());
  await page.goto("/dashboard");
  await expect(statOf(panelOf(page), "Page views")).toHaveText("0");
  expect(loadsPanel()).toBe(true);
  expect(asksForFigures()).toBe(true);
  expect(asked.filter((url) => url.includes("sources-donut"))).toEqual([]);

  await toggleOf(page).focus();
  await page.keyboard.press("Enter");
  await expect(toggleOf(page)).toHaveAttribute("aria-expanded", "false");
  await expect(toggleOf(page)).toBeFocused();
  await expect(page.getByText("Page views")).toHaveCount(0);

  asked.length = 0;
  await page.reload({ waitUntil: "networkidle" });
  await expect(toggleOf(page)).toHaveAttribute("aria-expanded", "false");
  expect(asksForFigures()).toBe(false);
  expect(loadsPanel()).toBe(false);

  await toggleOf(page).focus();
  await page.keyboard.press("Space");
  await expect(statOf(panelOf(page), "Page views")).toHaveText("0");
  await page.reload();
  await expect(toggleOf(page)).toHaveAttribute("aria-expanded", "true");
});

test("where the browser may not remember, the panel still folds", async ({ page, creator }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, "localStorage", {
      get() {
        throw new DOMException("Denied", "SecurityError");
      },
    });
  });
  await creator.signIn(page.context());
  await page.goto("/dashboard");
  await expect(toggleOf(page)).toHaveAttribute("aria-expanded", "true");
  await toggleOf(page).click();
  await expect(toggleOf(page)).toHaveAttribute("aria-expanded", "false");
});

test("a tile that is added or renamed shows in the figures at once", async ({ page, creator }) => {
  await creator.addTile({ title: "My shop" });
  await creator.signIn(page.context());
  await page.goto("/dashboard");
  const rows = partOf(page, "Tile performance").getByRole("rowheader");
  await expect(rows).toHaveText([/My shop/]);
  await page.getByRole("button", { name: "Edit My shop" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit tile" });
  await dialog.getByLabel("Title").fill("My atelier");
  await dialog.getByRole("button", { name: "Save tile" }).click();
  await expect(dialog).toBeHidden();
  await expect(rows).toHaveText([/My atelier/]);
});

test("other days are a press away and stand in the address", async ({ page, creator }) => {
  await creator.addTile();
  await creator.signIn(page.context());
  await page.goto("/dashboard");
  await expect(partOf(page, "Tile performance").getByText("Last 30 days")).toBeVisible();
  await page.getByRole("button", { name: "365 days" }).click();
  await expect(partOf(page, "Tile performance").getByText("Last 365 days")).toBeVisible();
  await expect(page).toHaveURL("/dashboard?days=365");
  await page.reload();
  await expect(page.getByRole("button", { name: "365 days" })).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByRole("heading", { name: "No visits in 365 days" })).toBeVisible();
  await page.getByRole("button", { name: "30 days" }).click();
  await expect(page).toHaveURL("/dashboard");
});

test("before the first visit the panel says how to get it", async ({ page, creator, baseURL }) => {
  await creator.addTile({ title: "My shop" });
  await creator.signIn(page.context());
  await page.goto("/dashboard");
  const panel = panelOf(page);
  await expect(panel.getByRole("heading", { name: "No visits in 30 days" })).toBeVisible();
  await expect(panel.getByRole("link", { name: "Open your page" })).toHaveAttribute("href", creator.page);
  await expect(panel.getByRole("row", { name: /My shop/ })).toContainText("0.0%");
  await expectForEverybody(page, "dashboard before the first visit");
  await panel.getByRole("button", { name: "Share your link" }).click();
  const dialog = page.getByRole("dialog", { name: "Share profile" });
  await expect(dialog.getByLabel("Link to this page")).toHaveValue(`${baseURL}${creator.page}`);
  await page.keyboard.press("Escape");
  await expect(panel.getByRole("button", { name: "Share your link" })).toBeFocused();
});

test("figures that cannot be had are asked for again by hand", async ({ page, creator, guard }) => {
  guard.allow(/status of 500 .*\/api\/analytics\/summary/);
  await creator.signIn(page.context());
  await page.route("**/api/analytics/summary*", (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto("/dashboard");
  await expect(page.getByText("Your figures could not be loaded.")).toBeVisible();
  await expectForEverybody(page, "dashboard without figures");
  await page.unroute("**/api/analytics/summary*");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(statOf(panelOf(page), "Page views")).toHaveText("0");
  await expect(page.getByText("Your figures could not be loaded.")).toHaveCount(0);
});

test("figures that cannot be refreshed stay, and are said to be older", async ({ page, creator, guard }) => {
  guard.allow(/status of 500 .*\/api\/analytics\/summary/);
  await creator.signIn(page.context());
  await page.clock.install();
  await page.goto("/dashboard");
  await expect(statOf(panelOf(page), "Page views")).toHaveText("0");
  await page.route("**/api/analytics/summary*", (route) => route.fulfill({ status: 500, json: {} }));
  await page.clock.fastForward(STALE_MS);
  await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
  await expect(page.getByText("Your figures could not be refreshed. These are older ones.")).toBeVisible();
  await expect(statOf(panelOf(page), "Page views")).toHaveText("0");
});

test("a panel whose code does not arrive leaves the dashboard whole", async ({ page, creator, guard }) => {
  guard.allow(/\/live-panel-[^/]*\.js/);
  await creator.addTile({ title: "My shop" });
  await creator.signIn(page.context());
  await page.route("**/live-panel-*.js", (route) => route.abort());
  await page.goto("/dashboard");
  await expect(page.getByText("Your figures could not be loaded.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "My shop" })).toBeVisible();
  await page.unroute("**/live-panel-*.js");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(statOf(panelOf(page), "Page views")).toHaveText("0");
});

test("anyone can look at sample figures, which say that they are a sample", async ({ page, baseURL }) => {
  const called: string[] = [];
  page.on("request", (request) => {
    if (request.url().startsWith(`${baseURL}/api/`)) called.push(request.url());
  });
  await page.goto("/");
  await page.getByRole("link", { name: "Preview analytics" }).click();
  await expect(page).toHaveTitle("Demo analytics · Tessera");
  await expect(page.getByText("Sample figures")).toBeVisible();
  await expect(page.getByText(/The figures are a sample/)).toBeVisible();
  const panel = panelOf(page);
  await expect(statOf(panel, "Page views")).toHaveText("12,408");
  await expect(statOf(panel, "Purchases")).toHaveText("146");
  await expect(partOf(page, "Tile performance").getByText("Last 30 days")).toBeVisible();
  await expect(panel.getByRole("row", { name: /Morning cup/ })).toContainText("10.5%");
  await expect(partOf(page, "Top countries").getByRole("listitem").first()).toHaveText("🇵🇹Portugal3,420");
  await expect(partOf(page, "Traffic sources").getByRole("listitem")).toHaveText([
    "Instagram5,21042%",
    "Tiktok2,61021%",
    "Direct / unknown1,74014%",
    "Google search1,1209%",
    "Email / newsletter9307%",
    "Pinterest4984%",
  ]);
  await partOf(page, "Traffic sources").scrollIntoViewIfNeeded();
  await expect(partOf(page, "Traffic sources").locator("circle")).toHaveCount(7);
  await expect(partOf(page, "Recent activity").getByText("minutes ago").first()).toBeVisible();
  await page.getByRole("button", { name: "Show the last 20" }).click();
  await expect(partOf(page, "Recent activity").getByRole("listitem")).toHaveCount(20);
  await expectForEverybody(page, "demo analytics");
  // No more than whether somebody is signed in may be asked for: the sample needs nobody.
  expect(called.filter((url) => !url.endsWith("/api/creators/me"))).toEqual([]);
});

test("the sample leads on: to the demo page, to signing in, to a dashboard of one's own", async ({
  page,
}) => {
  const ways = [
    { name: "View demo page", address: "/@demo" },
    { name: "Sign in", address: "/auth" },
    { name: "Create a dashboard", address: "/auth?tab=register" },
    { name: "Back to the front page", address: "/" },
  ];
  for (const { name, address } of ways) {
    await page.goto("/demo/analytics");
    await page.getByRole("link", { name, exact: true }).click();
    await expect(page).toHaveURL(address);
  }
});
