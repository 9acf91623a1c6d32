import type { Page, Request } from "@playwright/test";
import { expectDownload, randomFile } from "../support/files.ts";
import { expect, PHONE, test } from "../support/fixtures.ts";
import { payByCalls } from "../support/orders.ts";

test.use({ isEmailVerified: true });

/** The budget for compressed HTML with styles, without scripts. */
const CHECKOUT_BUDGET = 20 * 1024;

type Buyer = { page: Page; file: ReturnType<typeof randomFile> };

/** Pays the open page at the provider, and downloads the file. */
async function payAndDownload({ page, file }: Buyer) {
  await expect(page.getByText("This is a sandbox.")).toBeVisible();
  await expect(page.getByText("Sold by Mara Lindt, a business in Germany")).toBeVisible();
  await page.getByLabel("Email").fill("buyer@example.org");
  await page.getByRole("checkbox", { name: /^Deliver it now/ }).check();
  await page.getByRole("button", { name: "Pay €25.00" }).click();

  await expect(page.getByRole("heading", { name: "Sandbox payment" })).toBeVisible();
  await page.getByRole("button", { name: "Pay €25.00" }).click();
  await expect(page.getByRole("heading", { name: "Order confirmed" })).toBeVisible();
  await expectDownload(page, file);
}

/** Reloads the page, and returns the size of its HTML and styles in bytes. Expects that it only loads from this site. */
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
  await expect(page.getByText("Total, incl. taxes")).toBeVisible();
  await expect(page.getByText(/^You agreed on .*“Deliver it now/)).toBeVisible();
  await expect(page.getByText("Need an invoice? Ask shop@mara.example.")).toBeVisible();
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "on a phone" : "without scripts", () => {
    test.use(javaScriptEnabled ? PHONE : { javaScriptEnabled });

    test("a file is paid for at the provider and downloaded", async ({ page, creator }) => {
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

test("the creator refunds a part of one sale, loses another to the bank, and the totals are right", async ({
  page,
  creator,
  openVisitor,
}) => {
  await creator.sellForMoney();
  const { tile } = await creator.offerFile(randomFile("notes.pdf"));
  const buyer = await openVisitor();
  for (const email of ["part@example.org", "lost@example.org"]) {
    const provider = await payByCalls(buyer.request, { tileId: tile.id, email });
    await buyer.goto(provider);
    await buyer.getByRole("button", { name: "Pay €25.00" }).click();
    await expect(buyer.getByRole("heading", { name: "Order confirmed" })).toBeVisible();
  }

  await creator.signIn(page.context());
  await page.goto("/dashboard/products?view=orders");
  await page
    .getByRole("row", { name: /part@example\.org/ })
    .getByRole("link")
    .click();
  await page.getByRole("button", { name: "Refund", exact: true }).click();
  await page.getByLabel("Amount (EUR)").fill("4");
  await page.getByRole("button", { name: "Refund €4.00" }).click();
  await expect(page.getByText("€4.00 refunded.")).toBeVisible();

  await page.goto("/dashboard/products?view=orders");
  await page
    .getByRole("row", { name: /lost@example\.org/ })
    .getByRole("link")
    .click();
  const opening = page.waitForEvent("popup");
  await page.getByRole("link", { name: "Open the payment in the sandbox" }).click();
  const bank = await opening;
  const order = page.url();
  const id = order.split("/").at(-1);
  const read = async (path: string) => (await page.request.get(`/api/${path}`)).json();
  await bank.getByRole("button", { name: "The buyer disputes the payment" }).click();
  await bank.getByRole("button", { name: "End the dispute: the buyer wins" }).click();
  await expect
    .poll(async () => (await read(`orders/${id}`)).order.disputes)
    .toMatchObject([{ status: "lost" }]);
  await page.goto(order);
  await expect(page.getByRole("region", { name: "Dispute", exact: true })).toContainText("Lost");
  await expect(page.getByRole("region", { name: "Amounts" })).toContainText("Disputed−€25.00");

  // The provider's fee is requested after the payment.
  await expect
    .poll(async () => (await read("orders?status=all")).mockTotals)
    .toMatchObject([{ provider_fees_unknown: 0 }]);
  await page.goto("/dashboard/products?view=orders&status=all");
  await expect(totalOf(page, "Provider's fee")).toHaveText("€1.26");
  for (const [name, figure] of [
    ["Paid orders", "2"],
    ["Amount", "€50.00"],
    ["Refunded", "€4.00"],
    // Two fees of €1.25, less the refund's share.
    ["Platform fee", "€2.30"],
    ["Disputed", "€25.00"],
    ["Net", "€17.44"],
  ] as const) {
    await expect(totalOf(page, name)).toContainText(figure);
  }
});

function totalOf(page: Page, name: string) {
  return page
    .getByRole("definition")
    .and(page.locator(`dt:has-text("${name}") + dd`))
    .first();
}
