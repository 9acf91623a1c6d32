import { afterAll, expect, test } from "vitest";
import { page } from "vitest/browser";
import {
  type Appearance,
  DEFAULT_APPEARANCE,
  THEME_NAMES,
  TileShape,
} from "../../../contract/api/appearance.ts";
import type { PageTile } from "../../../contract/pages/pages.ts";
import { aPublicCreator, aTile } from "../../testing/console-entities.ts";
import { renderCreatorPage } from "../../testing/render-creator-page.tsx";

/** A square. */
const PICTURE = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>";
const creator = aPublicCreator({
  display_name: "Mara Vey",
  bio: "Songs for slow trains.",
  avatar_url: PICTURE,
});
const tiles = [
  aTile({ id: 1, title: "A wide one", size: "wide", image_url: PICTURE }),
  {
    ...aTile({ id: 2, title: "Beside it", image_url: PICTURE }),
    image_dimensions: { width: 900, height: 900 },
  },
  aTile({ id: 3, title: "Another row" }),
  aTile({ id: 4, title: "Over the whole width", size: "full", image_url: PICTURE }),
];
/** Without the dimensions of pictures, like those of other sites. */
const unmeasured = tiles.map((tile) => (tile.id === 2 ? aTile({ id: 2, image_url: PICTURE }) : tile));
const WIDTHS = [360, 1280];

const show = (look: Partial<Appearance>, shown: PageTile[] = tiles) =>
  renderCreatorPage({
    creator,
    tiles: shown,
    appearance: { ...DEFAULT_APPEARANCE, layout: "grid", cover_url: PICTURE, ...look },
  });

function boxOf(selector: string): DOMRect {
  const element = document.querySelector(selector);
  if (!element) throw new Error(`no ${selector}`);
  return element.getBoundingClientRect();
}

/** The texts of the header, measured by their letters. */
function textsOfHeader(): DOMRect[] {
  return [".creator-name", ".creator-handle", ".creator-bio"].map((selector) => {
    const range = document.createRange();
    range.selectNodeContents(document.querySelector(selector) ?? document.body);
    return range.getBoundingClientRect();
  });
}

const overlap = (one: DOMRect, other: DOMRect) =>
  one.left < other.right - 1 &&
  other.left < one.right - 1 &&
  one.top < other.bottom - 1 &&
  other.top < one.bottom - 1;

afterAll(() => page.viewport(1280, 860));

for (const theme of THEME_NAMES) {
  test(`shows the avatar of ${theme} whole and beside every text, under a cover that starts on the page`, async () => {
    for (const width of WIDTHS)
      for (const alignment of ["start", "center"] as const) {
        await page.viewport(width, 800);
        const { unmount } = show({ theme, alignment });
        const avatar = boxOf(".creator-header > :first-child");
        const at = `${width} px, ${alignment}`;
        for (const text of textsOfHeader()) expect.soft(overlap(avatar, text), at).toBe(false);
        expect.soft(boxOf(".cover").top, at).toBeGreaterThanOrEqual(0);
        expect.soft(avatar.left, at).toBeGreaterThanOrEqual(0);
        const header = document.querySelector(".creator-header");
        // A clipping header cuts off everything outside of it.
        if (header && getComputedStyle(header).clipPath !== "none")
          expect.soft(avatar.top, at).toBeGreaterThanOrEqual(header.getBoundingClientRect().top);
        unmount();
      }
  });

  test(`fills wide tiles of ${theme} with their picture, in every shape`, async () => {
    for (const width of WIDTHS)
      for (const tile_shape of TileShape.options) {
        await page.viewport(width, 800);
        const { unmount } = show({ theme, tile_shape });
        const at = `${width} px, ${tile_shape}`;
        const tile = document.querySelector<HTMLElement>(".is-wide > .tile");
        const { paddingLeft, paddingRight } = tile ? getComputedStyle(tile) : {};
        const inner =
          (tile?.clientWidth ?? 0) -
          Number.parseFloat(`${paddingLeft}`) -
          Number.parseFloat(`${paddingRight}`);
        const picture = document.querySelector<HTMLElement>(".is-wide .tile-picture");
        const beside = document.querySelector<HTMLElement>("li:nth-child(2) .tile-picture");
        expect.soft(Math.abs((picture?.offsetWidth ?? 0) - inner), `width at ${at}`).toBeLessThanOrEqual(1);
        expect
          .soft(Math.abs((picture?.offsetHeight ?? 0) - (beside?.offsetHeight ?? 0)), `height at ${at}`)
          .toBeLessThanOrEqual(2);
        unmount();
      }
  });

  // A circle cuts the corners of any picture, which is the creator's choice.
  test.each(["rounded", "square", "arch"] as const)(
    `shows all of a square picture in ${theme} with the shape %s, measured or not`,
    async (tile_shape) => {
      for (const width of WIDTHS)
        for (const [name, shown] of Object.entries({ measured: tiles, unmeasured })) {
          await page.viewport(width, 800);
          const { unmount } = show({ theme, tile_shape }, shown);
          const image = document.querySelector<HTMLImageElement>("li:nth-child(2) .tile-picture > img");
          if (!image) throw new Error("no picture");
          image.scrollIntoView({ block: "center" });
          expect.soft(isWhole(image), `${name}, ${width} px`).toBe(true);
          unmount();
        }
    },
  );
}

