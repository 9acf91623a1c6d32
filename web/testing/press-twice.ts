import { expect } from "vitest";
import type { Locator } from "vitest/browser";

/** Presses a button twice at once, as an impatient finger does. On a crowded machine the browser's own double click would come to the button that has taken the place of the first. */
export async function pressTwice(button: Locator): Promise<void> {
  await expect.element(button).toBeEnabled();
  const element = button.element() as HTMLElement;
  element.click();
  element.click();
}
