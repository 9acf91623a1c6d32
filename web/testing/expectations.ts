import { expect } from "vitest";
import { type Locator, page } from "vitest/browser";

type Area = Pick<Locator, "getByRole" | "getByText">;

/** Expects that the text is shown. */
export async function expectText(text: string | RegExp, area: Area = page): Promise<void> {
  await expect.element(area.getByText(text)).toBeVisible();
}

/** Expects that a link of this name leads to this URL. */
export async function expectLink(name: string | RegExp, url: unknown, area: Area = page): Promise<void> {
  await expect.element(area.getByRole("link", { name })).toHaveAttribute("href", url);
}
