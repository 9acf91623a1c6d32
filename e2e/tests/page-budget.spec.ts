import { once } from "node:events";
import { get } from "node:http";
import { buffer } from "node:stream/consumers";
import type { Page } from "@playwright/test";
import type { CreatorAccount } from "../support/creator.ts";
import { grantCreatorPlan } from "../support/database.ts";
import { renderImage } from "../support/files.ts";
import { expect, test } from "../support/fixtures.ts";

const HTML_BUDGET = 14_336;
const PAGE_SCRIPTS_BUDGET = 7_680;
const CONSOLE_SCRIPTS_BUDGET = 200 * 1024;
/** A button's label may become some pixels wider with its font, but no line of text may move. */
const FONT_SHIFT_BUDGET = 0.005;
const PHONE = { width: 360, height: 740 };
const DESK = { width: 1280, height: 860 };

test.use({ contextOptions: { reducedMotion: "no-preference" } });

/** Adds 24 tiles, each with its own image and a description of usual length. */
async function fillPage(creator: CreatorAccount) {
  await grantCreatorPlan(creator.user.handle);
  await creator.saveProfile({
    bio: "Paper, ink and slow afternoons. I draw tiles for a living and write about how they are made.",
    avatarUrl: await creator.addImage(await renderImage(30)),
    socials: [
      { platform: "instagram", url: "https://instagram.com/mara" },
      { platform: "youtube", url: "https://youtube.com/@mara" },
      { platform: "website", url: "https://mara.example/" },
    ],
  });
  for (let index = 1; index <= 24; index += 1) {
    const imageUrl = await creator.addImage(await renderImage(index, 480));
    await creator.addTile({
      title: `Chapter ${index}: glaze, kiln and patience`,
      url: `https://mara.example/chapters/${index}`,
      description: "What I learned from a year of firing tiles in a borrowed kiln.",
      imageUrl,
    });
  }
}

/** Returns encoding and size of a response to a browser. */
async function fetchRaw(url: string) {
  const [response] = await once(get(url, { headers: { "accept-encoding": "br" } }), "response");
  return { encoding: response.headers["content-encoding"], bytes: (await buffer(response)).length };
}

/** Adds up the transferred sizes of a page's scripts. */
function weighScripts(page: Page) {
  const weights: Promise<number>[] = [];
  page.on("requestfinished", (request) => {
    if (request.resourceType() !== "script") return;
    weights.push(request.sizes().then((sizes) => sizes.responseBodySize));
  });
  return async () => (await Promise.all(weights)).reduce((sum, weight) => sum + weight, 0);
}

async function measureShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let shift = 0;
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            shift += (entry as PerformanceEntry & { value: number }).value;
        });
        observer.observe({ type: "layout-shift", buffered: true });
        // Two frames later, every shift has been reported.
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(shift))));
      }),
  );
}

/** Returns true if text was first painted in fallback fonts and later in the web fonts. */
async function areFontsLate(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    await document.fonts.ready;
    const fonts = performance.getEntriesByType("resource").filter(({ name }) => name.endsWith(".woff2"));
    const [paint] = performance.getEntriesByName("first-contentful-paint");
    return (
      paint !== undefined &&
      fonts.length === 2 &&
      fonts.every((font) => font.startTime + font.duration > paint.startTime) &&
      document.fonts.check('16px "Instrument Sans Variable"')
    );
  });
}

test("a creator's page of 24 tiles stays within its budget", async ({ page, creator, baseURL }) => {
  await fillPage(creator);
  const html = await fetchRaw(`${baseURL}${creator.page}`);
  expect(html.encoding).toBe("br");
  expect(html.bytes).toBeLessThanOrEqual(HTML_BUDGET);

  const requestedUrls: string[] = [];
  page.on("request", (request) => requestedUrls.push(request.url()));
  const scriptBytes = weighScripts(page);
  await page.goto(creator.page);
  await expect(page.locator("link[rel=stylesheet]")).toHaveCount(0);
  await expect(page.locator("head > style")).not.toBeEmpty();
  await expect(page.locator("script[src]:not([type=module]):not([async]):not([defer])")).toHaveCount(0);
  await expect(page.locator("script:not([src]):not([type$='json'])")).toHaveCount(0);
  // A label sized by its font may move by a hundredth of a pixel.
  expect(await measureShift(page)).toBeLessThanOrEqual(FONT_SHIFT_BUDGET);

  await page.getByRole("button", { name: "Share profile" }).click();
  await expect(page.getByRole("dialog", { name: "Share profile" })).toBeVisible();
  expect(await scriptBytes()).toBeGreaterThan(0);
  expect(await scriptBytes()).toBeLessThanOrEqual(PAGE_SCRIPTS_BUDGET);
  const foreign = requestedUrls.filter((url) => /^https?:/.test(url) && new URL(url).origin !== baseURL);
  expect(foreign).toEqual([]);
});

