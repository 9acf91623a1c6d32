import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { paths } from "../../contract/rules/paths.ts";
import { expectNoSidewaysScroll } from "../support/accessibility.ts";
import { expect, test } from "../support/fixtures.ts";

test.use({ viewport: { width: 320, height: 740 } });

/** Expects that no text is cut off by its container. */
async function expectNothingCutOff(page: Page, what: string) {
  await expectNoSidewaysScroll(page, what);
  const cut = await page.evaluate(() => {
    const scope = document.querySelector("dialog:modal") ?? document.body;
    return [...scope.querySelectorAll("h1, h2, p, a, dd")].flatMap((element) => {
      const { right } = element.getBoundingClientRect();
      const isShown = element.checkVisibility({ opacityProperty: true });
      const isWhole = right <= window.innerWidth && element.scrollWidth <= element.clientWidth + 1;
      const isInline = getComputedStyle(element).display === "inline";
      return !isShown || isWhole || (isInline && right <= window.innerWidth) ? [] : [element.textContent];
    });
  });
  expect.soft(cut, what).toEqual([]);
}

test("the longest handle and a name without spaces fit a phone of 320 px, from the page to the order", async ({
  page,
  creator,
}) => {
  const handle = randomBytes(16).toString("hex").replaceAll(/\d/g, "w");
  await creator.saveProfile({ handle, displayName: "W".repeat(100) });
  const tip = await creator.addProduct({ name: "W".repeat(60), type: "tip", priceCents: 99_999_999 });
  await creator.addTile({ type: "tip", title: "A coffee", productId: tip.id });
  await page.goto(paths.creator(handle));
  await expectNothingCutOff(page, "the page");
  await page.getByRole("link", { name: "A coffee" }).click();
  const send = page.getByRole("button", { name: "Send Tip" });
  await expect(send).toBeVisible();
  await expectNothingCutOff(page, "the tile");
  await send.click();
  const pay = page.getByRole("button", { name: /^Pay/ });
  await expect(pay).toBeVisible();
  await expect(page.getByText(`Tip for ${"W".repeat(100)}`)).toBeVisible();
  await expectNothingCutOff(page, "the checkout");
  await pay.click();
  await expect(page.getByRole("link", { name: `Back to @${handle}` })).toBeVisible();
  await expectNothingCutOff(page, "the return");
  await page.getByRole("link", { name: "View your order" }).click();
  await expect(page.getByRole("heading", { name: "Your order" })).toBeVisible();
  await expectNothingCutOff(page, "the order");
});
