import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { pseudoText } from "../../../contract/pseudo-language.ts";
import { renderDashboard } from "../../testing/dashboard.ts";
import { renderSecurity } from "../../testing/render-account.tsx";

const { innerWidth, innerHeight } = window;
afterEach(() => page.viewport(innerWidth, innerHeight));

/** Makes the words on the screen longer. A translation would stay in the modules that other tests share. */
function lengthenWords(): void {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const english = text.nodeValue ?? "";
    if (/^[^{}<>]*[a-z][^{}<>]*$/i.test(english)) text.nodeValue = pseudoText(english, "en-XA");
  }
}

/** Returns the names in the bar, the guide's steps and the buttons that are wider than their places. */
const findClipped = () =>
  [...document.querySelectorAll<HTMLElement>(".button, .places *, ol button, ol button *")]
    .filter((each) => each.checkVisibility() && !each.closest(".sr-only"))
    .filter((each) => each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).display !== "inline")
    .map((each) => each.textContent);

async function expectRoomForLongerWords() {
  lengthenWords();
  for (const width of [360, 320]) {
    await page.viewport(width, 740);
    expect(findClipped(), `clipped at ${width} px`).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  }
}

test("fits phones with longer words in the bar, the guide and the dashboard's buttons", async () => {
  await page.viewport(360, 740);
  await renderDashboard();
  await expect.element(page.getByRole("heading", { name: "Your picture and bio" })).toBeVisible();
  await expectRoomForLongerWords();
});

test("fits phones with longer words in the security settings", async () => {
  await page.viewport(360, 740);
  await renderSecurity();
  await expect.element(page.getByRole("button", { name: "Set up an authenticator app" })).toBeVisible();
  await expectRoomForLongerWords();
});
