import type { Locator } from "@playwright/test";
import { newUser } from "../support/creator.ts";
import { expect, test } from "../support/fixtures.ts";

const CLICKS = 12;
const LINKS = ["https://example.org/shop", "https://example.org/blog", "https://example.org/news"];

test("registering, choosing a look and adding three links takes no more than twelve clicks", async ({
  page,
}) => {
  let clicks = 0;
  const click = async (target: Locator) => {
    clicks++;
    await target.click();
  };
  const type = async (label: string, text: string) => {
    await click(page.getByRole("textbox", { name: label }));
    await page.keyboard.insertText(text);
  };
  const { email } = newUser();
  await page.goto("/auth");
  await click(page.getByRole("tab", { name: "Register" }));
  await type("Display name", "Mara Lindt");
  await type("Email", email);
  await expect(page.getByLabel("Handle")).toHaveValue(/^mara-lindt/);
  await type("Password", "quiet mosaic");
  await click(page.getByRole("button", { name: "Register" }));

  await click(page.getByRole("button", { name: "Next" }));
  await click(page.getByText("Poster", { exact: true }));
  await click(page.getByRole("button", { name: "Next" }));
  const field = page.getByLabel("Paste links");
  await click(field);
  await field.evaluate((element, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", text);
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, LINKS.join("\n"));
  await click(page.getByRole("button", { name: "Add 3 links" }));

  await expect(page.getByRole("heading", { name: "Your page is ready" })).toBeVisible();
  expect(clicks).toBeLessThanOrEqual(CLICKS);
  const url = await page.getByLabel("Link to this page").inputValue();
  await page.goto(url);
  await expect(page.getByRole("heading", { name: "Mara Lindt" })).toBeVisible();
  await expect(page.locator('a[href*="example.org"], [data-tile]')).toHaveCount(3);
  const { appearance } = await (await page.request.get("/api/appearance")).json();
  expect(appearance.theme).toBe("poster");
});
