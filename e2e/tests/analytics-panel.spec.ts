import type { Locator, Page } from "@playwright/test";
import type { CreatorAccount } from "../support/creator.ts";
import { randomFile } from "../support/files.ts";
import { expect, test } from "../support/fixtures.ts";

const panelOf = (page: Page) => page.getByRole("region", { name: "Analytics overview" });
const partOf = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const statOf = (panel: Locator, label: string) =>
  panel.getByRole("term").filter({ hasText: label }).locator("xpath=..").getByRole("definition").first();

/** A visitor comes from Instagram, opens the creator's tile and buys. */
async function visitAndBuy(visitor: Page, creator: CreatorAccount) {
  await visitor.goto(`${creator.page}?utm_source=ig`);
  await visitor.getByRole("link", { name: "My notes" }).click();
  await visitor.getByRole("button", { name: "Purchase & Download" }).click();
  await visitor.getByRole("button", { name: /^Pay/ }).click();
  await expect(visitor.getByRole("heading", { name: "Order confirmed" })).toBeVisible();
  await creator.expectCounts({ page_view: 1, tile_click: 1, checkout_start: 1, purchase: 1 });
}

test("the creator's dashboard counts a view, a click and a sale", async ({ page, creator, openVisitor }) => {
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
  // Two events of the same moment have no order.
  await expect(recent.filter({ hasText: /^Page viewed\d+ (second|minute)s? ago$/ })).toHaveCount(1);
});

test("the sample analytics are public and labelled as a sample", async ({ page, baseURL }) => {
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
  const images = page.getByRole("table").locator("img");
  await expect(images).toHaveCount(7);
  for (const image of await images.all()) {
    await image.scrollIntoViewIfNeeded();
    await expect.poll(() => image.evaluate((loaded: HTMLImageElement) => loaded.naturalWidth)).not.toBe(0);
  }
  // Systems without flag emoji get them from a font.
  const flag = () =>
    page.evaluate(async () => {
      const [face] = await document.fonts.load('18px "Country Flags"', "🇵🇹");
      return face?.status;
    });
  await expect.poll(flag).toBe("loaded");
  // Only the session may be requested, because the sample needs no account.
  expect(called.filter((url) => !url.endsWith("/api/creators/me"))).toEqual([]);
  await page.getByRole("link", { name: "View demo page", exact: true }).click();
  await expect(page).toHaveURL("/@demo");
});
