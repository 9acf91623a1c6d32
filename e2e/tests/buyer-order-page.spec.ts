import { confirmEmail, linkIn, test } from "../support/account-site.ts";
import { expectDownload, randomFile } from "../support/files.ts";
import { expect } from "../support/fixtures.ts";
import { tabTo } from "../support/keyboard.ts";
import { buyByCalls, buyInBrowser, sellBowlAndTip } from "../support/orders.ts";

// These tests share one installation.
test.describe.configure({ mode: "default" });
test.use({ viewport: { width: 360, height: 740 } });

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

  await page.goto(linkIn(again, site));
  await expectDownload(page, file);
});

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
