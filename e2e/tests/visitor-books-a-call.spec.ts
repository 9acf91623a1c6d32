import { expect, PHONE, test } from "../support/fixtures.ts";

test.use({ ...PHONE, javaScriptEnabled: false, isEmailVerified: true });

test("a call is booked on a phone without scripts, from its tile to the order page", async ({
  page,
  creator,
}) => {
  const expectNoSidewaysScroll = async () => {
    expect(await page.locator("html").evaluate((html) => html.scrollWidth)).toBeLessThanOrEqual(360);
  };
  await creator.sellForMoney();
  const call = await creator.addProduct({
    name: "One call",
    type: "service",
    priceCents: 9000,
    buyerMessage: "Choose a time for our **call**.",
    buyerLinkLabel: "Open my calendar",
    buyerLinkUrl: "https://calendar.example/mara",
  });
  await creator.addTile({ type: "product", title: "A call with me", productId: call.id });
  const message = page.getByText("Choose a time for our call.");

  await page.goto(creator.page);
  await expectNoSidewaysScroll();
  await page.getByRole("link", { name: "A call with me" }).click();
  const detail = page.getByRole("dialog", { name: "A call with me" });
  await expect(detail.getByText("Service", { exact: true })).toBeVisible();
  await expect(detail.getByText("€90.00")).toBeVisible();
  await expect(message).toHaveCount(0);
  await detail.getByRole("button", { name: "Book" }).click();

  await expect(page.getByRole("heading", { name: "Checkout" })).toBeVisible();
  await expect(message).toHaveCount(0);
  await page.getByLabel("Email").fill("buyer@example.org");
  await page.getByRole("checkbox", { name: /^The service may begin/ }).check();
  await expectNoSidewaysScroll();
  await page.getByRole("button", { name: "Pay €90.00" }).click();
  await expect(page.getByRole("heading", { name: "Sandbox payment" })).toBeVisible();
  await page.getByRole("button", { name: "Pay €90.00" }).click();

  for (const heading of ["Order confirmed", "Your order"]) {
    await expect(page.getByRole("heading", { name: heading })).toBeVisible();
    await expect(page.getByRole("heading", { name: "What happens next" })).toBeVisible();
    await expect(message).toBeVisible();
    await expect(page.getByRole("link", { name: "Open my calendar" })).toHaveAttribute(
      "href",
      "https://calendar.example/mara",
    );
    await expect(page.getByText("There is nothing more to do.")).toHaveCount(0);
    await expect(page.getByRole("main")).not.toContainText(/download|shipping/i);
    await expectNoSidewaysScroll();
    if (heading === "Order confirmed") await page.getByRole("link", { name: "View your order" }).click();
  }
});