test("text stays in place when its fonts arrive late, on a phone and on a wide screen", async ({
  page,
  creator,
}) => {
  const product = await creator.addProduct();
  await creator.saveProfile({
    bio: "Paper, ink and slow afternoons. I draw tiles for a living.".repeat(3),
  });
  await creator.addTile({ title: "A link to a shop with quite a long name that wraps" });
  await creator.addTile({ type: "product", title: "A bowl to hold in both hands", productId: product.id });
  await page.route("**/*.woff2", async (route) => {
    // Text must have been painted, however slow the machine is.
    await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
    await route.continue();
  });
  for (const viewport of [PHONE, DESK]) {
    await page.setViewportSize(viewport);
    for (const path of [creator.page, "/", "/@demo"]) {
      await page.goto(path);
      const what = `${path}, ${viewport.width} px`;
      expect.soft(await areFontsLate(page), what).toBe(true);
      expect.soft(await measureShift(page), what).toBeLessThanOrEqual(FONT_SHIFT_BUDGET);
    }
  }
});

test("the console's frame is shown before its files are loaded, and does not move at any width", async ({
  page,
  creator,
  context,
}) => {
  await creator.signIn(context);
  let painted = Promise.withResolvers<void>();
  await page.route("**/assets/**", async (route) => {
    await painted.promise;
    await route.continue();
  });
  for (const viewport of [PHONE, { width: 1024, height: 768 }, DESK]) {
    painted = Promise.withResolvers();
    await page.setViewportSize(viewport);
    await page.goto("/dashboard", { waitUntil: "commit" });
    const what = `${viewport.width} px`;
    const frame = page.getByRole("status", { name: "Loading", exact: true });
    await expect(frame, what).toBeVisible();
    await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
    const mark = await frame.locator("svg").boundingBox();
    const shift = await measureShift(page);
    painted.resolve();
    await expect(page.getByRole("heading", { name: /^Welcome,/ })).toBeVisible();
    await expect(frame).toBeHidden();
    expect(await page.getByRole("banner").locator("svg").first().boundingBox(), what).toEqual(mark);
    expect(shift, what).toBe(0);
  }
});

test("pages of links and plain forms load no script, and a creator's page is the same for every viewer", async ({
  page,
  creator,
  context,
}) => {
  const headings = {
    "/@nobody-has-this": "Creator not found.",
    "/checkout/return?status=success&downloadToken=x": "Order confirmed",
    "/checkout/mock/nothing": "Checkout not found.",
    "/orders/nothing": "Order not found.",
    "/unsubscribe/nothing": "This link does not work.",
  };
  for (const [path, heading] of Object.entries(headings)) {
    const html = await (await page.request.get(path)).text();
    expect(html, path).toContain(heading);
    expect(html, path).not.toMatch(/<script|modulepreload/);
  }
  const asVisitor = await (await page.request.get("/@demo")).text();
  await creator.signIn(context);
  const asCreator = await (await context.request.get("/@demo")).text();
  expect(asCreator).toBe(asVisitor);
  expect(asCreator).not.toContain("feedback");
});

test("the console's first load stays within its budget", async ({ page, creator }) => {
  await creator.signIn(page.context());
  const scriptBytes = weighScripts(page);
  // No file is requested twice, because the screen uses exactly the files that the document requests.
  const tileRequests: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/tiles")) tileRequests.push(request.url());
  });
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: /^Welcome,/ })).toBeVisible();
  await expect(page.getByRole("region", { name: "Analytics overview" })).toBeVisible();
  // The guide of an empty page loads after the rest.
  await expect(page.getByRole("heading", { name: "Your picture and bio" })).toBeVisible();
  expect(tileRequests).toHaveLength(1);
  expect(await scriptBytes()).toBeGreaterThan(0);
  expect(await scriptBytes()).toBeLessThanOrEqual(CONSOLE_SCRIPTS_BUDGET);
});
