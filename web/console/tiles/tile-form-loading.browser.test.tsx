import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { renderDashboard } from "../../testing/dashboard.ts";

test("the first tile form of a visit, whose code is loaded then, starts in its first field", async () => {
  await renderDashboard({ products: [] });
  await page.getByRole("button", { name: "Add tile" }).click();
  await expect.element(page.getByRole("dialog").getByLabelText("Paste links")).toHaveFocus();
});
