import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { expectAccessible } from "../../testing/accessibility.ts";
import { aProduct } from "../../testing/console-entities.ts";
import { renderShop } from "../../testing/shop.ts";

const field = (label: string) => page.getByLabelText(label, { exact: true });
const save = page.getByRole("button", { name: "Save product" });
const open = (given: Parameters<typeof aProduct>[0] = {}) =>
  renderShop("/dashboard/products/1", {
    products: [aProduct({ name: "Cup", type: "physical", ...given })],
  });

test("saves the message with its link and shows it as buyers see it", async () => {
  const { updated } = await open();
  await field("Message to buyers").fill("**Welcome.**");
  await field("Link label").fill("Choose a time");
  await field("Link URL").fill("https://calendar.example/ada");
  const preview = page.getByText("Buyers see").element().parentElement;
  expect(preview?.querySelector("strong")?.textContent).toBe("Welcome.");
  expect(preview?.querySelector("a")?.textContent).toBe("Choose a time");
  expect(preview?.querySelector("[inert]")).not.toBeNull();
  await expectAccessible();
  await save.click();
  await expect
    .poll(() => updated.at(-1)?.body)
    .toMatchObject({
      buyerMessage: "**Welcome.**",
      buyerLinkLabel: "Choose a time",
      buyerLinkUrl: "https://calendar.example/ada",
    });
});

test.each([
  ["physical", "Message from Vera Stone"],
  ["service", "What happens next"],
] as const)("titles the message of a %s product as its buyers read it", async (type, title) => {
  await open({ type });
  await field("Message to buyers").fill("Soon.");
  await expect.element(page.getByRole("heading", { name: title, includeHidden: true })).toBeInTheDocument();
});

test("warns of a missing file only without a message", async () => {
  await open({ type: "digital" });
  const warning = page.getByText("Without a file, buyers get nothing to download.");
  await field("Message to buyers").fill("W");
  await expect.element(field("Message to buyers")).toHaveValue("W");
  await expect.element(warning).not.toBeInTheDocument();
  await field("Message to buyers").fill("");
  await expect.element(warning).toBeVisible();
});

test("keeps a message that is too long, and says so at its field", async () => {
  const { updated } = await open();
  const long = "x".repeat(3000);
  await field("Message to buyers").fill(long);
  await save.click();
  await expect
    .element(page.getByText("Message must be at most 2000 characters.").first())
    .toBeInTheDocument();
  await expect.element(field("Message to buyers")).toHaveValue(long);
  expect(updated).toEqual([]);
});
