import { afterAll, expect, test } from "vitest";
import { page } from "vitest/browser";
import { CENTER } from "../../../../contract/api/images.ts";
import { aPublicCreator, aTile } from "../../../testing/console-entities.ts";
import { expectAccessibleAtEveryWidth } from "../../../testing/phone.ts";
import { renderCreatorPage } from "../../../testing/render-creator-page.tsx";

/** Pictures that have not arrived. */
const images = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    url: `data:,${n}`,
    alt: n === 0 ? "A kiln" : "",
    focus: CENTER,
  }));
const gallery = (count: number) =>
  aTile({
    id: 7,
    type: "gallery",
    title: "Studio",
    url: null,
    description: "Fired twice.",
    images: images(count),
  });
const boxes = () =>
  [...document.querySelectorAll<HTMLElement>(".block-gallery img")].map((image) =>
    image.getBoundingClientRect(),
  );

afterAll(() => page.viewport(1280, 860));

test.each([320, 1280])(
  "fills every row of a gallery with squares before they arrive, at %d px",
  async (width) => {
    await page.viewport(width, 800);
    for (const language of ["en", "ar"] as const)
      for (let count = 2; count <= 12; count++) {
        const { unmount } = renderCreatorPage({
          tiles: [gallery(count)],
          creator: aPublicCreator({ language }),
        });
        const at = `${count} in ${language}`;
        const frame = document.querySelector(".block-gallery")?.getBoundingClientRect();
        expect(boxes().length, at).toBe(count);
        const rows = Map.groupBy(boxes(), ({ top }) => Math.round(top));
        for (const row of rows.values()) {
          const [left, right] = [
            Math.min(...row.map((box) => box.left)),
            Math.max(...row.map((box) => box.right)),
          ];
          expect.soft(Math.abs(left - (frame?.left ?? 0)), at).toBeLessThan(1);
          expect.soft(Math.abs(right - (frame?.right ?? 0)), at).toBeLessThan(1);
          for (const box of row) expect.soft(Math.abs(box.width - box.height), at).toBeLessThan(1);
          // Pictures below the size of a stamp would be no use without a link to larger ones.
          for (const box of row) expect.soft(box.width, at).toBeGreaterThan(120);
        }
        unmount();
      }
  },
);

test("shows a gallery without scripts, with descriptions and a caption, accessibly at every width", async () => {
  renderCreatorPage({ tiles: [gallery(5)] }, { withScripts: false });
  await expect.element(page.getByRole("heading", { name: "Studio" })).toBeVisible();
  await expect.element(page.getByRole("img", { name: "A kiln" })).toBeVisible();
  await expect.element(page.getByText("Fired twice.")).toBeVisible();
  expect(document.querySelectorAll(".block-gallery a, .block-gallery button")).toHaveLength(0);
  await expectAccessibleAtEveryWidth();
});

test("loads the pictures beyond the first screen on scroll", () => {
  renderCreatorPage({ tiles: [gallery(12)] });
  const loading = [...document.querySelectorAll<HTMLImageElement>(".block-gallery img")].map(
    (image) => image.loading,
  );
  expect(loading.slice(6)).toEqual(Array.from({ length: 6 }, () => "lazy"));
});

test("shows a single picture whole, in the room of its dimensions", () => {
  renderCreatorPage({ tiles: [{ ...gallery(1), image_dimensions: { width: 300, height: 600 } }] });
  const { width, height } = page.getByRole("img", { name: "A kiln" }).element().getBoundingClientRect();
  expect([width, height]).toEqual([300, 600]);
});
