import type { Page, Request } from "@playwright/test";
import { randomFile, sha256, sha256Of } from "../support/files.ts";
import { expect, test } from "../support/journey.ts";

test.use({ isEmailVerified: true });

/** Compressed, with its styles and without scripts. */
const CHECKOUT_BUDGET = 20 * 1024;

type Buyer = { page: Page; file: ReturnType<typeof randomFile> };

/** Pays at the provider what the open page shows, and downloads it. */
async function payAndDownload({ page, file }: Buyer) {
  await expect(page.getByText("This is a sandbox.")).toBeVisible();
  await expect(page.getByText("Sold by Mara Lindt, a business in Germany")).toBeVisible();
  await page.getByLabel("Email").fill("buyer@example.org");
  await page.getByRole("checkbox", { name: /^Deliver it now/ }).check();
  await page.getByRole("button", { name: "Pay €25.00" }).click();

  await expect(page.getByRole("heading", { name: "Sandbox payment" })).toBeVisible();
  await page.getByRole("button", { name: "Pay €25.00" }).click();
  await expect(page.getByRole("heading", { name: "Order confirmed" })).toBeVisible();
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe(file.name);
  expect(await sha256Of(download)).toBe(sha256(file.buffer));
}

/** Loads the page anew, and returns the weight of its HTML and styles in bytes. All that it loads is of this site. */
async function weighPage(page: Page): Promise<number> {
  const weights: Promise<number>[] = [];
  const origins = new Set<string>();
  const weigh = (request: Request) => {
    origins.add(new URL(request.url()).origin);
    if (!["document", "stylesheet"].includes(request.resourceType())) return;
    weights.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  };
  page.on("requestfinished", weigh);
  await page.reload({ waitUntil: "networkidle" });
  page.off("requestfinished", weigh);
  expect([...origins]).toEqual([new URL(page.url()).origin]);
  return (await Promise.all(weights)).reduce((sum, weight) => sum + weight, 0);
}

async function expectLastingPage({ page }: Buyer) {
  await page.getByRole("link", { name: "View your order" }).click();
  await expect(page.getByRole("heading", { name: "Your order" })).toBeVisible();
  await expect(page.getByText("Amount, incl. taxes")).toBeVisible();
  await expect(page.getByText(/^You agreed on .*“Deliver it now/)).toBeVisible();
  await expect(page.getByText("Need an invoice? Ask shop@mara.example.")).toBeVisible();
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled });

    test("a file is paid for at the provider and downloaded", { tag: "@phone" }, async ({
      page,
      creator,
    }) => {
      const file = randomFile("chapter one.epub");
      await creator.sellForMoney();
      await creator.offerFile(file);
      await page.goto(creator.page);
      await page.getByRole("link", { name: "My notes" }).click();
      const detail = page.getByRole("dialog", { name: "My notes" });
      await detail.getByRole("button", { name: "Purchase & Download" }).click();
      await expect(page.getByRole("heading", { name: "Checkout" })).toBeVisible();
      const weight = await weighPage(page);
      expect(weight).toBeLessThanOrEqual(CHECKOUT_BUDGET);
      await payAndDownload({ page, file });
      await expectLastingPage({ page, file });
    });
  });
}
