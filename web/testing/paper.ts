/// <reference types="@vitest/browser-playwright" />
import { onTestFinished } from "vitest";
import { cdp, page } from "vitest/browser";

const A4_WITHIN_MARGINS = { width: 718, height: 1040 };

/** Switches to print styles until the test ends. */
export async function showOnPaper(): Promise<void> {
  const { innerWidth, innerHeight } = window;
  await page.viewport(A4_WITHIN_MARGINS.width, A4_WITHIN_MARGINS.height);
  await cdp().send("Emulation.setEmulatedMedia", { media: "print" });
  onTestFinished(async () => {
    await cdp().send("Emulation.setEmulatedMedia", { media: "" });
    await page.viewport(innerWidth, innerHeight);
  });
}
