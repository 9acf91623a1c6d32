import { expectAccessibleAndFits } from "../support/accessibility.ts";
import { randomFile } from "../support/files.ts";
import { expect, test } from "../support/fixtures.ts";

// Component tests check every state of every screen; these check the documents around them.
test("the documents of each area are accessible", async ({ page, creator }) => {
  const { tile } = await creator.offerFile(randomFile("notes.pdf"));
  await creator.signIn(page.context());
  const documents = {
    "/": "One page for everything you make and sell",
    [`${creator.page}?tile=${tile.id}`]: "My notes",
    "/checkout/return": "Checkout pending",
    "/dashboard": "Welcome,",
  };
  for (const [path, heading] of Object.entries(documents)) {
    await page.goto(path);
    await expect(page.getByRole("heading", { name: heading }).first()).toBeVisible();
    await expectAccessibleAndFits(page, path);
  }
});
