import type { Page } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "../support/accessibility.ts";
import { confirmEmail, linkIn, test } from "../support/account-site.ts";
import type { CreatorAccount } from "../support/creator.ts";
import { randomFile } from "../support/files.ts";
import { expect } from "../support/fixtures.ts";
import { payByCalls } from "../support/orders.ts";

test.use({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } });

const ADDRESS = {
  name: "Bea Buyer",
  line1: "1 High Street",
  postalCode: "10115",
  city: "Berlin",
  country: "DE",
};

/** Checks the open page. Axe runs in the other page, because it waits for ever where scripts are off. */
async function expectFits(page: Page, what: string, scripted: Page) {
  await expectNoSidewaysScroll(page, what);
  await scripted.context().addCookies(await page.context().cookies());
  await scripted.goto(page.url());
  await expectAccessible(scripted, what);
}

/** Downloads the open order's file as a whole, then a part of it as a download manager does. */
async function expectWholeAndPart(page: Page, { name, buffer }: ReturnType<typeof randomFile>) {
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download", exact: true }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe(name);
  const part = await page.request.get(download.url(), { headers: { range: "bytes=100-199" } });
  expect([part.status(), part.headers()["content-range"]]).toEqual([
    206,
    `bytes 100-199/${buffer.byteLength}`,
  ]);
  expect(await part.body()).toEqual(buffer.subarray(100, 200));
}

test("a buyer finds all purchases by email, downloads, withdraws and leaves", async ({
  page,
  creator,
  signUp,
  openVisitor,
  site,
}) => {
  const scripted = await openVisitor({ javaScriptEnabled: true, viewport: { width: 320, height: 640 } });
  const fits = (what: string) => expectFits(page, what, scripted);
  const potter = await signUp("Olga Potter");
  for (const seller of [creator, potter]) {
    await confirmEmail(seller, site);
    await seller.sellForMoney();
  }
  const email = `bea-${creator.user.handle}@example.org`;
  const pay = async (tileId: number, address?: object) => {
    await page.goto(await payByCalls(page.request, { tileId, email, ...(address && { address }) }));
    await page.getByRole("button", { name: "Pay €25.00" }).click();
    await expect(page.getByRole("heading", { name: "Order confirmed" })).toBeVisible();
  };
  const file = randomFile("notes.pdf");
  await pay((await creator.offerFile(file)).tile.id);
  await pay((await offerBowl(potter)).id, ADDRESS);

  await page.goto(potter.page);
  await page.getByRole("link", { name: "Your purchases" }).click();
  await fits("the request of a link");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Email me the link" }).click();
  await expect(page.getByRole("status")).toContainText("If you bought something with this email");

  // After the two receipts.
  const mail = await site.mailTo(email, 3);
  await page.goto(linkIn(mail, site));
  await fits("the page of the link");
  await page.getByRole("button", { name: "Open your purchases" }).click();
  await expect(page.getByText(`Everything that was bought with ${email}.`)).toBeVisible();
  for (const name of ["Olga Potter", "Mara Lindt"])
    await expect(page.getByRole("heading", { name })).toBeVisible();
  await fits("the purchases");

  await page.getByRole("link", { name: /^The notes/ }).click();
  await fits("an order of a file");
  await expectWholeAndPart(page, file);
  await page.getByRole("link", { name: "All your purchases" }).click();
  // The delivery ended the right of withdrawal from the file.
  await expect(page.getByRole("link", { name: /^Withdraw from contract/ })).toHaveCount(1);

  await page.getByRole("link", { name: "Withdraw from contract about Bowl" }).click();
  await fits("the withdrawal");
  await page.getByLabel("Your name").fill("Bea Buyer");
  await page.getByRole("button", { name: "Confirm withdrawal" }).click();
  await expect(page.getByRole("heading", { name: "Your order" })).toBeVisible();
  await fits("the order after the withdrawal");
  expect((await site.mailTo(email, 4)).mail.text).toContain("Bea Buyer");
  await page.getByRole("link", { name: "All your purchases" }).click();
  await expect(page.getByText("Withdrawn")).toBeVisible();

  await page.getByRole("button", { name: "Use another email" }).click();
  await expect(page.getByLabel("Email")).toHaveValue("");
  await page.goto("/library");
  await expect(page.getByRole("link", { name: /The notes/ })).toHaveCount(0);
});

async function offerBowl(creator: CreatorAccount) {
  const product = await creator.addProduct();
  return creator.addTile({ type: "product", title: "A bowl", productId: product.id });
}
