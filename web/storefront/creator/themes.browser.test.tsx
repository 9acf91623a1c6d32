import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { type Appearance, DEFAULT_APPEARANCE, THEME_NAMES } from "../../../contract/api/appearance.ts";
import { expectAccessible, expectReadable } from "../../testing/accessibility.ts";
import { aPublicCreator, aTile, aTileProduct } from "../../testing/console-entities.ts";
import { renderCreatorPage } from "../../testing/render-creator-page.tsx";

const creator = aPublicCreator({
  display_name: "Ada Quill",
  bio: "Letters from a small island, every other Sunday.",
  plan: "creator",
  tips_enabled: true,
  has_payment_account: true,
  socials: [{ platform: "website", url: "https://ada.example/" }],
});
const tiles = [
  aTile({ id: 1, title: "A wide link", size: "wide" }),
  aTile({ id: 2, type: "product", title: "A bowl", url: null, product_id: 1, product: aTileProduct() }),
  aTile({ id: 3, title: "A talk", type: "content" }),
  aTile({ id: 4, title: "An advertisement", type: "link_ad" }),
  aTile({ id: 5, title: "Not available", active: false }),
  aTile({ id: 6, title: "A tile over the whole width", size: "full" }),
  aTile({ id: 7, type: "signup", title: "A letter", description: "Every Sunday.", url: null, size: "full" }),
  aTile({
    ...{ id: 8, type: "tip", title: "A coffee", url: null, product_id: 2, size: "full" },
    product: aTileProduct({ type: "tip", price_cents: 500 }),
  }),
];
const show = (look: Partial<Appearance>, scheme: "light" | "dark" = "light") =>
  renderCreatorPage({ creator, tiles, appearance: { ...DEFAULT_APPEARANCE, ...look } }, { scheme });
const widthOf = () => document.documentElement.scrollWidth;

/** Accents that are hard to read in their scheme. */
const HARD = { light: "#ffee00", dark: "#0b0b40" } as const;

for (const theme of THEME_NAMES) {
  for (const scheme of ["light", "dark"] as const) {
    test(`a page of ${theme} can be read in the ${scheme} scheme`, async () => {
      for (const accent of [null, HARD[scheme]]) {
        const { unmount } = show({ theme, accent }, scheme);
        await expectReadable();
        unmount();
      }
    });
  }

  test(`a page of ${theme} fits the narrowest phone, in the grid and in the list`, async () => {
    await page.viewport(320, 640);
    for (const layout of ["grid", "list"] as const) {
      const { unmount } = show({ theme, layout });
      expect(widthOf(), layout).toBeLessThanOrEqual(320);
      unmount();
    }
  });
}

test.each(["plain", "gradient", "pattern"] as const)(
  "passes axe on the background %s",
  async (background) => {
    show({ theme: "counter", background, alignment: "center", tile_shape: "circle" });
    await expectAccessible();
  },
);

test("stacks the tiles of a list, each with its price", async () => {
  show({ theme: "plaster", layout: "list" });
  const boxes = tiles.map(({ title }) =>
    page.getByText(title, { exact: true }).element().getBoundingClientRect(),
  );
  for (const [index, box] of boxes.entries()) expect(box.top).toBeGreaterThan(boxes[index - 1]?.bottom ?? 0);
  await expect.element(page.getByRole("link", { name: /A bowl/ }).getByText("€25.00")).toBeVisible();
});

/** Renders the page as a grid with the details of its second tile. */
const renderOpenTile = (theme: Appearance["theme"]) =>
  renderCreatorPage({
    creator,
    tiles,
    openTileId: 2,
    appearance: { ...DEFAULT_APPEARANCE, theme, layout: "grid" },
  });

test("leaves room for text in a tile's detail in every theme, and makes a full one wider than high", async () => {
  for (const theme of THEME_NAMES) {
    const { unmount } = renderOpenTile(theme);
    const ratio = (picture: Element | null | undefined) => {
      const { width = 0, height = 1 } = picture?.getBoundingClientRect() ?? {};
      return width / height;
    };
    const detail = page.getByRole("dialog").element().querySelector(".tile-picture");
    expect.soft(ratio(detail), `detail in ${theme}`).toBeCloseTo(3, 1);
    const full = document.querySelector(".is-full .tile-picture");
    expect.soft(ratio(full), `full tile in ${theme}`).toBeGreaterThan(1.5);
    unmount();
  }
});

test("centres initials in their circle, and letters within their picture, in every theme", async () => {
  for (const theme of THEME_NAMES) {
    const { unmount } = renderOpenTile(theme);
    const avatar = document.querySelector(".creator-header .avatar");
    const range = document.createRange();
    if (avatar) range.selectNodeContents(avatar);
    const [box, text] = [avatar?.getBoundingClientRect(), range.getBoundingClientRect()];
    const offset = (text.left + text.right - (box?.left ?? 0) - (box?.right ?? 0)) / 2;
    expect.soft(Math.abs(offset), `initials in ${theme}`).toBeLessThan(2);
    for (const letter of document.querySelectorAll<HTMLElement>(".tile-letter")) {
      const size = Number.parseFloat(getComputedStyle(letter).fontSize);
      expect.soft(size, `letter in ${theme}`).toBeLessThanOrEqual(letter.clientHeight);
    }
    unmount();
  }
});

test("shows whole pictures of products in their own colours in every theme", async () => {
  const sold = aTile({
    type: "product",
    title: "A bowl",
    url: null,
    product_id: 1,
    image_url: "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>",
    product: aTileProduct(),
  });
  for (const theme of THEME_NAMES)
    for (const layout of ["grid", "list"] as const) {
      const { unmount } = renderCreatorPage({
        creator,
        tiles: [sold],
        openTileId: sold.id,
        appearance: { ...DEFAULT_APPEARANCE, theme, layout },
      });
      const pictures = [...document.querySelectorAll(".tile-picture > img")];
      expect(pictures).toHaveLength(2);
      for (const picture of pictures) {
        const { filter, mixBlendMode, maskImage } = getComputedStyle(picture);
        expect
          .soft([filter, mixBlendMode, maskImage], `${theme}, ${layout}`)
          .toEqual(["none", "normal", "none"]);
      }
      const detail = document.querySelector("dialog .tile-picture > img");
      expect(detail).not.toBeNull();
      if (detail) expect.soft(getComputedStyle(detail).borderRadius, `detail in ${theme}`).toBe("0px");
      unmount();
    }
});

test.each([
  ["from left to right", "A bowl", "→"],
  ["from right to left", "קערה", "←"],
])("points the arrow of Placard onwards after a title %s", (_direction, title, arrow) => {
  renderCreatorPage({
    creator,
    tiles: [aTile({ title })],
    appearance: { ...DEFAULT_APPEARANCE, theme: "placard", layout: "grid" },
  });
  const name = document.querySelector(".tile .tile-name");
  expect(name && getComputedStyle(name, "::after").content).toContain(arrow);
});

test.each(["#000000", "#0b0b40", "#3a0d00"])(
  "keeps the lines of a picture that Poster prints in %s",
  (accent) => {
    renderCreatorPage({
      creator,
      tiles: [aTile({ image_url: "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>" })],
      appearance: { ...DEFAULT_APPEARANCE, theme: "poster", accent },
    });
    const picture = document.querySelector(".tile .tile-picture");
    const color = picture ? getComputedStyle(picture).backgroundColor : "";
    // The picture is multiplied with the colour and would vanish on a dark one.
    expect(Number(/^okl(?:ab|ch)\(([\d.]+)/.exec(color)?.[1])).toBeGreaterThanOrEqual(0.6);
  },
);
