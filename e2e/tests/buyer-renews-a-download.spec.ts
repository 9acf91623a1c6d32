import { expireDownloads, verifyAddress } from "../support/database.ts";
import { expectDownload, randomFile } from "../support/files.ts";
import { expect, test } from "../support/fixtures.ts";
import { buyInBrowser } from "../support/orders.ts";

test.use({ viewport: { width: 360, height: 740 } });

test("the order page gives a new download link, and renews one that has expired when it is emailed", async ({
  page,
  creator,
}) => {
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
});
