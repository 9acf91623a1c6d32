import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { renderDashboard } from "../../testing/dashboard.ts";

test("focuses the first field of the first tile form, whose code loads on demand", async () => {
  await renderDashboard({ products: [] });
  await page.getByRole("button", { name: "Add tile" }).click();
  await expect.element(page.getByRole("dialog").getByLabelText("Paste links")).toHaveFocus();
});
