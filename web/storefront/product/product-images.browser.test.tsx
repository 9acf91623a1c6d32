import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { CENTER, type PageImage } from "../../../contract/api/images.ts";
import { aPageProduct, aPublicCreator } from "../../testing/entities.ts";
import { expectAccessibleAtEveryWidth } from "../../testing/phone.ts";
import { renderPage } from "../../testing/render-page.tsx";

/** A picture of a size, as a file of its own. */
const picture = (width: number, height: number, changes: Partial<PageImage> = {}): PageImage => ({
  url: `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="teal"/></svg>`)}`,
  alt: "",
  focus: CENTER,
  ...changes,
});
const PICTURES = [
  picture(400, 900, { alt: "A tall vase" }),
  picture(12_000, 400),
  picture(300, 300, { focus: { x: 20, y: 50 } }),
];

beforeEach(() => page.viewport(1280, 860));

function renderPictures(images: PageImage[], options?: Parameters<typeof renderPage>[1]) {
  return renderPage(
    {
      page: "product",
      creator: aPublicCreator(),
      product: aPageProduct({ images }),
      tileId: 7,
      previewVersion: "x",
    },
    options,
  );
}
const viewer = page.getByRole("dialog", { name: "Pictures of Bowl" });
const stage = () => document.querySelector<HTMLElement>('[data-part="stage"]');
const shown = () => Math.round((stage()?.scrollLeft ?? 0) / (stage()?.clientWidth ?? 1));

test("without scripts each picture is a link to itself, whole unless its creator chose what stays visible", async () => {
  renderPictures(PICTURES, { withScripts: false });
  await expect
    .element(page.getByRole("link", { name: "Open picture 1 of 3: A tall vase" }))
    .toHaveAttribute("href", PICTURES[0]?.url ?? "");
  const fits = [...document.querySelectorAll(".pictures img")].map(
    (image) => getComputedStyle(image).objectFit,
  );
  expect(fits).toEqual(["contain", "contain", "cover"]);
  await expect.element(viewer).not.toBeInTheDocument();
});

test("a picture opens in full, others follow by arrow, and Escape returns to the one that was seen last", async () => {
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

test("a picture is zoomed by a press on it, and closed by its button", async () => {
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

test("a picture that cannot be loaded says so in its place, and the others follow", async () => {
  renderPictures([picture(1, 1, { url: "data:image/png,none", alt: "A lost vase" }), ...PICTURES.slice(1)]);
  await page.getByRole("link", { name: "Open picture 1 of 3: A lost vase" }).click();
  await expect.element(viewer.getByText("This picture cannot be loaded.")).toBeVisible();
  await viewer.getByRole("button", { name: "Next picture" }).click();
  await expect.poll(shown).toBe(1);
  await expect.poll(() => viewer.getByText("This picture cannot be loaded.").elements().length).toBe(1);
});

test("on a phone the pictures are a row to swipe, of the same height, that does not widen the page", async () => {
  renderPictures(PICTURES);
  await expectAccessibleAtEveryWidth();
  await page.viewport(360, 740);
  const [one, two] = [...document.querySelectorAll(".pictures > li")].map((item) =>
    item.getBoundingClientRect(),
  );
  expect(two?.top).toBe(one?.top);
  expect(two?.height).toBe(one?.height);
  expect(two?.left).toBeLessThan(360);
  expect(document.documentElement.scrollWidth).toBe(360);
});
