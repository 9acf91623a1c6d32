import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { aProduct, aTile } from "../../testing/console-entities.ts";
import { renderDashboard } from "../../testing/dashboard.ts";

const NOTICE = "Buyers aren't charged: payments run in test mode.";

test("tells a creator with products that buyers are not charged", async () => {
  await renderDashboard({
    products: [aProduct()],
    tiles: () => [aTile({ type: "product", title: "Bowl", product_id: 1 })],
  });
  await expect.element(page.getByText(NOTICE)).toBeVisible();
});

test("shows a creator without products nothing about payments", async () => {
  await renderDashboard({ products: [], tiles: () => [aTile({ title: "My site" })] });
  await expect.element(page.getByRole("heading", { name: "My site" })).toBeVisible();
  await expect.element(page.getByText(NOTICE)).not.toBeInTheDocument();
});
