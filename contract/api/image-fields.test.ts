import { expect, test } from "vitest";
import { hostileUrls } from "../rules/hostile-urls.test-kit.ts";
import { problemsOf } from "../rules/texts-of.test-kit.ts";
import { MoreImagesField } from "./image-fields.ts";
import { ProductInput } from "./products.ts";
import { TileInput } from "./tiles.ts";

const URL = "https://a.example/1.png";
const issueOf = (schema: typeof TileInput | typeof ProductInput | typeof MoreImagesField, value: unknown) =>
  problemsOf(schema, value)[0];
const link = { type: "link", title: "A", url: "https://a.example/" };

test("gives an image a description and a focal point, by default in the middle", () => {
  expect(TileInput.parse({ ...link, imageUrl: URL })).toMatchObject({
    imageAlt: null,
    imageFocus: { x: 50, y: 50 },
  });
  const given = { imageUrl: URL, imageAlt: " A cup ", imageFocus: { x: 0, y: 33.4 } };
  expect(TileInput.parse({ ...link, ...given })).toMatchObject({
    imageAlt: "A cup",
    imageFocus: { x: 0, y: 33 },
  });
  // A tile without an image has no description.
  expect(TileInput.parse({ ...link, ...given, imageUrl: "" })).toMatchObject({
    imageAlt: null,
    imageFocus: { x: 50, y: 50 },
  });
});

test.each([{ x: -1, y: 0 }, { x: 0, y: 101 }, { x: "1", y: 1 }, { x: 1 }, 50, { x: Number.NaN, y: 0 }])(
  "rejects %j as a focal point",
  (focus) => {
    const message = "The focal point must be two numbers from 0 to 100.";
    expect(issueOf(TileInput, { ...link, imageUrl: URL, imageFocus: focus })?.message).toBe(message);
    expect(issueOf(ProductInput, { name: "A", mediaFocus: focus })?.message).toBe(message);
    expect(issueOf(MoreImagesField, [{ url: URL, focus }])?.message).toBe(message);
  },
);

test("accepts a description of 300 characters", () => {
  expect(issueOf(TileInput, { ...link, imageAlt: "a".repeat(301) })?.message).toBe(
    "Image description must be at most 300 characters.",
  );
});

test("accepts at most seven more images of a product, without duplicates and invalid URLs", () => {
  const images = Array.from({ length: 7 }, (_, index) => ({ url: `https://a.example/${index}.png` }));
  expect(MoreImagesField.parse(images)).toHaveLength(7);
  expect(MoreImagesField.parse([images[0], images[0]])).toEqual([
    { url: "https://a.example/0.png", alt: "", focus: { x: 50, y: 50 } },
  ]);
  expect(issueOf(MoreImagesField, [...images, { url: URL }])?.message).toBe("Add at most 7 more images.");
  for (const { url, shown } of hostileUrls) expect(issueOf(MoreImagesField, [{ url }]), shown).toBeDefined();
});

test("keeps only the title of a heading", () => {
  expect(
    TileInput.parse({
      type: "heading",
      title: "Shop",
      imageUrl: URL,
      url: "https://a.example/",
      productId: 1,
      active: false,
    }),
  ).toMatchObject({
    type: "heading",
    title: "Shop",
    imageUrl: null,
    url: null,
    productId: null,
    active: true,
  });
});
