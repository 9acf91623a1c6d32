import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { expectAccessible } from "../../testing/accessibility.ts";
import { aSeller } from "../../testing/buyer-entities.ts";
import { renderPage } from "../../testing/render-page.tsx";

const part = () => page.getByRole("region", { name: "Right of withdrawal" });

test("informs about a business's right of withdrawal for each kind of product, with the model form", async () => {
  renderPage({
    page: "legal",
    creator: { handle: "ada", display_name: "Ada" },
    seller: aSeller({ delivery_time: "3 to 5 days", withdrawal_note: "Wrap bowls well." }),
  });
  for (const [kind, period] of [
    ["Goods", "The period ends 14 days after the day on which you receive the goods."],
    ["Files to download", "It ends earlier once you download the file"],
    ["Services", "It ends earlier once the service has been provided in full"],
  ] as const) {
    await part().getByText(kind, { exact: true }).click();
    await expect.element(part().getByText(period)).toBeVisible();
  }
  await expect.element(part().getByText(/You pay for the return/)).toBeVisible();
  await expect.element(part().getByText("Wrap bowls well.").first()).toBeVisible();
  await expect.element(part().getByText("Model form for withdrawals")).toBeVisible();
  await expect.element(part().getByText(/To Anna Weber, Hauptstraße 1, 10115 Berlin/)).toBeVisible();
  await expect.element(page.getByText("3 to 5 days")).toBeVisible();
  await expectAccessible();
});
