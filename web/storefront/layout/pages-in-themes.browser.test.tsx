import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { type Appearance, DEFAULT_APPEARANCE, THEME_NAMES } from "../../../contract/api/appearance.ts";
import type { PageModel } from "../../../contract/pages/pages.ts";
import { OrderStatus } from "../../../contract/rules/order-states.ts";
import { expectAccessible, expectReadable } from "../../testing/accessibility.ts";
import { anOrderPage, aPayPage, aProductPage, aSeller } from "../../testing/buyer-entities.ts";
import { aPageProduct, aPublicCreator } from "../../testing/console-entities.ts";
import { renderPage } from "../../testing/render-page.tsx";

const seller = aSeller();
const orderOf = (status: OrderStatus): PageModel =>
  anOrderPage(
    { status, number: "ADA-1", seller, mail_to: "b…@example.org" },
    // A paid order in `live` mode is the only order with a green badge.
    { mode: status === "paid" ? "live" : "test", hasFile: false },
  );
/** A state of each colour, shown as a badge and as a note. Other states have the same colours. */
const COLOURED = ["pending", "paid", "disputed", "expired"] as const satisfies OrderStatus[];
const OTHER_ORDERS = OrderStatus.exclude(COLOURED).options.map(orderOf);
const PAGES: readonly PageModel[] = [
  ...COLOURED.map(orderOf),
  aPayPage(
    {
      problems: { email: "Enter your email.", form: "The code is not valid." },
      formerTotal: 2000,
      mode: "test",
      isInAppBrowser: true,
    },
    { needs: { email: true, consent: false, address: true }, countries: ["DE", "FR"] },
  ),
  { page: "legal", creator: { handle: "ada", display_name: "Ada" }, seller },
  aProductPage({
    creator: aPublicCreator({ sells: "real" }),
    product: aPageProduct({ file: { kind: "PDF", size: 3_300_000 } }),
  }),
  {
    page: "signup",
    creator: { handle: "ada", display_name: "Ada" },
    form: {
      tileId: 7,
      title: "My letter",
      button: "Sign up",
      consent: "Email me Ada's letter.",
      token: "1.x",
      email: "reader@example.org",
      problem: "Check that your email is right.",
    },
  },
];
/** Accents that are hard to read in their scheme. `themes.browser.test.tsx` tests a theme's own accent. */
const HARD = { light: "#ffee00", dark: "#000000" } as const;
const show = (model: PageModel, appearance: Appearance, scheme: "light" | "dark") =>
  renderPage({ ...model, appearance, brand: { handle: "ada", display_name: "Ada" } }, { scheme });

for (const theme of THEME_NAMES) {
  for (const scheme of ["light", "dark"] as const) {
    test(`the pages of ${theme} that sell can be read in the ${scheme} scheme`, async () => {
      // Stacked, for a single check by axe.
      for (const model of PAGES) show(model, { ...DEFAULT_APPEARANCE, theme, accent: HARD[scheme] }, scheme);
      await expectReadable();
    });
  }
}

test("passes axe on selling pages", async () => {
  for (const model of [...PAGES, ...OTHER_ORDERS]) {
    const { unmount } = show(model, DEFAULT_APPEARANCE, "light");
    await expectAccessible();
    unmount();
  }
});

test("distinguishes a focused field from one with an error", async () => {
  const pay = PAGES.find((model) => model.page === "pay");
  if (!pay) throw new Error("no checkout");
  show(pay, { ...DEFAULT_APPEARANCE, theme: "broadsheet" }, "light");
  const [wrong, right] = [page.getByLabelText("Email"), page.getByLabelText("City")].map((field) => {
    const element = field.element() as HTMLElement;
    element.focus();
    return getComputedStyle(element).outlineColor;
  });
  expect(right).not.toBe(wrong);
  expect(right).toBe(getComputedStyle(document.body).color);
});
