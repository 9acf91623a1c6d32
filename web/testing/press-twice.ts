import { expect } from "vitest";
import type { Locator } from "vitest/browser";

/** Presses a button twice at once, like an impatient finger. On a busy machine, a native double click would hit the button that replaced the first. */
export async function pressTwice(button: Locator): Promise<void> {
  await expect.element(button).toBeEnabled();
  const element = button.element() as HTMLElement;
  element.click();
  element.click();
}
