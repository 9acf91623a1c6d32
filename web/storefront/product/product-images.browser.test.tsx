import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { CENTER } from "../../../contract/api/images.ts";
import type { ProductImage } from "../../../contract/pages/page-product.ts";
import { aPageProduct } from "../../testing/console-entities.ts";
import { expectLink } from "../../testing/expectations.ts";
import { expectAccessibleAtEveryWidth } from "../../testing/phone.ts";
import { renderProduct } from "../../testing/render-page.tsx";

/** A picture of the given size as a file. */
const picture = (width: number, height: number, changes: Partial<ProductImage> = {}): ProductImage => ({
  url: `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="teal"/></svg>`)}`,
  alt: "",
  focus: CENTER,
  dimensions: { width, height },
  ...changes,
});
const PICTURES = [
  picture(400, 900, { alt: "A tall vase" }),
  picture(12_000, 400),
  picture(300, 300, { focus: { x: 20, y: 50 } }),
];

beforeEach(() => page.viewport(1280, 860));

const renderPictures = (images: ProductImage[], options?: Parameters<typeof renderProduct>[1]) =>
  renderProduct({ product: aPageProduct({ images }) }, options);
const viewer = page.getByRole("dialog", { name: "Pictures of Bowl" });
const stage = () => document.querySelector<HTMLElement>('[data-part="stage"]');
const shown = () => Math.round((stage()?.scrollLeft ?? 0) / (stage()?.clientWidth ?? 1));

test("links each picture to its file without scripts and crops it only around a chosen focal point", async () => {
  renderPictures(PICTURES, { withScripts: false });
  await expectLink("Open picture 1 of 3: A tall vase", PICTURES[0]?.url ?? "");
  const fits = [...document.querySelectorAll(".pictures img")].map(
    (image) => getComputedStyle(image).objectFit,
  );
  expect(fits).toEqual(["contain", "contain", "cover"]);
  await expect.element(viewer).not.toBeInTheDocument();
});

test("opens a picture in full, moves by arrows and returns by Escape to the last picture", async () => {
  renderPictures(PICTURES);
  const first = page.getByRole("link", { name: "Open picture 1 of 3" });
  first.element().focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(viewer).toBeVisible();
  await expect.element(viewer.getByRole("img", { name: "A tall vase" })).toBeInTheDocument();
  await userEvent.keyboard("{ArrowRight}");
  await expect.poll(shown).toBe(1);
  await viewer.getByRole("button", { name: "Next picture" }).click();
  await expect.poll(shown).toBe(2);
  await userEvent.keyboard("{ArrowRight}{ArrowLeft}");
  await expect.poll(shown).toBe(1);
  await userEvent.keyboard("{Escape}");
  await expect.element(viewer).not.toBeInTheDocument();
  await expect.element(page.getByRole("link", { name: "Open picture 2 of 3" })).toHaveFocus();
});

test("zooms a picture by a click, and closes it by its button", async () => {
  renderPictures(PICTURES.slice(0, 1));
  await page.getByRole("link", { name: "Open the picture: A tall vase" }).click();
  await expect.element(viewer.getByRole("button", { name: "Next picture" })).not.toBeInTheDocument();
  const image = viewer.getByRole("img", { name: "A tall vase" });
  const widthOf = () => image.element().getBoundingClientRect().width;
  const before = widthOf();
  await viewer.getByRole("button", { name: "Zoom" }).click();
  expect(widthOf()).toBeGreaterThan(before * 2);
  await expect.element(viewer.getByRole("button", { name: "Zoom" })).toHaveAttribute("aria-pressed", "true");
  await viewer.getByRole("button", { name: "Zoom" }).click();
  expect(widthOf()).toBe(before);
  await viewer.getByRole("button", { name: "Close" }).click();
  await expect.element(viewer).not.toBeInTheDocument();
});

test("shows an error in place of a failed picture, and continues with the others", async () => {
  renderPictures([picture(1, 1, { url: "data:image/png,none", alt: "A lost vase" }), ...PICTURES.slice(1)]);
  await page.getByRole("link", { name: "Open picture 1 of 3: A lost vase" }).click();
  await expect.element(viewer.getByText("This picture cannot be loaded.")).toBeVisible();
  await viewer.getByRole("button", { name: "Next picture" }).click();
  await expect.poll(shown).toBe(1);
  await expect.poll(() => viewer.getByText("This picture cannot be loaded.").elements().length).toBe(1);
});

test.each([
  ["a very wide picture", picture(12_000, 400)],
  ["a very tall picture", picture(400, 12_000)],
])("centres %s in the window, also when zoomed", async (_, image) => {
  await page.viewport(360, 740);
  renderPictures([image]);
  await page.getByRole("link", { name: "Open the picture" }).click();
  await viewer.getByRole("button", { name: "Zoom" }).click();
  const { left, right, top, bottom } =
    stage()?.querySelector("img")?.getBoundingClientRect() ?? new DOMRect();
  expect([(left + right) / 2, (top + bottom) / 2]).toEqual([180, 370]);
});

const boxesOf = (selector: string) =>
  [...document.querySelectorAll(selector)].map((element) => element.getBoundingClientRect());
const places = () => boxesOf(".pictures .tile-picture");
/** Width divided by height, rounded to hundredths. */
const shapes = () => places().map(({ width, height }) => Math.round((width / height) * 100) / 100);

test("shows pictures on a phone in one row of equal height that does not widen the page", async () => {
  renderPictures([picture(400, 600), picture(900, 600), picture(300, 300, { focus: { x: 20, y: 50 } })]);
  await expectAccessibleAtEveryWidth();
  await page.viewport(360, 740);
  expect(shapes()).toEqual([0.67, 1.5, 1]);
  const [one, two, three] = places();
  expect([two?.top, three?.top]).toEqual([one?.top, one?.top]);
  expect(two?.height).toBeCloseTo(one?.height ?? 0);
  expect(three?.height).toBeCloseTo(one?.height ?? 0);
  expect(two?.left).toBeLessThan(360);
  expect(document.documentElement.scrollWidth).toBe(360);
});

test.each([
  ["landscape", picture(900, 600), 1.5],
  ["upright", picture(400, 600), 0.67],
  ["square", picture(500, 500), 1],
  ["without known dimensions", picture(900, 600, { dimensions: undefined }), 1],
  ["cropped by its creator", picture(900, 600, { focus: { x: 10, y: 50 } }), 1],
  ["very wide", picture(12_000, 400), 5],
])("keeps the shape of a picture that is %s at every width", async (_, image, shape) => {
  renderPictures([image]);
  for (const width of [320, 360, 768, 1280]) {
    // A window that is high enough for a whole picture.
    await page.viewport(width, 1000);
    expect(shapes(), `${width} px`).toEqual([shape]);
    expect(document.documentElement.scrollWidth).toBe(width);
  }
});

test("limits pictures to three quarters of the window's height and shows a very tall one whole", async () => {
  renderPictures([picture(400, 12_000)]);
  for (const width of [320, 1280]) {
    await page.viewport(width, 500);
    expect(places()[0]?.height).toBeCloseTo(375);
  }
});

test("centres a very wide picture vertically beside a higher one", async () => {
  renderPictures([picture(900, 600), picture(12_000, 400)]);
  await page.viewport(360, 740);
  expect(shapes()).toEqual([1.5, 5]);
  const [one, two] = places();
  const middle = (box?: DOMRect) => (box ? box.top + box.height / 2 : 0);
  expect(middle(two)).toBeCloseTo(middle(one));
});

test("gives a row of pictures one height and the full width on wide screens", async () => {
  renderPictures([picture(900, 600), picture(400, 600), picture(900, 600), picture(300, 300)]);
  await page.viewport(1280, 860);
  const [first, ...others] = places();
  expect(new Set(others.map(({ top }) => Math.round(top))).size).toBe(1);
  for (const { height } of others) expect(height).toBeCloseTo(others[0]?.height ?? 0, 0);
  expect(others.at(-1)?.right).toBeCloseTo(first?.right ?? 0, 0);
});