test.each(THEME_NAMES)(
  "shows the icon of a linked site whole, in the middle of a colour in %s",
  async (theme) => {
    const icon = { ...aTile({ id: 5, image_url: PICTURE }), image_dimensions: { width: 180, height: 180 } };
    for (const width of WIDTHS)
      for (const size of ["normal", "wide", "full"] as const) {
        await page.viewport(width, 800);
        const { unmount } = show({ theme }, [{ ...icon, size }, ...tiles]);
        const [image, picture] = [boxOf(".tile-picture > img"), boxOf(".tile-picture")];
        const at = `${size}, ${width} px`;
        expect.soft(Math.abs(image.width - image.height), at).toBeLessThanOrEqual(2);
        expect.soft(image.height / picture.height, at).toBeLessThan(0.6);
        for (const [start, end] of [
          ["left", "right"],
          ["top", "bottom"],
        ] as const)
          expect
            .soft(Math.abs(image[start] - picture[start] - (picture[end] - image[end])), at)
            .toBeLessThanOrEqual(2);
        unmount();
      }
  },
);

/** Returns whether a square picture is uncropped, with all corners inside of its tile's shape. */
function isWhole(image: HTMLImageElement): boolean {
  const style = getComputedStyle(image);
  const [top, right, bottom, left] = ["Top", "Right", "Bottom", "Left"].map((side) =>
    Number.parseFloat(style[`padding${side}` as "paddingTop"]),
  ) as [number, number, number, number];
  const box = image.getBoundingClientRect();
  const [width, height] = [image.clientWidth - left - right, image.clientHeight - top - bottom];
  if (style.objectFit === "cover") return Math.abs(width - height) <= 2;
  const side = Math.min(width, height);
  const isAtBottom = style.objectPosition.endsWith("100%");
  const x = box.left + left + (width - side) / 2;
  const y = box.top + top + (height - side) * (isAtBottom ? 1 : 0.5);
  const corners = [2, side - 2].flatMap((right) =>
    [2, side - 2].map((down) => [x + right, y + down] as const),
  );
  // Outside of the rounded edge, a point hits the element behind the picture.
  return corners.every((point) => image.parentElement?.contains(document.elementFromPoint(...point)));
}

test("begins every line of the footer where the text of an aligned page begins", async () => {
  await page.viewport(1280, 800);
  renderCreatorPage({
    creator: aPublicCreator({ display_name: "Mara Vey", plan: "free" }),
    appearance: { ...DEFAULT_APPEARANCE, alignment: "start" },
    tiles: [aTile({ id: 1 })],
  });
  const edge = boxOf(".creator-name").left;
  expect(boxOf(".page-footer > a svg").left).toBeCloseTo(edge, 0);
});
