import type { Page } from "@playwright/test";
import { expectNoSidewaysScroll } from "../support/accessibility.ts";
import { expect, test } from "../support/fixtures.ts";

// The narrowest width reveals overflow that a wide one hides.
test.use({ viewport: { width: 360, height: 740 } });

const LONG_NAME = "Wilhelmina-Charlotte von der Hohenstaufen-Mosaikwerkstatt"
  .padEnd(99, " & more")
  .concat("e");
const LONG_WORD = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft".repeat(
  2,
);
const ARABIC = "مرحبا بكم في معرضي الصغير";

/** Expects no text outside the screen, where it cannot be scrolled to. */
async function expectAllOnScreen(page: Page, what: string) {
  const outside = await page.evaluate(() =>
    [...document.querySelectorAll("h1, h2, h3, p, a, button")].flatMap((element) => {
      const { left, right, width } = element.getBoundingClientRect();
      const isShown = width > 1 && element.checkVisibility({ opacityProperty: true });
      return isShown && (left < -1 || right > window.innerWidth + 1) ? [element.textContent] : [];
    }),
  );
  expect.soft(outside, what).toEqual([]);
}

async function expectWellShown(page: Page, what: string) {
  await expectAllOnScreen(page, what);
  await expectNoSidewaysScroll(page, what);
}

test("a name of a hundred letters, very long words and text from right to left fit the screen", async ({
  page,
  signUp,
}) => {
  const creator = await signUp(LONG_NAME);
  await creator.saveProfile({ bio: `${LONG_WORD} ${"Ink. ".repeat(60)}` });
  const product = await creator.addProduct({ name: LONG_WORD, priceCents: 99_999_999 });
  await creator.addTile({ title: LONG_WORD });
  await creator.addTile({ type: "product", title: LONG_WORD, productId: product.id, description: LONG_WORD });
  await page.goto(creator.page);
  await expectWellShown(page, "a page with a long name");
  await page.getByRole("link", { name: LONG_WORD }).last().click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectWellShown(page, "a tile with a long title");
  await creator.signIn(page.context());
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: LONG_WORD }).first()).toBeVisible();
  await expectWellShown(page, "a dashboard with a long name");
  await page.goto("/dashboard/products");
  await expect(page.getByRole("row", { name: LONG_WORD })).toBeVisible();
  await expectWellShown(page, "products with a long name");

  await creator.saveProfile({ displayName: ARABIC, bio: `${ARABIC}. ${ARABIC}!` });
  const vase = await creator.addProduct({ name: ARABIC });
  await creator.addTile({ type: "product", title: ARABIC, productId: vase.id, description: ARABIC });
  await page.goto(creator.page);
  await expect(page.getByRole("heading", { name: ARABIC }).first()).toHaveCSS("direction", "rtl");
  await page.getByRole("link", { name: ARABIC }).click();
  await expect(page.getByRole("dialog").getByRole("heading", { name: ARABIC })).toHaveCSS("direction", "rtl");
  await expectWellShown(page, "a tile in Arabic");
});
