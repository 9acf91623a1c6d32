import type { Page } from "@playwright/test";
import { confirmEmail, linkIn, test } from "../support/account-site.ts";
import { expireDownloads, verifyAddress } from "../support/database.ts";
import { expectDownload, randomFile, sha256, sha256Of } from "../support/files.ts";
import { expect, test as onSharedSite } from "../support/fixtures.ts";
import { tabTo } from "../support/keyboard.ts";
import { buyByCalls, sellBowlAndTip } from "../support/orders.ts";

// One installation serves them all.
test.describe.configure({ mode: "default" });
test.use({ viewport: { width: 360, height: 740 } });

async function buyInBrowser(page: Page, address: string, email: string) {
  await page.goto(address);
  await page.getByRole("button", { name: "Purchase & Download" }).click();
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: /^Pay/ }).click();
  await expect(page.getByRole("heading", { name: "Order confirmed" })).toBeVisible();
}

test("a buyer gets a lost download link back on the order page and by email", async ({
  page,
  creator,
  site,
}) => {
  await confirmEmail(creator, site);
  const file = randomFile("notes.pdf");
  const { tile } = await creator.offerFile(file);
  const email = `buyer-${creator.user.handle}@example.org`;
  await buyInBrowser(page, `${creator.page}?tile=${tile.id}`, email);
  const receipt = await site.mailTo(email);
  await page.goto(/\S+\/orders\/(?!download)\S+/.exec(receipt.mail.text ?? "")?.[0] ?? "");
  await expectDownload(page, file);

  await expect(page.getByText("To b…@example.org")).toBeVisible();
  const button = page.getByRole("button", { name: "Email me the links" });
  await tabTo(page, button);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Sent to b…@example.org.")).toBeVisible();
  await button.dblclick();
  const again = await site.mailTo(email, 2);
  expect(again.mail.subject).toMatch(/^Your order MOCK-\d+-1 at [\w.:]+, again$/);

  const downloading = page.waitForEvent("download");
  await page.goto(linkIn(again, site)).catch(() => undefined);
  expect(await sha256Of(await downloading)).toBe(sha256(file.buffer));
});

onSharedSite(
  "the order page gives a new download link, and renews one that has expired when it is emailed",
  async ({ page, creator }) => {
    await verifyAddress(creator.user.email);
    const file = randomFile("notes.pdf");
    const { tile } = await creator.offerFile(file);
    await buyInBrowser(page, `${creator.page}?tile=${tile.id}`, "late@example.org");
    await page.getByRole("link", { name: "View your order" }).click();
    await expect(page.getByText("Completed", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Get a new link" }).click();
    await expect(page.getByText("Your new link is ready.")).toBeVisible();
    await expectDownload(page, file);
    await expireDownloads(creator.user.handle);
    await page.reload();
    await expect(page.getByText("The download link has expired.")).toBeVisible();
    await page.getByRole("button", { name: "Email me the links" }).click();
    await expect(page.getByText("Sent to l…@example.org.")).toBeVisible();
    await expectDownload(page, file);
  },
);

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the order page emails the links", async ({ page, creator, site, guard }) => {
    guard.allow(/status of 409 .*\/mail$/);
    await confirmEmail(creator, site);
    const { bowl } = await sellBowlAndTip(creator);
    const email = `plain-${creator.user.handle}@example.org`;
    await page.goto(await buyByCalls(page.request, bowl, { email: null }));
    await page.getByRole("link", { name: "View your order" }).click();
    await page.getByRole("button", { name: "Email me the receipt" }).click();
    await expect(page.getByRole("alert")).toHaveText(
      "This order has no email. Enter one to receive the links.",
    );
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Email me the receipt" }).click();
    await expect(page).toHaveURL(/\?mailed=1$/);
    await expect(page.getByText("Sent to p…@example.org.")).toBeVisible();
    await site.mailTo(email);
  });
});
