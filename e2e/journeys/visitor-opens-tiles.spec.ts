import { paths } from "../../contract/paths.ts";
import type { CreatorAccount } from "../support/creator.ts";
import { expect, test } from "../support/journey.ts";

/** A page with a tile of every type, by title. */
async function furnish(creator: CreatorAccount) {
  const bowl = await creator.addProduct({ priceCents: 123_456 });
  const coffee = await creator.addProduct({ name: "A coffee", type: "tip", priceCents: 500 });
  const tiles = {
    link: await creator.addTile({ title: "My shop", url: "https://www.shop.example/all" }),
    link_ad: await creator.addTile({ type: "link_ad", title: "Paper I like", url: "https://paper.example/" }),
    content: await creator.addTile({ type: "content", title: "A film", url: "https://film.example/1" }),
    product: await creator.addTile({
      type: "product",
      title: "A bowl",
      description: "Thrown by hand.\nGlazed twice.",
      productId: bowl.id,
    }),
    tip: await creator.addTile({ type: "tip", title: "Buy me a coffee", productId: coffee.id }),
  };
  return (type: keyof typeof tiles) => paths.creatorTile(creator.person.handle, tiles[type].id);
}

test("a tile in detail says what it is, what it costs and what follows, type by type", {
  tag: "@phone",
}, async ({ page, creator }) => {
  const tileOf = await furnish(creator);
  const dialog = page.getByRole("dialog");
  const expected = [
    { type: "link", says: ["Link", "Support the creator", "This link leads to shop.example."] },
    { type: "link_ad", says: ["Ad", "Support the creator", "A paid link that leads to paper.example."] },
    { type: "content", says: ["Content", "Support the creator", "Something to watch, read or hear on"] },
    {
      type: "product",
      says: ["Product", "€1,234.56", "Thrown by hand.", "a download link that works for 3"],
    },
    { type: "tip", says: ["Tip", "€5.00", "Support the creator", "A small thank-you that helps Mara"] },
  ] as const;
  for (const { type, says } of expected) {
    await page.goto(tileOf(type));
    for (const text of says) await expect(dialog, type).toContainText(text);
    await expect(dialog.getByRole("link", { name: "Not now" })).toBeVisible();
    const visit = dialog.getByRole("link", { name: "Visit link" });
    await expect(visit, type).toHaveCount(type === "product" || type === "tip" ? 0 : 1);
    await expect(dialog.getByRole("button", { name: "Purchase & Download" })).toHaveCount(
      type === "product" ? 1 : 0,
    );
    await expect(dialog.getByRole("button", { name: "Send Tip" })).toHaveCount(type === "tip" ? 1 : 0);
  }
  await page.goto(tileOf("link"));
  const visit = dialog.getByRole("link", { name: "Visit link" });
  await expect(visit).toHaveAttribute("href", "https://www.shop.example/all");
  await expect(visit).toHaveAttribute("target", "_blank");
  await dialog.getByRole("link", { name: "Not now" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(creator.page);
});

test("a tip that is sent goes through the checkout like a sale", async ({ page, creator }) => {
  await furnish(creator);
  await page.goto(creator.page);
  await page.getByRole("link", { name: "Buy me a coffee" }).click();
  await page.getByRole("button", { name: "Send Tip" }).click();
  await page.waitForURL(/\/checkout\/mock\//);
  await expect(page.getByText("Tip for Mara Lindt")).toBeVisible();
  await page.getByRole("button", { name: "Pay €5.00" }).click();
  await expect(page.getByRole("heading", { name: "Order confirmed" })).toBeVisible();
  await creator.expectCounts({ page_view: 1, tile_click: 1, checkout_start: 1, purchase: 1 });
});

test("on a screen as low as at a zoom of 400 % a tile's buttons come after its words, not over them", async ({
  page,
  creator,
}) => {
  const tileOf = await furnish(creator);
  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto(tileOf("product"));
  const buy = page.getByRole("button", { name: "Purchase & Download" });
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect(buy).not.toBeInViewport();
  await page.setViewportSize({ width: 320, height: 568 });
  await expect(buy).toBeInViewport();
});

test("a purchase that cannot begin is told in place, in the server's words where it has some", async ({
  page,
  creator,
  guard,
}) => {
  guard.allow(/(net::ERR_FAILED|status of 409) .*\/api\/public\/checkout$/);
  const tileOf = await furnish(creator);
  await page.goto(tileOf("product"));
  const buy = page.getByRole("button", { name: "Purchase & Download" });
  const problem = page.getByRole("alert");
  // Until scripts run, the button is a plain form's: it leads to the checkout by another way.
  await expect(page.locator("dialog:modal")).toBeVisible();
  await page.route("**/api/public/checkout", (route) => route.abort());
  await buy.click();
  await expect(problem).toHaveText("The checkout could not be started. Please try again.");
  await page.route("**/api/public/checkout", (route) =>
    route.fulfill({ status: 409, json: { error: "This is not for sale right now.", code: "test.refused" } }),
  );
  await buy.click();
  await expect(problem).toHaveText("This is not for sale right now.");
  await page.unroute("**/api/public/checkout");
  await buy.click();
  await page.waitForURL(/\/checkout\/mock\//);
});
